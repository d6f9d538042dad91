/** The command `flower`. Its version is told without loading anything: scripts ask for it often. */
import { version } from './version.ts'

if (process.argv[2] === '--version' || process.argv[2] === '-V') process.stdout.write(`${version}\n`)
else await import('./command-line.ts')
