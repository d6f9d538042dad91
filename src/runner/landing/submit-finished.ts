/** Puts finished work into the queue by itself, or asks an operator first where flower.yaml says so. */
import type { Configuration } from '#domain/configuration/configuration.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Ground, tell } from './ground.ts'

export async function submitFinished(ground: Ground, { main }: Pick<Configuration, 'main'>): Promise<void> {
  const { item, client } = ground
  const { finished, landed } = await client.call('merge.finished', { projectId: item.project.id })
  for (const { briefId, branch, target, consent } of finished) {
    if (briefId === null || consent === 'asked' || consent === 'no') continue
    if (main.submit === 'ask' && consent === 'none') {
      await tell(ground, { what: 'ask', briefId })
      continue
    }
    try {
      await client.call('merge.submit', { briefId })
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason
      if (reason.code === 'merge.unfit' || reason.code === 'merge.landed')
        await tell(ground, {
          what: 'nothing',
          briefId,
          branch,
          target,
          reason: String(reason.data['because'] ?? reason.message),
        })
    }
  }
  for (const briefId of landed) await tell(ground, { what: 'complete', briefId })
}
