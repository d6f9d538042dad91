/** Test workers are large, and start git thousands of times: they do as a server does. */
import { startBeside } from '#machine/command.ts'
import { makeSpawner } from '#machine/spawner.ts'

startBeside(makeSpawner().run)
