// For a test: a flower that starts an agent and is killed before it can say good-bye. Its argument is the start, as JSON.

import { type AgentStart, startAgent } from '#machine/agents/start.ts'

const start = JSON.parse(process.argv[2] ?? '') as AgentStart
process.stdout.write(`${JSON.stringify(await startAgent(start))}\n`)
process.kill(process.pid, 'SIGKILL')
