/** Saves what somebody changed in MAIN as a ref and a patch, before anybody decides what becomes of it. */
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import type { MainStanding } from '#domain/main/main.ts'
import { writePatch } from '#machine/main/patch.ts'
import { snapshotMain } from '#machine/main/snapshot.ts'
import { nextRescueRef } from '#machine/rescue/rescue-ref.ts'
import type { MainItem, MainMachine } from './ground.ts'
import { placeOfMain } from './standing.ts'

export async function save(
  client: Client,
  machine: MainMachine,
  { project }: MainItem,
  { files, changed }: MainStanding,
): Promise<void> {
  const place = placeOfMain(project)
  const ref = await nextRescueRef(project.gitDir, 'main')
  const kept = await snapshotMain(place, ref)
  if (kept.outcome !== 'kept') throw new Error(`what was changed in MAIN could not be saved: ${JSON.stringify(kept)}`)
  const patch = join(machine.rescues, project.slug, `main-${ref.slice(ref.lastIndexOf('/') + 1)}.patch`)
  await writePatch(place, patch)
  await client.call('main.settle', {
    projectId: project.id,
    finding: { what: 'saved', saved: { ref, patch, files, changed } },
  })
}
