/** Which files `flower init` would change, and how. Reads only. */
import { join, relative } from 'node:path'
import { type ConnectWish, type FileKind, putIn } from '#domain/connecting/connected-file.ts'
import { type ConnectionRecord, entryFor } from '#domain/connecting/record.ts'
import { configFolderOf, type Harness } from '#machine/connecting/find-programs.ts'
import { findOwnFile } from '#machine/connecting/own-file.ts'
import { git } from '#machine/git/command.ts'
import { type Planned, readText, refused, refusedFile } from './planned.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The checkout that is connected: MAIN, or a worktree from which the shared files get into MAIN. */
export type Ground = {
  /** Its top folder. */
  top: string
  gitDir: string
  mainPath: string
  branch: string
  /** The person's own folder. */
  userHome: string
  env: Environment
}

type Target = { kind: FileKind; path: string; root: string[]; about: string }

export async function planConnection(
  ground: Ground,
  chosen: readonly Harness[],
  wish: ConnectWish,
  record: ConnectionRecord,
): Promise<Planned[]> {
  const targets = [...filesOf(ground, chosen, wish), ...(await noteFiles(ground))]
  const planned: Planned[] = []
  for (const target of targets) {
    const each = await planOne(ground, target, wish, record)
    const isKnown = planned.some(other => 'path' in each && 'path' in other && other.path === each.path)
    // CLAUDE.md is often a link to AGENTS.md.
    if (!isKnown) planned.push(each)
  }
  return planned
}

function filesOf(ground: Ground, chosen: readonly Harness[], wish: ConnectWish): Target[] {
  const { top, gitDir, userHome, env } = ground
  const codex = configFolderOf('codex', env, userHome)
  const placed = wish.program.length > 1 ? ' It names places of this machine, as flower isn’t on your PATH.' : ''
  const claudeFiles: Target[] = [
    { kind: 'server', path: join(top, '.mcp.json'), root: [top], about: ABOUT.server + placed },
    { kind: 'settings', path: join(top, '.claude', 'settings.local.json'), root: [top], about: ABOUT.settings },
  ]
  const codexFiles: Target[] = [
    { kind: 'codex_config', path: join(codex, 'config.toml'), root: [userHome, codex], about: ABOUT.codex_config },
    { kind: 'codex_hooks', path: join(codex, 'hooks.json'), root: [userHome, codex], about: ABOUT.codex_hooks },
  ]
  const exclude: Target = {
    kind: 'exclude',
    path: join(gitDir, 'info', 'exclude'),
    root: [gitDir],
    about: ABOUT.exclude,
  }
  return [
    // First in and last out, so that nobody ever sees what it covers.
    ...(chosen.includes('claude') && wish.excluded.length > 0 ? [exclude] : []),
    ...(chosen.includes('claude') ? claudeFiles : []),
    ...(chosen.includes('codex') ? codexFiles : []),
  ]
}

const ABOUT: Record<FileKind, string> = {
  server: 'Claude Code finds flower’s tools in this repository.',
  settings:
    'Yours alone: the tools are allowed to start; a session in MAIN is advised, one in a worktree is kept to it and told of its Brief.',
  exclude: 'git leaves out, in this clone only, what is yours alone.',
  codex_config: 'Codex finds flower’s tools, in every repository.',
  codex_hooks:
    'The same advice for Codex, which runs it once you have trusted it there. It is asked for with every session.',
  note: 'What agents read: how work goes through flower.',
}

/** Each that there is, else the one that most harnesses read. */
async function noteFiles({ top }: Ground): Promise<Target[]> {
  const names = ['CLAUDE.md', 'AGENTS.md']
  const found = await Promise.all(names.map(name => findOwnFile(join(top, name), ['/'])))
  const there = names.filter((_, at) => {
    const each = found[at]
    return each?.outcome !== 'found' || each.bytes !== undefined
  })
  const claude = found[0]?.outcome === 'found' ? found[0].bytes?.toString('utf8') : undefined
  const isReadThere = there.length === 2 && /^@(?:\.\/)?AGENTS\.md\s*$/m.test(claude ?? '')
  const chosen = isReadThere || there.length === 0 ? ['AGENTS.md'] : there
  // The file itself before the link that leads to it.
  return chosen.toReversed().map(name => ({ kind: 'note', path: join(top, name), root: [top], about: ABOUT.note }))
}

async function planOne(
  { top, gitDir }: Ground,
  { kind, path: named, root, about: sentence }: Target,
  wish: ConnectWish,
  record: ConnectionRecord,
): Promise<Planned> {
  const isWithin = named.startsWith(`${top}/`)
  const about = { kind, shown: isWithin ? relative(top, named) : named, about: sentence }
  const found = await findOwnFile(named, root)
  if (found.outcome !== 'found') return refusedFile(about, found)
  const { path, bytes } = found
  const text = bytes && readText(bytes)
  if (bytes && text === undefined) return refused(about, 'it is no UTF-8 text', `Look at it: ${named}`)
  const merge = putIn(kind, text, wish)
  if (merge.outcome === 'unreadable')
    return refused(
      about,
      `line ${merge.line}: ${merge.problem}`,
      `Mend line ${merge.line} of ${named}, then: flower init`,
    )
  if (merge.outcome === 'foreign')
    return refused(
      about,
      `a server called flower is there already: ${merge.words}`,
      `Give it another name in ${named}, then: flower init`,
      5,
    )
  const entry = entryFor(record, path, gitDir)
  if (merge.text === text) return { ...about, outcome: 'unchanged', path, entry, why: 'is as it should be' }
  const asksAlone = kind === 'codex_hooks'
  return { ...about, outcome: 'change', path, before: bytes, after: Buffer.from(merge.text), entry, asksAlone }
}

/** Of the files that hold paths of this machine, those that git would take up. */
export async function toExclude(top: string, names: readonly string[]): Promise<string[]> {
  const needed: string[] = []
  for (const name of names) {
    const tracked = await git({ folder: top }, [
      'ls-files',
      '--error-unmatch',
      '--end-of-options',
      `:(top,literal)${name}`,
    ])
    if (tracked.outcome !== 'ok' && !(await isIgnored(top, name))) needed.push(`/${name}`)
  }
  return needed
}

/** By anything but this clone's own list, which is where ours are. */
async function isIgnored(top: string, name: string): Promise<boolean> {
  const asked = await git({ folder: top }, ['check-ignore', '--no-index', '-v', '-z', '--end-of-options', name])
  if (asked.outcome !== 'ok') return false
  const [source = '', , pattern = ''] = asked.stdout.split('\0')
  return !source.endsWith('info/exclude') && !pattern.startsWith('!')
}
