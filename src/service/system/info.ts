/** What this installation is, who asks, and how much is in it. */
import { sitePattern } from '#domain/serving/site-name.ts'
import { countHouse, glanceAtMains } from '#store/queries/counts.ts'
import { chainHead } from '#store/queries/events.ts'
import { findPause } from '#store/queries/settings.ts'
import { machineOf } from '../facts.ts'
import type { Read } from '../work.ts'

export const info: Read<'system.info'> = async (_, work) => {
  const { version, home, readOnly } = machineOf(work)
  return {
    version,
    store: work.tx.dialect,
    home,
    sites: work.sitePort === null ? null : sitePattern(work.sitePort),
    actor: work.name,
    role: work.role,
    seq: (await chainHead(work.tx)).seq,
    paused: await findPause(work.tx),
    readOnly,
    ...(await countHouse(work.tx)),
    mains: await glanceAtMains(work.tx),
  }
}
