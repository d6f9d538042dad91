/** What is asked of MAIN and what was found of it: each as the next record and the events that explain it. */
import { z } from 'zod'
import type { Change } from '../change.ts'
import { newEvent } from '../events/catalogue.ts'
import { Refusal } from '../refusal.ts'
import { Late, Layer, type Main, type MainErrand, MainStanding, Overlap, Saved } from './main.ts'

export type MainChange = Change & { mains: [Main] }

/** What the runner tells of MAIN. */
export const MainFinding = z.discriminatedUnion('what', [
  z.object({ what: z.literal('looked'), standing: MainStanding, layers: z.array(Layer).optional() }),
  z.object({
    what: z.literal('saved'),
    saved: Saved.omit({ number: true, active: true, worktreeId: true, at: true, late: true }),
    /** By the rescue under way, which has brought MAIN back to its commit. */
    isBack: z.boolean().optional(),
  }),
  z.object({ what: z.literal('begun'), journal: z.object({ ref: z.string(), worktreeId: z.int().nullable() }) }),
  z.object({ what: z.literal('rescued'), ref: z.string(), worktreeId: z.int(), late: Late.optional() }),
  z.object({ what: z.literal('layers'), layers: z.array(Layer) }),
  z.object({ what: z.literal('guarded'), installed: z.boolean(), layers: z.array(Layer) }),
  /** `over`: what failed had not begun, so that nothing of it is to be gone on with. */
  z.object({ what: z.literal('failed'), reason: z.string(), over: z.boolean().optional() }),
  z.object({ what: z.literal('seen'), refs: z.record(z.string(), z.string()) }),
  z.object({ what: z.literal('forecast'), overlaps: z.array(Overlap), at: z.string() }),
])
export type MainFinding = z.infer<typeof MainFinding>

/** Savings that stay listed; their refs stay longer. */
const mostListed = 100

const asking = (main: Main, errand: MainErrand, more: Partial<Main> = {}): MainChange => ({
  mains: [{ ...main, ...more, errand, reason: null }],
  events: [newEvent('main_requested', null, { errand }, main.id)],
})

/** Asks for the hooks to be put in place or taken away. */
export function askGuard(main: Main, install: boolean): Change {
  const errand = install ? 'guard' : 'unguard'
  if (main.errand === errand) return { events: [] }
  refuseBusy(main)
  return asking(main, errand, { guarded: install })
}

/** Asks for what came into MAIN from outside to be moved into a worktree of the given name; one that had begun is gone on with. */
export function askRescue(main: Main, name: string | undefined, project: string): Change {
  if (main.errand === 'rescue') return { events: [] }
  refuseBusy(main)
  const status = main.standing?.status
  if (status !== 'dirty' && !main.journal)
    throw new Refusal('main.nothing_to_rescue', { project, status: status ?? 'not looked at' })
  return asking(main, 'rescue', { rescueTo: name ?? null })
}

function refuseBusy(main: Main): void {
  if (main.errand) throw new Refusal('main.busy', { errand: main.errand })
}

/** `active`: who holds work in the project now. `ours`: commits that the merge queue put on MAIN or is putting there. */
export type MainContext = { now: string; active: string[]; ours: (commit: string) => boolean }

export function settleMain(main: Main, finding: MainFinding, context: MainContext): Change {
  switch (finding.what) {
    case 'looked':
      return looked(main, finding, context)
    case 'layers':
      return { mains: [{ ...main, layers: finding.layers }], events: alarms(main, finding.layers) }
    case 'saved':
      return saved(main, finding, context)
    case 'begun':
      return { mains: [{ ...main, journal: finding.journal }], events: [] }
    case 'rescued':
      return rescued(main, finding)
    case 'guarded':
      return {
        mains: [{ ...main, errand: null, reason: null, layers: finding.layers }],
        events: [newEvent('main_guarded', null, { installed: finding.installed }, main.id)],
      }
    case 'failed':
      return failed(main, finding)
    case 'seen':
      return { mains: [{ ...main, seen: finding.refs }], events: [] }
    case 'forecast':
      return { mains: [{ ...main, overlaps: finding.overlaps, forecastAt: finding.at }], events: [] }
  }
}

/** A rescue that had begun may have moved files already: the next one goes on with it, under the same ref. */
function failed(main: Main, { reason, over }: Extract<MainFinding, { what: 'failed' }>): MainChange {
  const errand = main.errand ?? 'errand'
  const journal = errand === 'rescue' && over ? null : main.journal
  const goesOn = errand === 'rescue' && journal ? ` main.rescue goes on with it, as ${journal.ref}.` : ''
  const words = `${reason}${goesOn}`
  return {
    mains: [{ ...main, errand: null, journal, reason: words }],
    events: [newEvent('main_errand_failed', null, { errand, reason: words }, main.id)],
  }
}

/** Only what differs is news: the same look again says nothing. */
function looked(
  main: Main,
  { standing, layers }: Extract<MainFinding, { what: 'looked' }>,
  { ours }: MainContext,
): Change {
  const before = main.standing?.status
  const { status, detail, tip } = standing
  const from = main.standing?.tip ?? null
  const moved = main.standing !== null && tip !== null && tip !== from && !ours(tip)
  const strays = status === 'off_branch' || status === 'busy' || status === 'missing'
  const events = [
    ...(strays && before !== status ? [newEvent('main_strayed', null, { status, detail }, main.id)] : []),
    ...(status === 'clean' && before && wasAstray(before) ? [newEvent('main_cleared', null, { tip }, main.id)] : []),
    ...(moved ? [newEvent('main_moved', null, { from, to: tip }, main.id)] : []),
    ...alarms(main, layers ?? main.layers),
  ]
  return { mains: [{ ...main, standing, since: main.since ?? tip, layers: layers ?? main.layers }], events }
}

const wasAstray = (status: MainStanding['status']): boolean =>
  status === 'dirty' || status === 'off_branch' || status === 'busy' || status === 'missing'

/** Hooks that were there and are changed or gone by somebody else's hand. */
function alarms(main: Main, layers: Layer[]): Change['events'] {
  const of = (all: Layer[]) => all.find(each => each.layer === 'git')
  const [before, now] = [of(main.layers), of(layers)]
  if (!main.guarded || before?.state !== 'in_force' || !now || now.state === 'in_force') return []
  return [newEvent('main_unguarded', null, { detail: now.detail || now.state }, main.id)]
}

function saved(
  main: Main,
  { saved: found, isBack }: Extract<MainFinding, { what: 'saved' }>,
  { now, active }: { now: string; active: string[] },
): Change {
  const journal = isBack && main.journal ? { ...main.journal, isBack } : main.journal
  if (main.saved.some(each => each.ref === found.ref)) return { mains: [{ ...main, journal }], events: [] }
  const number = (main.saved[0]?.number ?? 0) + 1
  const one: Saved = { ...found, number, active, at: now, worktreeId: null }
  const { ref, files, changed } = found
  return {
    mains: [{ ...main, journal, saved: [one, ...main.saved].slice(0, mostListed) }],
    events: [newEvent('main_changed', null, { number, ref, files, changed, active }, main.id)],
  }
}

function rescued(main: Main, { ref, worktreeId, late }: Extract<MainFinding, { what: 'rescued' }>): Change {
  const one = main.saved.find(each => each.ref === ref)
  const payload = { ref, worktreeId, files: one?.files ?? [], changed: one?.changed ?? 0, late }
  return {
    mains: [
      {
        ...main,
        errand: null,
        journal: null,
        reason: null,
        rescueTo: null,
        saved: main.saved.map(each => (each.ref === ref ? { ...each, worktreeId, late } : each)),
      },
    ],
    events: [newEvent('main_rescued', null, payload, main.id)],
  }
}
