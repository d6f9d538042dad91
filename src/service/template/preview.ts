/** The packet that a Brief would be handed over with now, from a template or from an unsaved text of it. */
import { branchOf } from '#domain/dispatch.ts'
import { assertTemplate, renderPacket, templateName } from '#domain/packet.ts'
import { legs } from '#domain/status.ts'
import { estimateTokens, slugOf } from '#domain/text.ts'
import { expectedId } from '#store/ledger.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { dispatchesOf } from '#store/queries/dispatches.ts'
import { getProject } from '#store/queries/projects.ts'
import { findWorktreeOfBrief } from '#store/queries/worktrees.ts'
import { foreseeWorktree } from '../dispatch/leg-worktree.ts'
import { packetFacts } from '../dispatch/packet-facts.ts'
import type { Read } from '../work.ts'
import { currentTemplate } from './current.ts'

export const preview: Read<'template.preview'> = async (input, work) => {
  const template = await currentTemplate(work, input.name)
  const body = input.body ?? template.body
  assertTemplate(body)
  const brief = await getBrief(work.tx, input.briefId)
  const [newest] = await dispatchesOf(work.tx, brief.id)
  const known = await findWorktreeOfBrief(work.tx, brief.id)
  const leg = legs.find(each => templateName(each) === template.name) ?? 'build'
  const branch = known?.branch ?? newest?.branch ?? branchOf(brief.id, slugOf(brief.title))
  const project = await getProject(work.tx, brief.projectId)
  const id = await expectedId(work.tx, 'worktree')
  const where = await foreseeWorktree(work, { project, brief, leg, branch, known, started: false }, () => id)
  const packet = renderPacket(
    body,
    await packetFacts(work, brief, {
      leg,
      dispatchId: await expectedId(work.tx, 'dispatch'),
      attempt: 1,
      branch,
      ...where,
    }),
  )
  return { packet, packetTokens: estimateTokens(packet) }
}
