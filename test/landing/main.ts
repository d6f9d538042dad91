/** `node --conditions=flower-source test/landing/main.ts [rounds] [seed]`: the kill rounds of the merge queue as a long run. */
import { killRounds } from './kill-rounds.ts'

const rounds = Number(process.argv[2] ?? 200)
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 32)
process.stdout.write(`seed ${seed}\n`)
const report = await killRounds({ rounds, seed, say: line => process.stdout.write(`${line}\n`) })
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`)
process.exitCode = report.problems.length === 0 ? 0 : 1
