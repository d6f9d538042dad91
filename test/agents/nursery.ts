/** A garden in which flower starts agents that follow scripts: each Brief's labels or words choose nothing, its leg does. */
import type { Step } from '#machine/agents/script.ts'
import { type Garden, type Scene, startScene } from '../landing/garden.ts'

export type Scripts = Record<string, Step[]>

/** What ends a leg in good order. */
export const completes = (summary = 'Done.'): Step => ({
  call: 'dispatch.complete',
  input: { dispatchId: '{{dispatchId}}', token: '{{token}}', summary },
})

export const claims: Step = { call: 'dispatch.claim', input: {} }

/** A bed of its own for each Brief, so that nothing meets. */
export const plants = (flower = 'rose'): Step[] => [
  claims,
  { write: 'beds-{{briefId}}', text: `${flower}\n` },
  { commit: 'Plant a bed' },
]

export type Nursery = { scene: Scene; garden: Garden }

/** Harnesses by name, each with its script; `yaml` are further lines of flower.yaml. */
export async function openNursery(
  name: string,
  scripts: Scripts,
  yaml = '',
  env: Record<string, string> = {},
): Promise<Nursery> {
  const scene = await startScene({ env })
  const garden = await plantNursery(scene, name, scripts, yaml)
  return { scene, garden }
}

export function plantNursery(scene: Scene, name: string, scripts: Scripts, yaml = '', more = ''): Promise<Garden> {
  const files = Object.fromEntries(
    Object.entries(scripts).map(([harness, steps]) => [`${harness}.json`, `${JSON.stringify({ steps })}\n`]),
  )
  const harnesses = Object.keys(scripts)
    .filter(name => !name.includes('.'))
    .map(harness => `    ${harness}: { scripted: ${harness}.json }`)
  return scene.garden(name, { files, yaml: `${more}agents:\n${yaml}  harnesses:\n${harnesses.join('\n')}\n` })
}
