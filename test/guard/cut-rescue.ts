// Begins to rescue MAIN and is killed at a named point: node test/guard/cut-rescue.ts POINT WISH

import { type MainRescueWish, rescueMain } from '#machine/main/rescue.ts'

const [point = '', wish = '{}'] = process.argv.slice(2)
await rescueMain({
  ...(JSON.parse(wish) as MainRescueWish),
  step: async at => {
    if (at === point) process.kill(process.pid, 'SIGKILL')
  },
})
