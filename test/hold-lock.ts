/** Holds a lock until it is killed: `<file>`. Prints a line once it does. */
import { takeLock } from '#store/lock.ts'

const taken = await takeLock(process.argv[2] ?? '')
if (taken.outcome === 'held') throw new Error('the lock is held')
process.stdout.write('held\n')
setInterval(() => undefined, 60_000)
