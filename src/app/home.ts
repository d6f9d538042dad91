/** FLOWER_HOME: where the installation keeps its data, its token and the address of the running server. */
import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { homedir, hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { ensurePrivateFolder, readFileIfThere, writeFileDurably } from '#machine/files.ts'
import { isAlive, processStartedAt } from '#machine/process.ts'
import { CannotStart } from './cannot-start.ts'
import { fullDisk } from './full-disk.ts'

export type Home = {
  path: string
  /** What this machine is on this home: the id outlives a new name. */
  node: { id: string; name: string }
  database: string
  logs: string
  /** Below which worktrees are made, where they stand ready for that, and where removed ones lie. */
  worktrees: string
  pool: string
  trash: string
  /** Records and logs of services, by worktree or project. */
  services: string
  /** What each run of an agent says and how it ended, by run. */
  agents: string
  /** Journals of landings, checkouts in which gates run, the logs of those runs, and one-time tokens for the hook that guards MAIN. */
  landings: string
  checks: string
  gateLogs: string
  landingTokens: string
  /** Patches of what was saved of MAIN. */
  rescues: string
}

/** The running server as it says of itself. `process` tells one pid from another process that got the same number later. */
export type ServerRecord = { pid: number; url: string; startedAt: string; process?: string | undefined }

type Environment = Readonly<Record<string, string | undefined>>

export async function openHome(env: Environment): Promise<Home> {
  const path = resolve(env.FLOWER_HOME || join(homedir(), '.flower'))
  for (const folder of [path, join(path, 'logs')]) {
    const ready = await ensurePrivateFolder(folder)
    if (ready.outcome === 'refused') throw new CannotStart(ready.problem, ready.cure)
  }
  return {
    path,
    node: { id: await nodeId(path), name: nodeName(env) },
    database: join(path, 'flower.db'),
    logs: join(path, 'logs'),
    worktrees: join(path, 'worktrees'),
    pool: join(path, 'pool'),
    trash: join(path, 'trash'),
    services: join(path, 'services'),
    agents: join(path, 'agents'),
    landings: join(path, 'landings'),
    checks: join(path, 'checks'),
    gateLogs: join(path, 'logs', 'gates'),
    landingTokens: join(path, 'landing-tokens'),
    rescues: join(path, 'rescues'),
  }
}

/** Made once and kept, so that worktrees stay this node's whatever the host is called. */
async function nodeId(home: string): Promise<string> {
  const file = join(home, 'node')
  const known = (await readFileIfThere(file))?.toString('utf8').trim()
  if (known) return known
  const id = randomUUID()
  await writeFileDurably(file, `${id}\n`, 0o600).catch((reason: unknown) => {
    throw (
      fullDisk({ path: home }, reason) ??
      new CannotStart(`${file} can't be written: ${messageOf(reason)}.`, 'Make it writable.')
    )
  })
  return id
}

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason))

/** FLOWER_NODE, or what the host is called. */
function nodeName(env: Environment): string {
  const name = (env.FLOWER_NODE || hostname()).trim() || 'node'
  if (name.length <= 100 && !/\p{C}/u.test(name)) return name
  throw new CannotStart(
    'FLOWER_NODE is no name of a node.',
    'Give it at most 100 letters, digits and the like, in one line.',
  )
}

/** The operator's own secret; made when there is none yet. */
export async function ownSecret(home: Home): Promise<string> {
  const file = join(home.path, 'token')
  const known = (await readFileIfThere(file))?.toString('utf8').trim()
  if (known) return known
  const secret = `flower_${randomBytes(32).toString('base64url')}`
  await writeFileDurably(file, `${secret}\n`, 0o600)
  return secret
}

const recordFile = (home: Home): string => join(home.path, 'server.json')

/** The server that runs on this home; undefined when there is none, whatever a killed one left behind. */
export async function findServer(home: Home): Promise<ServerRecord | undefined> {
  const text = (await readFileIfThere(recordFile(home)))?.toString('utf8')
  const record = text ? readRecord(text) : undefined
  return record && isAlive(record.pid, record.process) ? record : undefined
}

function readRecord(text: string): ServerRecord | undefined {
  try {
    return JSON.parse(text) as ServerRecord
  } catch {
    return undefined
  }
}

export async function keepServer(home: Home, url: string, startedAt: string): Promise<void> {
  const record: ServerRecord = { pid: process.pid, url, startedAt, process: processStartedAt(process.pid) }
  await writeFileDurably(recordFile(home), `${JSON.stringify(record, null, 2)}\n`, 0o600)
}

/** Takes the record away, unless another server has written its own by now. */
export async function dropServer(home: Home): Promise<void> {
  const record = await findServer(home)
  if (record && record.pid !== process.pid) return
  await rm(recordFile(home), { force: true })
}
