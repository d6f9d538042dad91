/** What a gate said of a tree, and what all of that together means. */
import { z } from 'zod'
import type { Gate } from './gate.ts'

/**
 * passed: green at the first run; flaky: green after a red run of the same; void: the gate itself changed what it judged,
 * so that it says nothing.
 */
export const verdictOutcomes = ['passed', 'failed', 'timed_out', 'void', 'flaky'] as const
export const VerdictOutcome = z.enum(verdictOutcomes)
export type VerdictOutcome = z.infer<typeof VerdictOutcome>

/** One run of a gate. What it said is never changed once it is kept. */
export const Verdict = z.object({
  tree: z.string(),
  gate: z.string(),
  definitionHash: z.string(),
  /** What it ran with: compilers, interpreters, the system. */
  toolchain: z.string(),
  /** The commit that it ran on, whose tree it is. */
  commit: z.string(),
  /** Counts the runs of the four above, from 1. */
  run: z.int().min(1),
  outcome: VerdictOutcome,
  /** What became of it, in one line. */
  summary: z.string(),
  /** Null when a signal ended it or it never started. */
  exitCode: z.int().nullable(),
  /** Where its log is: the folder of the run, by its name. */
  log: z.string(),
  /** The last of what it said. */
  lines: z.array(z.string()),
  startedAt: z.string(),
  /** Milliseconds. */
  tookMs: z.int(),
  /** Since when it counts no more, as somebody put in again what it was red on; it stays to be read. Never of a green one. */
  asideAt: z.string().nullable().default(null),
})
export type Verdict = z.infer<typeof Verdict>

/** As the machine tells it, before it is known to be a first run or a retry. */
export type GateRun = Omit<Verdict, 'run' | 'outcome' | 'asideAt'> & { outcome: Exclude<VerdictOutcome, 'flaky'> }

/** Runs of one gate on one tree that may end void; then it is red, or it would be run for ever. */
export const voidRunsAllowed = 2

type Key = Pick<Verdict, 'tree' | 'gate' | 'definitionHash' | 'toolchain'>

const isOf = (key: Key) => (each: Verdict) =>
  each.tree === key.tree &&
  each.gate === key.gate &&
  each.definitionHash === key.definitionHash &&
  each.toolchain === key.toolchain

const isRed = ({ outcome }: Verdict): boolean => outcome === 'failed' || outcome === 'timed_out'
export const isGreen = ({ outcome }: Verdict): boolean => outcome === 'passed' || outcome === 'flaky'

/** The verdict to keep for a run: its number, and whether a pass after a red run was a flake. */
export function verdictOf(run: GateRun, verdicts: readonly Verdict[]): Verdict {
  const earlier = verdicts.filter(isOf(run))
  const outcome = run.outcome === 'passed' && earlier.some(isRed) ? 'flaky' : run.outcome
  return { ...run, outcome, run: earlier.length + 1, asideAt: null }
}

/** Whether a verdict still says so: put in anew meanwhile, a submission is judged anew. */
export const stillCounts = (verdict: Verdict, kept: readonly Verdict[]): boolean =>
  kept.some(each => isOf(verdict)(each) && each.run === verdict.run && each.asideAt === null)

export type Standing =
  /** One verdict for each gate. */
  | { is: 'green'; verdicts: Verdict[] }
  /** `verdict` is the last of the runs that made it red. */
  | { is: 'red'; verdict: Verdict }
  /** `gate` has to be run; `because` says whether it was before. */
  | { is: 'open'; gate: Gate; because: 'first' | 'flake' | 'void' }

/** How a tree stands with all gates; the first that is red or open in their order counts. */
export function standingOf(
  tree: string,
  { gates, toolchain }: { gates: readonly Gate[]; toolchain: string },
  verdicts: readonly Verdict[],
): Standing {
  const green: Verdict[] = []
  for (const gate of gates) {
    const runs = verdicts.filter(isOf({ ...gate, gate: gate.name, tree, toolchain }))
    const one = standingWith(gate, runs)
    if (one.is !== 'green') return one
    green.push(...one.verdicts)
  }
  return { is: 'green', verdicts: green }
}

function standingWith(gate: Gate, all: readonly Verdict[]): Standing {
  const runs = all.filter(({ asideAt }) => asideAt === null)
  const green = runs.find(isGreen)
  if (green) return { is: 'green', verdicts: [green] }
  const red = runs.filter(isRed)
  const said = red.at(-1)
  if (said && red.length > gate.retries) return { is: 'red', verdict: said }
  const empty = runs.filter(({ outcome }) => outcome === 'void')
  const last = empty.at(-1)
  if (last && empty.length >= voidRunsAllowed) return { is: 'red', verdict: last }
  return { is: 'open', gate, because: runs.at(-1)?.outcome === 'void' ? 'void' : said ? 'flake' : 'first' }
}

/** As it stands in the store. `mergeIds` are those whose commits it judged beyond the line's. */
export const KeptVerdict = Verdict.extend({ id: z.int(), projectId: z.int(), mergeIds: z.array(z.int()) })
export type KeptVerdict = z.infer<typeof KeptVerdict>

/** Sets aside the red runs that kept a submission out: those that judged it, and those of the tip that it was held on. */
export const setAside = (
  verdicts: readonly KeptVerdict[],
  { id, heldAt }: { id: number; heldAt: string | null },
  now: string,
): KeptVerdict[] =>
  verdicts
    .filter(each => !isGreen(each) && each.asideAt === null)
    .filter(({ mergeIds, commit }) => mergeIds.includes(id) || (mergeIds.length === 0 && commit === heldAt))
    .map(each => ({ ...each, asideAt: now }))
