/** The branch that is landed on, and what it is judged by: both as MAIN's commits have them, never as files or a branch would like it. */

import type { Configuration } from '#domain/configuration/configuration.ts'
import { configurationFile } from '#domain/configuration/configuration.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { parseConfiguration, problemLine } from '#domain/configuration/parse.ts'
import { type Gate, gatesOf } from '#domain/landing/gate.ts'
import type { Tip } from '#domain/landing/queue-view.ts'
import { git } from '#machine/git/command.ts'
import { commitAt } from '#machine/git/commits.ts'
import { treeOf } from '#machine/landing/plumbing.ts'
import type { QueueItem } from './ground.ts'

export async function tipOf({ project }: Pick<QueueItem, 'project'>, branch: string): Promise<Tip | undefined> {
  const commit = await commitAt(project.gitDir, `refs/heads/${branch}`)
  const tree = commit === undefined ? undefined : await treeOf(project.gitDir, commit)
  return commit === undefined || tree === undefined ? undefined : { commit, tree }
}

/** Bytes of a flower.yaml at the most. */
const mostBytes = 1_000_000

/** The flower.yaml of a commit; empty where it has none. Throws when git can't say. */
export async function configurationIn(gitDir: string, commit: string): Promise<string> {
  const place = `${commit}:${configurationFile}`
  const there = await git({ gitDir }, ['ls-tree', '-z', '--name-only', commit, '--', configurationFile])
  if (there.outcome !== 'ok') throw new Error(`git can't read the files of ${commit}`)
  if (there.stdout === '') return ''
  const read = await git({ gitDir }, ['cat-file', 'blob', place], { maxBytes: mostBytes })
  if (read.outcome !== 'ok') throw new Error(`git can't read ${place}`)
  return read.stdout
}

export type Rules =
  | { outcome: 'known'; configuration: Configuration; trusted: boolean; gates: Gate[] }
  | { outcome: 'unknown'; why: string }

/** What MAIN's tip says of gates and steps, whichever line is landed on. */
export async function rulesOf(item: QueueItem): Promise<Rules> {
  const { project } = item
  const main = await tipOf(item, project.primaryBranch)
  if (!main) return { outcome: 'unknown', why: `MAIN's branch ${project.primaryBranch} is not there.` }
  const text = await configurationIn(project.gitDir, main.commit)
  const { configuration, problems } = parseConfiguration(text)
  if (!configuration)
    return { outcome: 'unknown', why: `flower.yaml of MAIN has problems:\n${problems.map(problemLine).join('\n')}` }
  const hash = configurationHash(text)
  const trusted = hash === project.trusted
  const gates = gatesOf(configuration)
  if (gates.length > 0 && !trusted)
    return {
      outcome: 'unknown',
      why: `The gates of flower.yaml wait for an operator's trust: project.trust {project: "${project.slug}", hash: "${hash}"}.`,
    }
  return { outcome: 'known', configuration, trusted, gates }
}
