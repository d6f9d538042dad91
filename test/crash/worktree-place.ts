/** A project for flower to be killed over, and what is in a worktree of it before and after. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Client } from '#client/client.ts'
import type { WorktreeAnswer } from '#contract/worktree.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { portrait } from '../worktree/states.ts'
import type { Place } from './soundness.ts'

/** Seconds: longer than any of it takes on a busy machine, asked again when it passes. */
export const wait = 50

export type Subject = { name: string; worktreeId: number; path: string; before: Record<string, string> }

const yaml = (slow: string): string => `worktrees:
  copy: .env
  prepare:
    - [touch, first.made]
    - [sh, '${slow}', second.made]
`

/** Hangs for good when it finds `held`, which it takes away; else makes a file, or copies its input. */
const slowScript = (held: string): string => `if mv '${held}' '${held}-taken' 2>/dev/null; then
  echo $$ > '${held}-by'
  exec sleep 1000
fi
if [ $# -gt 0 ]; then exec touch "$1"; fi
exec cat
`

/** The project `garden`: tracked, ignored and large files, and a flower.yaml that is trusted. */
export async function plant(place: Omit<Place, 'project'>): Promise<Place> {
  const { ground } = place
  const project = await ground.repository('garden')
  const slow = join(ground.path, 'slow.sh')
  const held = join(ground.path, 'hold')
  await writeFile(slow, slowScript(held))
  await ground.git(project, 'config', 'filter.large.smudge', `sh '${slow}'`)
  await ground.git(project, 'config', 'filter.large.clean', 'cat')
  await ground.git(project, 'config', 'filter.large.required', 'true')
  await ground.git(project, 'config', 'user.name', 'Ada')
  await ground.git(project, 'config', 'user.email', 'ada@example.test')
  const text = yaml(slow)
  const files = {
    '.gitattributes': '*.large filter=large\n',
    '.gitignore': '*.made\n.env\n',
    'flower.yaml': text,
    'bed.large': 'large\n',
  }
  for (const [file, content] of Object.entries(files)) await writeFile(join(project, file), content)
  for (let at = 0; at < 30; at++) await writeFile(join(project, `row-${at}.md`), `${at}\n`)
  await ground.git(project, 'add', '-A')
  await ground.git(project, 'commit', '-q', '-m', 'Plant')
  await writeFile(join(project, '.env'), 'COLOUR=red\n')
  await place.client().call('project.register', { path: project })
  await place.client().call('project.trust', { project: 'garden', hash: configurationHash(text) })
  return { ...place, project }
}

export const hold = (place: Place): Promise<void> => writeFile(join(place.ground.path, 'hold'), '')
/** The process that hangs, when one does. */
export function heldBy(place: Place): number | undefined {
  const file = join(place.ground.path, 'hold-by')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

/** The same command each time: whoever asks again is answered how the first went. */
export const asking = (ask: (client: Client, options: { commandId: string }) => Promise<WorktreeAnswer>) => {
  const options = { commandId: randomUUID() }
  return (client: Client) => ask(client, options)
}

export const create = (name: string) =>
  asking((client, options) => client.call('worktree.create', { name, project: 'garden', wait }, options))

export async function made(place: Place): Promise<Subject> {
  const { worktreeId, path, status, reason } = await create('roses')(place.client())
  if (status !== 'ready') throw new Error(`the worktree to begin with is ${status}: ${reason}`)
  await untilWarm(place)
  return { name: 'roses', worktreeId, path, before: {} }
}

const work = { 'staged.md': 'changed since', 'row-1.md': 'mine\r\n', 'new/rosé.md': 'mine', 'third.made': 'ignored' }

/** Staged, changed, untracked, ignored, of all modes. */
export async function dirty(place: Place, subject: Subject): Promise<Subject> {
  const { path } = subject
  await writeFile(join(path, 'staged.md'), 'staged')
  await place.ground.git(path, 'add', 'staged.md')
  await mkdir(join(path, 'new', 'empty'), { recursive: true })
  for (const [file, text] of Object.entries(work)) await writeFile(join(path, file), text)
  await chmod(join(path, 'third.made'), 0o700)
  await rm(join(path, 'row-2.md'))
  return { ...subject, before: await portrait(place.ground, path) }
}

export const differs = async (place: Place, { path, before }: Subject): Promise<string[]> => {
  const after = await portrait(place.ground, path)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(key => before[key] !== after[key])
    .map(key => `${key} was ${before[key]} and is ${after[key]}`)
}

/** What of it is at this moment neither in the folder, nor in the trash, nor in the rescue: after a kill, before anything goes on. */
export async function lost({ ground, project, home }: Place, { name, path }: Subject): Promise<string[]> {
  const trash = join(home, 'trash', basename(project), `${name}+1`)
  const isSafe = async ([file, text]: [string, string]): Promise<boolean> => {
    const there = [path, trash].map(folder => join(folder, file)).filter(each => existsSync(each))
    if (there.some(each => readFileSync(each, 'utf8') === text)) return true
    const kept = await ground.git(project, 'show', `refs/flower/rescue/${name}/1:files/${file}`).catch(String)
    return kept === text.replace(/\n$/, '')
  }
  const gone: string[] = []
  for (const each of Object.entries(work)) if (!(await isSafe(each))) gone.push(`${each[0]} is nowhere`)
  return gone
}

export const isReady = ({ status, reason }: WorktreeAnswer): string[] =>
  status === 'ready' ? [] : [`it is ${status} instead of ready: ${reason ?? ''}`]

export async function asMade(place: Place, { path, name }: Subject): Promise<string[]> {
  const { ground, project } = place
  const [branch, dirt, head, tip] = await Promise.all([
    ground.git(path, 'branch', '--show-current'),
    ground.git(path, 'status', '--porcelain', '--untracked-files=all'),
    ground.git(path, 'rev-parse', 'HEAD'),
    ground.git(project, 'rev-parse', 'main'),
  ])
  return [
    ...(branch === `flower/${name}` ? [] : [`it is on ${branch}`]),
    ...(dirt === '' ? [] : [`it is not clean: ${dirt}`]),
    ...(head === tip ? [] : [`it is at ${head}, not at ${tip}`]),
    ...['first.made', 'second.made', '.env']
      .filter(file => !existsSync(join(path, file)))
      .map(file => `${file} is missing`),
    ...(existsSync(join(path, '.flower', 'partial')) ? ['a half preparation is left'] : []),
  ]
}

/** Until others stand ready in the pool, so that nothing goes on in this project. */
async function untilWarm({ home, project, client, ground }: Place): Promise<void> {
  const warm = async (): Promise<number> => {
    await client().call('system.info', {})
    const listed = await ground.git(project, 'worktree', 'list', '--porcelain').catch(String)
    const pooled = listed.split('\n').filter(line => line.startsWith(`worktree ${join(home, 'pool')}`))
    // git writes the index last.
    return pooled.filter(line => existsSync(join(project, '.git', 'worktrees', basename(line), 'index'))).length
  }
  while ((await warm()) < 2);
}
