/** Where flower.yaml says `submit: ask`, an operator is asked once for each finished leg whether it shall land. */
import { briefRef } from '#domain/ref.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { decisionsOf } from '#store/queries/decisions.ts'
import { dispatchesOf } from '#store/queries/dispatches.ts'
import { askers, houseAnswers, houseAsksOperator } from '../decision/house-asks.ts'
import type { ReadWork, WriteWork } from '../work.ts'

type Consent = 'none' | 'asked' | 'yes' | 'no'

const question = (briefId: number): string => `Shall ${briefRef(briefId)} land?`

export async function consentOf(work: ReadWork, briefId: number): Promise<Consent> {
  const finishedAt = (await dispatchesOf(work.tx, briefId))[0]?.endedAt ?? ''
  const asked = (await decisionsOf(work.tx, briefId)).find(
    each => each.askedBy === askers.queue && each.header === question(briefId) && each.askedAt >= finishedAt,
  )
  if (!asked) return 'none'
  if (asked.status === 'open') return 'asked'
  return asked.option === houseAnswers.land ? 'yes' : 'no'
}

export async function askConsent(work: WriteWork, briefId: number): Promise<boolean> {
  if ((await consentOf(work, briefId)) !== 'none') return false
  const { projectId, title } = await getBrief(work.tx, briefId)
  await houseAsksOperator(work, {
    projectId,
    briefId,
    header: question(briefId),
    body: `${title} is finished. \`main.submit: ask\` of flower.yaml wants your word before it enters the merge queue.`,
    options: [houseAnswers.land, 'Not yet'],
    askedBy: askers.queue,
  })
  return true
}
