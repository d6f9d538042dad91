/** A gate has run: the verdict is kept for its tree, and told to each Brief whose work was in it. */
import type { Parsed } from '#contract/catalogue.ts'
import { newEvent } from '#domain/events/catalogue.ts'
import { verdictOf } from '#domain/landing/verdict.ts'
import { getSubmission, verdictsOf } from '#store/queries/merges.ts'
import { commit, type WriteWork } from '../work.ts'

type Judged = Extract<Parsed<'merge.settle'>['finding'], { what: 'judged' }>

/** Lines of a log that the trace repeats. */
const linesTold = 40

export async function judged(work: WriteWork, projectId: number, { run, mergeIds }: Judged): Promise<boolean> {
  const verdict = verdictOf(run, await verdictsOf(work.tx, projectId, [run.tree]))
  const { gate, outcome, commit: at, summary, tookMs } = verdict
  const isGreen = outcome === 'passed' || outcome === 'flaky'
  const told = { gate, outcome, commit: at, summary, mergeIds, tookMs }
  const payload = isGreen ? told : { ...told, lines: verdict.lines.slice(-linesTold) }
  const about = await Promise.all(mergeIds.map(each => getSubmission(work.tx, each)))
  const briefIds = [...new Set(about.map(each => each.briefId))]
  await commit(work, {
    verdicts: [{ ...verdict, id: work.tx.ledger.nextId('verdict'), projectId, mergeIds }],
    events: (briefIds.length > 0 ? briefIds : [null]).map(briefId =>
      newEvent(isGreen ? 'gate_passed' : 'gate_failed', briefId, payload, projectId),
    ),
  })
  return true
}
