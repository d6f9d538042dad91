/** The programs of ours that run as processes of their own. */
import { basename, dirname, extname, join } from 'node:path'

const here = import.meta.filename
const isSource = extname(here) === '.ts'

/** `agents/host`, in this room; compiled, all of the room's programs lie in one folder, and whoever starts them in one beside it. */
export const ownProgram = (name: string): string =>
  isSource ? join(dirname(here), `${name}.ts`) : join(dirname(dirname(here)), 'machine', `${basename(name)}.js`)

/** What Node has to be told for them: where we run from source, so do they. */
export const sourceFlags = isSource ? ['--conditions=flower-source'] : []
