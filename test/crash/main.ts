/**
 * `npm run crash -- [rounds] [seed]`: 1,000 rounds of kill -9 under 16 writing clients. `npm run crash -- worktrees [seed] [stride]`: a
 * kill at every point, or every so-manyth, of what is done with worktrees. Ends with 1 when anything was lost.
 */
import { crash } from './run.ts'
import { sweep } from './worktree-sweep.ts'

const say = (line: string): void => void process.stderr.write(`${line}\n`)
const args = process.argv.slice(2)
const problems = args[0] === 'worktrees' ? await worktrees(args.slice(1)) : await writes(args)
for (const problem of problems.slice(0, 50)) process.stdout.write(`${problem}\n`)
process.exit(problems.length === 0 ? 0 : 1)

async function writes([rounds = '1000', seed = String(Date.now() % 1_000_000)]: string[]): Promise<string[]> {
  const report = await crash({ rounds: Number(rounds), seed: Number(seed), clients: 16, say })
  const { problems, ...figures } = report
  process.stdout.write(`${JSON.stringify({ ...figures, problems: problems.length })}\n`)
  process.stdout.write(
    problems.length === 0
      ? `Nothing lost: ${figures.acknowledged} acknowledged writes over ${figures.rounds} kills, each there exactly once.\n`
      : `Repeat it with: npm run crash -- ${figures.rounds} ${figures.seed}\n`,
  )
  return problems
}

async function worktrees([seed = String(Date.now() % 1_000_000), stride = '1']: string[]): Promise<string[]> {
  const { problems, ...figures } = await sweep({ seed: Number(seed), stride: Number(stride), say })
  process.stdout.write(`${JSON.stringify({ ...figures, problems: problems.length })}\n`)
  process.stdout.write(
    problems.length === 0
      ? `Nothing lost or left half done over ${figures.deaths} kills.\n`
      : `Repeat it with: npm run crash -- worktrees ${figures.seed} ${figures.stride}\n`,
  )
  return problems
}
