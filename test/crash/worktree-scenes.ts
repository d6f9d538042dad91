/** What is asked of worktrees while flower is killed: how it begins, what is asked, and what must be true in the end. */
import { existsSync, readFileSync } from 'node:fs'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import type { WorktreeAnswer } from '#contract/worktree.ts'
import type { Doom } from './doom.ts'
import type { Place } from './soundness.ts'
import { asking, asMade, create, differs, dirty, isReady, lost, made, type Subject, wait } from './worktree-place.ts'

export type Scene = {
  /** Before flower is doomed. `hold` makes the next checkout of a large file, and the next `slow` command, hang for good. */
  arrange: (place: Place) => Promise<Subject>
  /** May be asked again and again. */
  act: (subject: Subject) => (client: Client) => Promise<WorktreeAnswer>
  /** What is lost at a death, in words. */
  atDeath?: (place: Place, subject: Subject) => Promise<string[]>
  /** What is not as it has to be in the end. */
  judge: (place: Place, subject: Subject, answer: WorktreeAnswer) => Promise<string[]>
  /** Named points; `resumed`: flower has to say that it went on after a cut. */
  points: Record<string, Doom & { hold?: true; resumed: boolean }>
}

const creation = (arrange: Scene['arrange'], points: Scene['points']): Scene => ({
  arrange,
  act: ({ name }) => create(name),
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
      match: '^git reset --hard.* in .*/worktrees/garden/',
      hold: true,
      resumed: true,
    },
    'its files are written': { when: 'after', match: '^git reset --hard.* in .*/worktrees/garden/', resumed: true },
    'it is on its branch': { when: 'after', match: '^git symbolic-ref -m', resumed: true },
    'it is proven': { when: 'after', match: '^git status.* in .*/worktrees/garden/', resumed: true },
  }),
  'a creation from the pool': creation(
    async place => {
      await made(place)
      return { ...nobody, name: 'tulips' }
    },
    {
      'its folder is taken': { when: 'after', match: '^rename .*/pool/.* -> .*/worktrees/', resumed: true },
      'git knows where it is now': { when: 'after', match: '^rename .*gitdir.*tmp -> .*/gitdir', resumed: true },
      'it is on its branch': { when: 'after', match: '^git symbolic-ref -m', resumed: true },
      'it is proven': { when: 'after', match: '^git status.* in .*/worktrees/garden/', resumed: true },
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
      'it is written down': { when: 'before', match: '^git --literal-pathspecs ls-files', resumed: true },
      'files are brought': { when: 'after', match: '^rename .*/partial/.* -> .*/\\.env$', resumed: true },
      'the first command has ended': { when: 'after', match: '^touch', resumed: true },
      'the second command runs': { when: 'during', match: '^sh .*second', hold: true, resumed: true },
      'all is done, and not yet told': {
        when: 'after',
        match: '^git status.* in .*/worktrees/garden/',
        resumed: true,
      },
    },
  },
  'a removal': {
    arrange: async place => dirty(place, await made(place)),
    act: ({ worktreeId }) =>
      asking((client, options) => client.call('worktree.remove', { worktreeId, confirm: true, wait }, options)),
    atDeath: lost,
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
      'it is written down': { when: 'before', match: '^git symbolic-ref --quiet HEAD in .*/worktrees/', resumed: true },
      'its files are being kept': { when: 'during', match: '^git hash-object', resumed: true },
      'all of it is kept': { when: 'after', match: '^git update-ref --no-deref refs/flower/rescue', resumed: true },
      'it is in the trash': { when: 'after', match: '^rename .* -> .*/trash/', resumed: true },
      'git has forgotten it': { when: 'after', match: '^rm .*/\\.git/worktrees/', resumed: true },
      'its branch is deleted': { when: 'after', match: '^git update-ref --no-deref -d refs/heads/', resumed: true },
      'all is done, and not yet told': { when: 'after', match: '^git cat-file blob refs/flower/', resumed: true },
    },
  },
  'a restoring from the trash': restoring(async () => undefined, {
    'it is written down': { when: 'before', match: '^git cat-file blob refs/flower/', resumed: true },
    'git’s side is built': { when: 'after', match: '^writeFile .*flower-restoring.*/gitdir', resumed: true },
    'git knows it': { when: 'after', match: '^rename .*flower-restoring', resumed: true },
    'its folder is back': { when: 'after', match: '^rename .*/trash/', resumed: true },
    'all is done, and not yet told': {
      when: 'after',
      match: '^git status.* in .*/worktrees/garden/',
      resumed: true,
    },
  }),
  'a restoring from its rescue': restoring(place => rm(join(place.home, 'trash'), { recursive: true }), {
    'its files are being written': { when: 'during', match: '^git checkout-index', resumed: true },
    'git knows it': { when: 'after', match: '^rename .*flower-restoring', resumed: true },
    'its folder is back': { when: 'after', match: '^rename .*\\.restoring -> ', resumed: true },
    'all is done, and not yet told': {
      when: 'after',
      match: '^git status.* in .*/worktrees/garden/',
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
    judge: async ({ ground }, { path }, answer) => {
      const lacking = await ground.git(path, 'rev-list', 'HEAD..main')
      const merges = await ground.git(path, 'rev-list', '--merges', 'main..HEAD')
      const dirt = await ground.git(path, 'status', '--porcelain')
      const texts = ['mine.md', 'open.md', 'bed.large'].map(file => readFileSync(join(path, file), 'utf8'))
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
    atDeath: lost,
    judge: async (place, subject, answer) => [...isReady(answer), ...(await differs(place, subject))],
    points,
  }
}
