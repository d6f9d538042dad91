/** The packet that a Brief would be handed over with now, from a template or from an unsaved text of it. */
import { branchOf } from '#domain/dispatch.ts'
import { assertTemplate, renderPacket, templateName } from '#domain/packet.ts'
import { legs } from '#domain/status.ts'
import { estimateTokens, slugOf } from '#domain/text.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { dispatchesOf, expectedDispatchId } from '#store/queries/dispatches.ts'
import { findWorktreeOfBrief } from '#store/queries/worktrees.ts'
import { packetFacts } from '../dispatch/packet-facts.ts'
import type { Read } from '../work.ts'
import { currentTemplate } from './current.ts'

export const preview: Read<'template.preview'> = async (input, work) => {
  const template = await currentTemplate(work, input.name)
  const body = input.body ?? template.body
  assertTemplate(body)
  const brief = await getBrief(work.tx, input.briefId)
  const [newest] = await dispatchesOf(work.tx, brief.id)
  const worktree = await findWorktreeOfBrief(work.tx, brief.id)
  const packet = renderPacket(
    body,
    await packetFacts(work, brief, {
      leg: legs.find(leg => templateName(leg) === template.name) ?? 'build',
      dispatchId: await expectedDispatchId(work.tx),
      attempt: 1,
      branch: worktree?.branch ?? newest?.branch ?? branchOf(brief.id, slugOf(brief.title)),
      worktree,
    }),
  )
  return { packet, packetTokens: estimateTokens(packet) }
}
