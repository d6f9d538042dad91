/** Makes an epic in one call: children, with dependencies on others and among themselves. */

import type { Parsed } from '#contract/catalogue.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { isClosed } from '#domain/status.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { getProject } from '#store/queries/projects.ts'
import { commit, type Write } from '../work.ts'
import { captureInto } from './capture.ts'
import { dependOn } from './relate.ts'

type Child = Parsed<'brief.split'>['children'][number]

export const split: Write<'brief.split'> = async (input, work) => {
  const epic = await getBrief(work.tx, input.briefId)
  if (isClosed(epic.status)) throw new Refusal('brief.closed', { briefId: epic.id, status: epic.status })
  const project = await getProject(work.tx, epic.projectId)
  const children: number[] = []
  for (const child of input.children) {
    const { text, title, spec, dependsOn: _, after: __, ...settings } = child
    children.push((await captureInto(work, project, { text, title, spec, settings, parentId: epic.id })).id)
  }
  await commit(work, { events: [newEvent('split', epic.id, { children })] })
  for (const [at, child] of input.children.entries())
    await dependOn(work, children[at] ?? 0, waitsFor(child, at, children))
  return {
    briefId: epic.id,
    children,
    next: 'Set each to planned with brief.setStatus when its spec says what to build.',
  }
}

function waitsFor(child: Child, at: number, children: number[]): number[] {
  const among = (child.after ?? []).map(position => {
    const id = position === at ? undefined : children[position]
    if (id === undefined)
      throw new Refusal('input.invalid', {
        field: `children.${at}.after`,
        problem: `there is no other child at position ${position}`,
      })
    return id
  })
  return [...(child.dependsOn ?? []), ...among]
}
