/** The chain of a Brief's runs, with how each context filled and what each cost. */
import { contextsOf, runsOfBrief } from '#store/queries/agents.ts'
import { getBrief } from '#store/queries/briefs.ts'
import { attemptsOfBrief, dispatchesOf } from '#store/queries/dispatches.ts'
import type { Read } from '../work.ts'
import { runView } from './view.ts'

/** Points of a curve: more are more than a picture shows. */
const mostPoints = 100

export const runs: Read<'agent.runs'> = async ({ briefId }, work) => {
  await getBrief(work.tx, briefId)
  const found = await runsOfBrief(work.tx, briefId)
  const legs = new Map((await dispatchesOf(work.tx, briefId)).map(each => [each.id, each]))
  const attempts = await attemptsOfBrief(work.tx, briefId)
  const curves = Map.groupBy(
    await contextsOf(
      work.tx,
      found.map(each => each.id),
    ),
    each => each.run_id,
  )
  return {
    items: found.map(run => ({
      ...runView(run, legs.get(run.dispatchId) ?? { leg: 'build' }, attempts),
      usages: run.usages,
      curve: thinned(curves.get(run.id) ?? []).map(({ at, tokens }) => ({ at, tokens })),
    })),
  }
}

/** The first, the last, and evenly in between. */
function thinned<Point>(points: readonly Point[]): Point[] {
  if (points.length <= mostPoints) return [...points]
  const step = (points.length - 1) / (mostPoints - 1)
  return Array.from({ length: mostPoints }, (_, at) => points[Math.round(at * step)]).filter(each => each !== undefined)
}
