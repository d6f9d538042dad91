/** The gates of a submission as they stand now. Pure. */
import type { Output } from '#contract/catalogue.ts'
import type { MergeView } from '#contract/shapes.ts'
import type { WorkState } from '../../bloom/glyph.tsx'
import { tookWords } from './words.ts'

export type Verdict = Output<'merge.show'>['merge']['verdicts'][number]

export type GateShown = {
  name: string
  state: WorkState
  /** Beside its name: how long it took, or what became of it. */
  note: string
  /** Its newest run; undefined while there is none. */
  run: Verdict | undefined
  /** Somebody should look at what it said. */
  isRed: boolean
  isFlake: boolean
}

/**
 * @param names - the gates of MAIN, in their order
 * @param verdicts - newest first, as the house answers them; those of older trees are passed over
 */
export function gatesOf(
  names: readonly string[],
  verdicts: readonly Verdict[],
  { status }: Pick<MergeView, 'status'>,
): GateShown[] {
  const tree = verdicts[0]?.tree
  const runs = verdicts.filter(each => each.tree === tree)
  const others = runs.map(each => each.gate).filter(gate => !names.includes(gate))
  const all = [...names, ...new Set(others.toReversed())]
  const gates = all.map(name =>
    shown(
      name,
      runs.find(each => each.gate === name),
    ),
  )
  const next = gates.find(each => each.run === undefined)
  if (status === 'testing' && next && !gates.some(each => each.isRed)) {
    next.state = 'running'
    next.note = 'runs'
  }
  return gates
}

function shown(name: string, run: Verdict | undefined): GateShown {
  if (!run) return { name, state: 'queued', note: '', run, isRed: false, isFlake: false }
  const took = tookWords(run.tookMs)
  const one = { name, run, isRed: false, isFlake: false }
  if (run.outcome === 'passed') return { ...one, state: 'done', note: took }
  if (run.outcome === 'flaky') return { ...one, state: 'done', note: `${took} on retry, a flake`, isFlake: true }
  if (run.outcome === 'void') return { ...one, state: 'waits', note: 'changed what it judged, so it says nothing' }
  const red = run.outcome === 'timed_out' ? 'red: out of time' : 'red'
  return { ...one, state: 'failed', note: red, isRed: true }
}
