// Two ways of giving a command a view of the disk in which folders are mounted read-only: bubblewrap, and util-linux alone.

import { readFile } from 'node:fs/promises'
import { findBypasses, WITHOUT_RIGHTS } from './bypasses.ts'
import type { SealPlan } from './seal-plan.ts'
import { word } from './shell-script.ts'

export interface SealedCommand {
  program: string
  args: string[]
}

export async function sealByBubblewrap(command: SealedCommand, plan: SealPlan): Promise<SealedCommand> {
  const { devices, kernel } = await findBypasses()
  const closed = (path: string) => ['--ro-bind', path, path]
  const steps = [
    ...kernel.flatMap(closed),
    ...devices.flatMap(path => ['--dev-bind', '/dev/null', path]),
    ...shallowFirst(plan.closed).flatMap(closed),
    ...shallowFirst(plan.open).flatMap(path => ['--dev-bind', path, path]),
    ...plan.closedAgain.flatMap(closed),
  ]
  return {
    program: 'bwrap',
    args: [
      '--unshare-user',
      '--cap-drop',
      'ALL',
      '--dev-bind',
      '/',
      '/',
      ...steps,
      '--',
      command.program,
      ...command.args,
    ],
  }
}

/** A shell does the mounting with rights that only hold in its own view, gives up all of them and becomes the command. */
export async function sealByBindMounts(command: SealedCommand, plan: SealPlan): Promise<SealedCommand> {
  const { devices, kernel } = await findBypasses()
  const mounts = parseMounts(await readFile('/proc/self/mountinfo', 'utf8'))
  const isOpen = (path: string) => plan.open.some(open => path === open || path.startsWith(`${open}/`))
  const closed = shallowFirst([...plan.closed, ...kernel])
  const inner = mounts.filter(({ at }) => !isOpen(at) && closed.some(path => at.startsWith(`${path}/`)))
  const readOnly = (path: string) =>
    `mount -o ${word(['remount', 'bind', 'ro', ...flagsAt(mounts, path)].join(','))} ${word(path)}`
  const lines = [
    'set -e',
    ...devices.map(path => `mount --bind /dev/null ${word(path)}`),
    // Open ones first: bound while all is still writable, they come along when what is above them is bound.
    ...shallowFirst(plan.open).map(path => `mount --bind ${word(path)} ${word(path)}`),
    ...plan.closedAgain.flatMap(path => [`mount --bind ${word(path)} ${word(path)}`, readOnly(path)]),
    ...closed.flatMap(path => [`mount --rbind ${word(path)} ${word(path)}`, readOnly(path)]),
    // What others mounted within.
    ...inner.map(({ at }) => readOnly(at)),
    `exec setpriv --no-new-privs ${WITHOUT_RIGHTS.join(' ')} -- "$@"`,
  ]
  const script = ['sh', '-c', lines.join('\n'), 'sh', command.program, ...command.args]
  return { program: 'unshare', args: [...OWN_VIEW, '--', ...script] }
}

// With users of its own, for root too: else it could step into the view of any process of the same user, through /proc.
const OWN_VIEW = ['--user', '--map-current-user', '--keep-caps', '--mount', '--propagation', 'private']

const shallowFirst = (paths: string[]): string[] => paths.toSorted((one, other) => one.length - other.length)

interface Mount {
  /** The mount point. */
  at: string
  flags: string[]
}

/** Reads `/proc/self/mountinfo`; of several mounts on one point the last is in force. */
function parseMounts(text: string): Mount[] {
  const mounts = new Map<string, Mount>()
  for (const line of text.split('\n')) {
    const [, , , , point, options] = line.split(' ')
    if (point === undefined || options === undefined) continue
    const at = point.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)))
    mounts.set(at, { at, flags: options.split(',') })
  }
  return [...mounts.values()]
}

const LOCKED = ['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime']

/** Flags of the mount that a path is on which a namespace of one's own must not drop. */
function flagsAt(mounts: Mount[], path: string): string[] {
  const on = mounts
    .filter(({ at }) => at === '/' || path === at || path.startsWith(`${at}/`))
    .toSorted((one, other) => other.at.length - one.at.length)[0]
  return (on?.flags ?? []).filter(flag => LOCKED.includes(flag))
}
