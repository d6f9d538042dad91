/** What `flower init` does once it is agreed to: one file, or MAIN's guard, which the house puts in place. */
import type { Client } from '#client/client.ts'
import { withGuard, withoutGuard } from '#domain/connecting/record.ts'
import { keepRecord } from '#machine/connecting/keep-record.ts'
import { harmless } from '#surface/terminal/harmless.ts'
import type { Paper } from '#surface/terminal/paper.ts'
import { openRecord, putInPlace, takeBack } from './carry-out.ts'
import type { Question } from './choose.ts'
import type { Ground } from './plan.ts'
import type { Change } from './planned.ts'
import { show } from './show.ts'

export type Step = { does: 'put' | 'take_back'; change: Change } | { does: 'guard' | 'unguard' }

export type Hands = {
  ground: Ground
  /** flower's own home. */
  home: string
  client: () => Promise<Client>
  /** Whether a flower runs that puts MAIN's guard in place. */
  isServed: () => Promise<boolean>
  /** Words beside the answer. */
  say: (line: string) => unknown
}

const SECONDS_TO_WAIT = 20

export function questionOf(step: Step, paper: Paper): Question<Step> {
  if (!('change' in step)) return { item: step, ...guardQuestion(step.does, paper), asksAlone: false }
  const { does, change } = step
  const verb = does === 'take_back' ? 'Put back' : change.before ? 'Change' : 'Make'
  return {
    item: step,
    show: show(change, paper),
    ask: `${verb} ${harmless(change.shown)}?`,
    asksAlone: change.asksAlone,
  }
}

function guardQuestion(does: 'guard' | 'unguard', paper: Paper): { show: string; ask: string } {
  const words =
    does === 'guard' ? 'git’s hooks, which let only the merge queue move MAIN’s branch.' : 'git’s hooks go again.'
  const ask = does === 'guard' ? 'Guard MAIN?' : 'Take MAIN’s guard away?'
  return { show: `${paper.ink('bold', 'MAIN’s guard')}  ${paper.ink('faint', words)}\n`, ask }
}

export async function carryOut(step: Step, { ground, home, client, isServed, say }: Hands): Promise<void> {
  if (step.does === 'put') return putInPlace(ground, home, step.change)
  if (step.does === 'take_back') return takeBack(ground, home, step.change)
  const house = await client()
  const { project } = await house.call('project.register', { path: ground.top })
  const wait = (await isServed()) ? SECONDS_TO_WAIT : 0
  const { errand } = await house.call('main.guard', { project, install: step.does === 'guard', wait })
  const keep = step.does === 'guard' ? withGuard : withoutGuard
  await keepRecord(home, keep(await openRecord(home), ground.gitDir))
  if (errand !== null) say('MAIN’s guard waits for a running flower: flower up')
}
