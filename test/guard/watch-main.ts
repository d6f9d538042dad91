// Watches MAIN as a process of its own and says on its output how, and each state: node test/guard/watch-main.ts WISH

import { type MainWatchWish, watchMain } from '#machine/main/watch.ts'

const say = (word: unknown): void => void process.stdout.write(`${JSON.stringify(word)}\n`)

const wish = JSON.parse(process.argv[2] ?? '{}') as MainWatchWish
const watch = await watchMain({ ...wish, isLanding: async () => false, expectedCommit: () => undefined, onState: say })
say(watch.means())
// A watch alone keeps no process alive.
process.stdin.resume()
