/** `npm run crash -- [rounds] [seed]`: 1,000 rounds of kill -9 under 16 writing clients. Ends with 1 when anything was lost. */
import { crash } from './run.ts'

const [rounds = '1000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const report = await crash({
  rounds: Number(rounds),
  seed: Number(seed),
  clients: 16,
  say: line => process.stderr.write(`${line}\n`),
})
const { problems, ...figures } = report
process.stdout.write(`${JSON.stringify({ ...figures, problems: problems.length })}\n`)
for (const problem of problems.slice(0, 50)) process.stdout.write(`${problem}\n`)
process.stdout.write(
  problems.length === 0
    ? `Nothing lost: ${figures.acknowledged} acknowledged writes over ${figures.rounds} kills, each there exactly once.\n`
    : `Repeat it with: npm run crash -- ${figures.rounds} ${figures.seed}\n`,
)
process.exit(problems.length === 0 ? 0 : 1)
