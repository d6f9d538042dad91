// For a test: a flower that starts a service and is killed before it can say good-bye. Its argument is the start, as JSON.

import { type Start, startService } from '#machine/service/start.ts'

const start = JSON.parse(process.argv[2] ?? '') as Start
process.stdout.write(`${JSON.stringify(await startService(start))}\n`)
process.kill(process.pid, 'SIGKILL')
