/** Claims paths. Nobody is refused: whoever has claimed the same is told by an event, and the caller by the answer. */

import type { Parsed } from '#contract/catalogue.ts'
import { later } from '#domain/dispatch.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { claimablePath, type FileClaim, usualClaimMinutes } from '#domain/worktree/file-claim.ts'
import { assertLiving } from '#domain/worktree/moves.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { getProject, meantProject } from '#store/queries/projects.ts'
import { findWorktreeOfBrief, getWorktree, openFileClaims, workOfHolder } from '#store/queries/worktrees.ts'
import { commit, type ReadWork, type Write } from '../work.ts'
import { type Meeting, meetings } from './overlaps.ts'

export const claim: Write<'file.claim'> = async (input, work) => {
  const where = await whereOf(work, input)
  const paths = [...new Set(input.paths.map(claimablePath))]
  const expiresAt = later(work.now, (input.minutes ?? usualClaimMinutes) * 60_000)
  const open = await openFileClaims(work.tx, where.projectId, work.now)
  const mine = open.filter(each => each.holder === work.name)
  const claims = paths.map((path): FileClaim => {
    const held = mine.find(each => each.path === path)
    if (held) return { ...held, ...where, expiresAt }
    const id = work.tx.ledger.nextId('file_claim')
    return { id, ...where, path, holder: work.name, claimedAt: work.now, expiresAt, releasedAt: null }
  })
  const theirs = open.filter(each => each.holder !== work.name)
  const met = meetings(claims, theirs)
  // Of what was claimed before too: somebody may have come to it since.
  const earlier = mine.filter(each => !paths.includes(each.path))
  const all = [...met, ...meetings(earlier, theirs)]
  await commit(work, {
    fileClaims: claims,
    events: [
      newEvent('file_claimed', where.briefId, { holder: work.name, paths, until: expiresAt }, where.projectId),
      ...met.flatMap(told),
    ],
  })
  const holders = [...new Set(all.map(each => each.other.holder))]
  return {
    paths,
    expiresAt,
    overlaps: all.map(({ own, other }) => ({
      path: own.path,
      otherPath: other.path,
      holder: other.holder,
      worktreeId: other.worktreeId,
      expiresAt: other.expiresAt,
    })),
    next:
      holders.length === 0
        ? 'Give them back with file.release once you are done.'
        : `Agree with ${holders.join(', ')} who goes first, or work elsewhere; they are told too.`,
  }
}

/** On both Briefs; once where it is one and the same, or neither has one. */
function told({ own, other }: Meeting) {
  const payload = {
    path: own.path,
    holder: own.holder,
    otherPath: other.path,
    otherHolder: other.holder,
    until: other.expiresAt,
  }
  const briefs = [...new Set([own.briefId, other.briefId])]
  const named = briefs.length > 1 ? briefs.filter(each => each !== null) : briefs
  return named.map(briefId => newEvent('file_overlapped', briefId, payload, own.projectId))
}

type Where = Pick<FileClaim, 'projectId' | 'worktreeId' | 'briefId'>

/** Where the paths are: as named, else in what the caller holds a dispatch for. */
async function whereOf(work: ReadWork, input: Parsed<'file.claim'>): Promise<Where> {
  const { tx } = work
  const held = input.briefId === undefined ? await workOfHolder(tx, work.name) : undefined
  if (input.worktreeId !== undefined) {
    const worktree = await getWorktree(tx, input.worktreeId)
    assertLiving(worktree)
    const { id, projectId } = worktree
    // Several may work in one worktree, each on a Brief of its own.
    const own = held?.worktreeId === id ? held.briefId : worktree.briefId
    return { projectId, worktreeId: id, briefId: input.briefId ?? own }
  }
  const briefId = input.briefId ?? held?.briefId
  if (briefId === undefined)
    return { projectId: (await meantProject(tx, input.project)).id, worktreeId: null, briefId: null }
  const brief = await getBrief(tx, briefId)
  const project = await getProject(tx, brief.projectId)
  if (held && input.project !== undefined && input.project !== project.slug)
    return { projectId: (await meantProject(tx, input.project)).id, worktreeId: null, briefId: null }
  const worktreeId = held?.worktreeId ?? (await findWorktreeOfBrief(tx, brief.id))?.id ?? null
  return { projectId: project.id, worktreeId, briefId: brief.id }
}
