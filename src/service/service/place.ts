/** The place whose services a caller means: a worktree, or MAIN of a project. */
import { planners } from '#contract/operation.ts'
import type { Project } from '#domain/project.ts'
import { Refusal } from '#domain/refusal.ts'
import type { NamedPlace } from '#domain/serving/moves.ts'
import type { ServingPlace } from '#domain/serving/place.ts'
import { type Worktree, worktreeRef } from '#domain/worktree/worktree.ts'
import { getProject, meantProject } from '#store/queries/projects.ts'
import { getWorktree } from '#store/queries/worktrees.ts'
import type { ReadTx } from '#store/transaction.ts'
import type { ReadWork } from '../work.ts'

export type Place = { project: Project; worktree: Worktree | null }

/** A worktree that is named has named its project too. */
export async function placeOf(
  tx: ReadTx,
  input: { worktreeId?: number | undefined; project?: string | undefined },
): Promise<Place> {
  if (input.worktreeId === undefined) return { project: await meantProject(tx, input.project), worktree: null }
  const worktree = await getWorktree(tx, input.worktreeId)
  return { project: await getProject(tx, worktree.projectId), worktree }
}

export const idsOf = ({ project, worktree }: Place): ServingPlace => ({
  projectId: project.id,
  worktreeId: worktree?.id ?? null,
})

export const namedPlace = (place: Place): NamedPlace => ({
  ...idsOf(place),
  worktree: place.worktree?.name ?? null,
  briefId: place.worktree?.briefId ?? null,
})

export const whereOf = ({ project, worktree }: Place): string =>
  worktree ? `${worktreeRef(worktree.id)} ${worktree.name}` : `MAIN of ${project.slug}`

/** As input of the next call. */
export const argumentOf = ({ project, worktree }: Place): string =>
  worktree ? `worktreeId: ${worktree.id}` : `project: "${project.slug}"`

/** MAIN is everybody's: an agent that builds starts and stops what is in its worktree. */
export function refuseMainTo(work: ReadWork, { worktree }: Place, operation: string): void {
  if (worktree || planners.includes(work.role)) return
  throw new Refusal('role.denied', { role: work.role, operation: `${operation} for MAIN`, who: 'an operator' })
}

export const missing = (service: string, place: Place, known: readonly string[]): Refusal =>
  new Refusal('service.missing', { service, where: whereOf(place), known: known.join(', ') })
