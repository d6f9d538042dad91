// For a test: a flower that judges a commit, to be killed in the middle of it. Its argument is the wish, as JSON.

import { type JudgeWish, judge } from '#machine/gate/judge.ts'

const wish = JSON.parse(process.argv[2] ?? '') as JudgeWish
process.stdout.write(`${JSON.stringify(await judge({ ...wish, now: Date.now }))}\n`)
