/** What is asked of worktrees while flower is killed: how it begins, what is asked, and what must be true in the end. */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, chmod, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Client } from '#client/client.ts'
import type { WorktreeAnswer } from '#contract/worktree.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { portrait } from '../worktree/states.ts'
import type { Doom } from './doom.ts'
import type { Place } from './soundness.ts'

/** Seconds: longer than any of it takes on a busy machine, asked again when it passes. */
const wait = 50

export type Subject = { name: string; worktreeId: number; path: string; before: Record<string, string> }

export type Scene = {
  /** Before flower is doomed. `hold` makes the next checkout of a large file, and the next `slow` command, hang for good. */
  arrange: (place: Place) => Promise<Subject>
  act: (subject: Subject, place: Place) => (client: Client) => Promise<WorktreeAnswer>
  /** What is not as it has to be, in words. */
  judge: (place: Place, subject: Subject, answer: WorktreeAnswer) => Promise<string[]>
  /** Named points; `resumed`: flower has to say that it went on after a cut. */
  points: Record<string, Doom & { hold?: true; resumed: boolean }>
}

const yaml = `worktrees:
  copy: .env
  prepare:
    - [touch, first.made]
    - [sh, ../../../slow.sh, second.made]
`

/** A project of its own: tracked, ignored and large files, and a flower.yaml that is trusted. */
export async function plant(place: Omit<Place, 'project'>, name: string): Promise<Place> {
  const { ground } = place
  const project = await ground.repository(name)
  const slow = join(ground.path, 'slow.sh')
  const held = join(ground.path, 'hold')
  await writeFile(
    slow,
    `if mv '${held}' '${held}-taken' 2>/dev/null; then echo $$ > '${held}-by'; exec sleep 1000; fi\nif [ $# -gt 0 ]; then exec touch "$1"; fi\nexec cat\n`,
  )
  await ground.git(project, 'config', 'filter.large.smudge', `sh '${slow}'`)
  await ground.git(project, 'config', 'filter.large.clean', 'cat')
  await ground.git(project, 'config', 'filter.large.required', 'true')
  await ground.git(project, 'config', 'user.name', 'Ada')
  await ground.git(project, 'config', 'user.email', 'ada@example.test')
  const text = yaml.replace('../../../slow.sh', slow)
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
  await place.client().call('project.trust', { project: name, hash: configurationHash(text) })
  return { ...place, project }
}

export const hold = (place: Place): Promise<void> => writeFile(join(place.ground.path, 'hold'), '')
/** The process that hangs, when one does. */
export function heldBy(place: Place): number | undefined {
  const file = join(place.ground.path, 'hold-by')
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined
}

/** The same command each time: whoever asks again is answered how the first went. */
const asking = (ask: (client: Client, options: { commandId: string }) => Promise<WorktreeAnswer>) => {
  const options = { commandId: randomUUID() }
  return (client: Client) => ask(client, options)
}

const create = (name: string, place: Place) =>
  asking((client, options) => client.call('worktree.create', { name, project: slugOf(place), wait }, options))
const slugOf = ({ project }: Place): string => project.slice(project.lastIndexOf('/') + 1)

async function made(place: Place): Promise<Subject> {
  const { worktreeId, path, status, reason } = await create('roses', place)(place.client())
  if (status !== 'ready') throw new Error(`the worktree to begin with is ${status}: ${reason}`)
  await untilWarm(place)
  return { name: 'roses', worktreeId, path, before: {} }
}

/** Staged, changed, untracked, ignored, of all modes. */
async function dirty(place: Place, subject: Subject): Promise<Subject> {
  const { path } = subject
  await writeFile(join(path, 'staged.md'), 'staged')
  await place.ground.git(path, 'add', 'staged.md')
  await writeFile(join(path, 'staged.md'), 'changed since')
  await writeFile(join(path, 'row-1.md'), 'mine\r\n')
  await mkdir(join(path, 'new', 'empty'), { recursive: true })
  await writeFile(join(path, 'new', 'rosé.md'), 'mine')
  await writeFile(join(path, 'third.made'), 'ignored')
  await chmod(join(path, 'third.made'), 0o700)
  await rm(join(path, 'row-2.md'))
  return { ...subject, before: await portrait(place.ground, path) }
}

const differs = async (place: Place, { path, before }: Subject): Promise<string[]> => {
  const after = await portrait(place.ground, path)
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(key => before[key] !== after[key])
    .map(key => `${key} was ${before[key]} and is ${after[key]}`)
}

const isReady = ({ status, reason }: WorktreeAnswer): string[] =>
  status === 'ready' ? [] : [`it is ${status} instead of ready: ${reason ?? ''}`]

async function asMade(place: Place, { path, name }: Subject): Promise<string[]> {
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
    const listed = await ground.git(project, 'worktree', 'list', '--porcelain')
    const pooled = listed.split('\n').filter(line => line.startsWith(`worktree ${join(home, 'pool')}`))
    // git writes the index last.
    return pooled.filter(line => existsSync(join(project, '.git', 'worktrees', basename(line), 'index'))).length
  }
  while ((await warm()) < 2);
}

const creation = (arrange: Scene['arrange'], points: Scene['points']): Scene => ({
  arrange,
  act: ({ name }, place) => create(name, place),
  judge: async (place, subject, answer) => [
    ...isReady(answer),
    ...(await asMade(place, { ...subject, path: answer.path })),
  ],
  points,
})

const nobody: Subject = { name: 'roses', worktreeId: 0, path: '', before: {} }

export const scenes: Record<string, Scene> = {
  'a creation from nothing': creation(async () => nobody, {
    'its branch is made, and not yet written down': { when: 'after', match: '^git update-ref -z', resumed: false },
    'its branch is settled': { when: 'before', match: '^git worktree add', resumed: true },
    'git knows it': { when: 'after', match: '^git worktree add', resumed: true },
    'its files are being written': {
      when: 'during',
      match: '^git reset --hard.* in .*/worktrees/{project}/',
      hold: true,
      resumed: true,
    },
    'its files are written': { when: 'after', match: '^git reset --hard.* in .*/worktrees/{project}/', resumed: true },
    'it is on its branch': { when: 'after', match: '^git symbolic-ref', resumed: true },
    'it is proven': { when: 'after', match: '^git status.* in .*/worktrees/{project}/', resumed: true },
  }),
  'a creation from the pool': creation(
    async place => {
      await made(place)
      return { ...nobody, name: 'tulips' }
    },
    {
      'its folder is taken': { when: 'after', match: '^rename .*/pool/.* -> .*/worktrees/', resumed: true },
      'git knows where it is now': { when: 'after', match: '^rename .*gitdir.*tmp -> .*/gitdir', resumed: true },
      'it is on its branch': { when: 'after', match: '^git symbolic-ref', resumed: true },
      'it is proven': { when: 'after', match: '^git status.* in .*/worktrees/{project}/', resumed: true },
    },
  ),
  'a preparing': {
    arrange: async place => {
      const subject = await dirty(place, await made(place))
      await appendFile(join(place.project, '.env'), 'SHAPE=round\n')
      await rm(join(subject.path, 'second.made'))
      return subject
    },
    act: ({ worktreeId }) =>
      asking((client, options) => client.call('worktree.prepare', { worktreeId, wait }, options)),
    judge: async (place, subject, answer) => {
      const env = readFileSync(join(subject.path, '.env'), 'utf8')
      const changed = (await differs(place, subject)).filter(
        each => !/^(?:checkout\/"(?:\.env|\.flower|first\.made|second\.made)|own\/"index)/.test(each),
      )
      return [
        ...isReady(answer),
        ...changed,
        ...(env.includes('SHAPE=round') ? [] : [`.env is ${env}`]),
        ...(existsSync(join(subject.path, 'second.made')) ? [] : ['the second command did not run']),
      ]
    },
    points: {
      'it is written down': { when: 'before', match: '^git rev-parse --path-format', resumed: true },
      'files are brought': { when: 'after', match: '^rename .*/partial/.* -> .*/\\.env$', resumed: true },
      'the first command has ended': { when: 'after', match: '^touch', resumed: true },
      'the second command runs': { when: 'during', match: '^sh .*second', hold: true, resumed: true },
      'all is done, and not yet told': {
        when: 'after',
        match: '^git status.* in .*/worktrees/{project}/',
        resumed: true,
      },
    },
  },
  'a removal': {
    arrange: async place => dirty(place, await made(place)),
    act: ({ worktreeId }) =>
      asking((client, options) => client.call('worktree.remove', { worktreeId, confirm: true, wait }, options)),
    judge: async (place, subject, { status, reason }) => {
      if (status !== 'removed') return [`it is ${status}: ${reason}`]
      const left = existsSync(subject.path) ? ['its folder is still there'] : []
      const listed = await place.ground.git(place.project, 'branch', '--list', 'flower/roses')
      const branch = listed === '' ? [] : ['its branch, which has nothing of its own, is still there']
      const { worktreeId } = subject
      const back = await place.client().call('worktree.restore', { worktreeId, wait })
      return [...left, ...branch, ...isReady(back), ...(await differs(place, subject))]
    },
    points: {
      'it is written down': { when: 'before', match: '^git symbolic-ref --quiet', resumed: true },
      'its files are being kept': { when: 'during', match: '^git hash-object', resumed: true },
      'all of it is kept': { when: 'after', match: '^git update-ref refs/flower/rescue', resumed: true },
      'it is in the trash': { when: 'after', match: '^rename .* -> .*/trash/', resumed: true },
      'git has forgotten it': { when: 'after', match: '^rm .*/\\.git/worktrees/', resumed: true },
      'its branch is deleted': { when: 'after', match: '^git update-ref -d refs/heads/', resumed: true },
      'all is done, and not yet told': { when: 'after', match: '^git cat-file blob', resumed: true },
    },
  },
  'a restoring from the trash': restoring(async () => undefined, {
    'it is written down': { when: 'before', match: '^git cat-file blob', resumed: true },
    'git’s side is built': { when: 'after', match: '^writeFile .*flower-restoring.*/gitdir', resumed: true },
    'git knows it': { when: 'after', match: '^rename .*flower-restoring', resumed: true },
    'its folder is back': { when: 'after', match: '^rename .*/trash/', resumed: true },
    'all is done, and not yet told': {
      when: 'after',
      match: '^git status.* in .*/worktrees/{project}/',
      resumed: true,
    },
  }),
  'a restoring from its rescue': restoring(place => rm(join(place.home, 'trash'), { recursive: true }), {
    'its files are being written': { when: 'during', match: '^git checkout-index', resumed: true },
    'git knows it': { when: 'after', match: '^rename .*flower-restoring', resumed: true },
    'its folder is back': { when: 'after', match: '^rename .*\\.restoring -> ', resumed: true },
    'all is done, and not yet told': {
      when: 'after',
      match: '^git status.* in .*/worktrees/{project}/',
      resumed: true,
    },
  }),
  'a syncing': {
    arrange: async place => {
      const { ground, project } = place
      const subject = await made(place)
      await writeFile(join(subject.path, 'mine.md'), 'committed')
      await ground.git(subject.path, 'add', 'mine.md')
      await ground.git(subject.path, 'commit', '-q', '-m', 'Mine')
      await writeFile(join(subject.path, 'open.md'), 'untracked')
      await writeFile(join(project, 'bed.large'), 'larger\n')
      await ground.git(project, 'commit', '-q', '-a', '-m', 'MAIN goes on')
      return subject
    },
    act: ({ worktreeId }) => asking((client, options) => client.call('worktree.sync', { worktreeId, wait }, options)),
    judge: async ({ ground, project }, { path }, answer) => {
      const lacking = await ground.git(path, 'rev-list', 'HEAD..main')
      const merges = await ground.git(path, 'rev-list', '--merges', 'main..HEAD')
      const dirt = await ground.git(path, 'status', '--porcelain')
      const texts = ['mine.md', 'open.md', 'bed.large'].map(file => readFileSync(join(path, file), 'utf8'))
      void project
      return [
        ...isReady(answer),
        ...(answer.reason === undefined ? [] : [`it was refused: ${answer.reason}`]),
        ...(lacking === '' ? [] : [`it lacks ${lacking}`]),
        ...(merges.split('\n').length === 1 ? [] : [`it was merged more than once: ${merges}`]),
        ...(dirt === '?? open.md' ? [] : [`it is left as ${dirt}`]),
        ...(texts.join() === 'committed,untracked,larger\n' ? [] : [`files are ${texts.join()}`]),
      ]
    },
    points: {
      'it is written down': { when: 'before', match: '^git merge --quiet', resumed: true },
      'files are being merged': { when: 'during', match: '^git merge --quiet', hold: true, resumed: true },
      'it is merged': { when: 'after', match: '^git merge --quiet', resumed: true },
      'all is done, and not yet told': { when: 'after', match: '^git rev-parse --verify HEAD', resumed: true },
    },
  },
}

function restoring(loseTrash: (place: Place) => Promise<void>, points: Scene['points']): Scene {
  return {
    arrange: async place => {
      const subject = await dirty(place, await made(place))
      const { worktreeId } = subject
      await place.client().call('worktree.remove', { worktreeId, confirm: true, wait })
      await loseTrash(place)
      return subject
    },
    act: ({ worktreeId }) =>
      asking((client, options) => client.call('worktree.restore', { worktreeId, wait }, options)),
    judge: async (place, subject, answer) => [...isReady(answer), ...(await differs(place, subject))],
    points,
  }
}
