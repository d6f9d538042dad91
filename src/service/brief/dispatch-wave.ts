/** Hands over, of an epic, every child that has nothing in its way. All of them or, where one is refused, none. */
import type { Output } from '#contract/catalogue.ts'
import type { Brief } from '#domain/brief.ts'
import { nextWave } from '#domain/next-wave.ts'
import { briefRef } from '#domain/ref.ts'
import { Refusal } from '#domain/refusal.ts'
import { blocksOf, getBrief } from '#store/queries/briefs.ts'
import { relativesOf } from '#store/queries/standing.ts'
import type { WriteWork } from '../work.ts'

type Answer = Output<'brief.dispatch'>

/** `handOver` does it for one child. */
export async function dispatchWave(
  work: WriteWork,
  epic: Brief,
  handOver: (child: Brief) => Promise<Answer>,
): Promise<Answer> {
  const members = await membersOf(work, epic.id)
  const { ready, waiting } = nextWave(members)
  const answers: Answer[] = []
  for (const { brief } of members) if (ready.includes(brief.id)) answers.push(await handOver(brief))
  const [first] = answers
  if (!first) throw new Refusal('brief.no_wave', { briefId: epic.id, because: wordsOf(waiting), waiting })
  const handedOver = answers.map(({ briefId, dispatchId, branch }) => ({ briefId, dispatchId, branch }))
  const refs = handedOver.map(each => briefRef(each.briefId)).join(', ')
  const later = waiting.length > 0 ? ' The others say why they wait; hand over the next wave the same way.' : ''
  return { ...first, wave: { handedOver, waiting }, next: `Agents take ${refs} with dispatch.claim.${later}` }
}

async function membersOf({ tx }: WriteWork, epicId: number) {
  const children = (await relativesOf(tx, epicId)).filter(each => each.relation === 'child')
  const members = []
  for (const { id } of children) {
    const isEpic = (await relativesOf(tx, id)).some(each => each.relation === 'child')
    members.push({ brief: await getBrief(tx, id), blocked: await blocksOf(tx, id), isEpic })
  }
  return members
}

function wordsOf(waiting: readonly { briefId: number; because: string }[]): string {
  if (waiting.length === 0) return 'it has no open children'
  return waiting.map(each => `${briefRef(each.briefId)}: ${each.because}`).join('; ')
}
