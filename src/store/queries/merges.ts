/** The merge queue, what gates said, and what landed. */
import { sql } from 'kysely'
import { type Landing, type LandingStep, pushStep } from '#domain/landing/landing.ts'
import type { Submission } from '#domain/landing/submission.ts'
import type { KeptVerdict } from '#domain/landing/verdict.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Row } from '../codec.ts'
import { isListed } from '../conditions.ts'
import { landingRow, landingStepRow, proofRow, submissionRow, verdictRow } from '../rows.ts'
import { type ReadTx, statement, statementOfMany } from '../transaction.ts'

const byId = statement<Row<Submission>>('select * from merges where id = ?')
const live = statement<Row<Submission>>(
  `select * from merges where project_id = ? and status in ('queued', 'testing', 'landing') order by id`,
)
const liveEverywhere = statement<Row<Submission>>(
  `select * from merges where status in ('queued', 'testing', 'landing') and ${isListed('project_id')} order by id`,
)
const ofBranch = statement<Row<Submission>>(
  'select * from merges where project_id = ? and branch = ? order by id desc limit 1',
)
const ofBrief = statement<Row<Submission>>('select * from merges where brief_id = ? order by id desc limit ?')

export async function getSubmission(tx: ReadTx, id: number): Promise<Submission> {
  const [row] = await byId(tx, id)
  if (!row) throw new Refusal('merge.missing', { mergeId: id })
  return submissionRow.read(row)
}

/** Oldest first. */
export const liveSubmissions = async (tx: ReadTx, projectId?: number): Promise<Submission[]> =>
  (projectId === undefined ? await liveEverywhere(tx) : await live(tx, projectId)).map(submissionRow.read)

/** The newest of a branch, whatever became of it. */
export async function findSubmissionOf(tx: ReadTx, projectId: number, branch: string): Promise<Submission | undefined> {
  const [row] = await ofBranch(tx, projectId, branch)
  return row && submissionRow.read(row)
}

const allOfBranch = statement<Row<Submission>>(
  'select * from merges where project_id = ? and branch = ? order by id desc limit 100',
)
/** Newest first. */
export const submissionsOfBranch = async (tx: ReadTx, projectId: number, branch: string): Promise<Submission[]> =>
  (await allOfBranch(tx, projectId, branch)).map(submissionRow.read)

const reverts = statement<Row<Submission>>(
  `select * from merges where project_id = ? and branch >= 'flower/revert-m' and branch < 'flower/revert-n' and status = 'landed' order by id desc`,
)
/** What took a landing back, newest first. */
export const landedReverts = async (tx: ReadTx, projectId: number): Promise<Submission[]> =>
  (await reverts(tx, projectId)).map(submissionRow.read)

/** Newest first. */
export const submissionsOf = async (tx: ReadTx, briefId: number, limit: number): Promise<Submission[]> =>
  (await ofBrief(tx, briefId, limit)).map(submissionRow.read)

export type SubmissionPage = {
  projectId: number | undefined
  briefId: number | undefined
  before: number | undefined
  limit: number
}

/** Newest first, live and ended. */
export async function listSubmissions(tx: ReadTx, page: SubmissionPage): Promise<Submission[]> {
  let query = tx.db.selectFrom('merges').selectAll().orderBy('id', 'desc').limit(page.limit)
  if (page.projectId !== undefined) query = query.where('project_id', '=', page.projectId)
  else if (page.briefId === undefined) query = query.where(sql<boolean>`${sql.raw(isListed('project_id'))}`)
  if (page.briefId !== undefined) query = query.where('brief_id', '=', page.briefId)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return (await query.execute()).map(submissionRow.read)
}

export async function verdictsOf(tx: ReadTx, projectId: number, trees: readonly string[]): Promise<KeptVerdict[]> {
  if (trees.length === 0) return []
  const rows = await tx.db
    .selectFrom('verdicts')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('tree', 'in', [...trees])
    .orderBy('id')
    .execute()
  return rows.map(verdictRow.read)
}

const redAbout = statement<Row<KeptVerdict>>(
  `select * from verdicts where project_id = ? and aside_at is null and outcome not in ('passed', 'flaky') order by id desc limit 2000`,
)
/** Red runs that count, newest first. */
export const redVerdicts = async (tx: ReadTx, projectId: number): Promise<KeptVerdict[]> =>
  (await redAbout(tx, projectId)).map(verdictRow.read)

/** A submission is named in the JSON list of those that a run judged. */
const newestVerdicts = statement<Row<KeptVerdict>>(
  'select * from verdicts where project_id = ? and started_at >= ? order by id desc limit 500',
)

/** The runs of gates that judged a submission since it was submitted, newest first. */
export const verdictsAbout = async (tx: ReadTx, submission: Submission): Promise<KeptVerdict[]> =>
  (await newestVerdicts(tx, submission.projectId, submission.submittedAt))
    .map(verdictRow.read)
    .filter(each => each.mergeIds.includes(submission.id))

const lastRun = statement<{ at: string | null }>('select max(started_at) as at from verdicts where project_id = ?')
const lastLanding = statement<{ at: string | null }>('select max(at) as at from landings where project_id = ?')
/** When a gate was begun last that has ended, and when something landed last. */
export const lastMoves = async (tx: ReadTx, projectId: number): Promise<string[]> =>
  [...(await lastRun(tx, projectId)), ...(await lastLanding(tx, projectId))].flatMap(({ at }) => at ?? [])

const landingAt = statement<Row<Landing>>('select * from landings where project_id = ? and "commit" = ? limit 1')

export async function findLanding(tx: ReadTx, projectId: number, commit: string): Promise<Landing | undefined> {
  const [row] = await landingAt(tx, projectId, commit)
  return row && landingRow.read(row)
}

const newestOn = statement<{ commit: string }>(
  'select "commit" from landings where project_id = ? and branch = ? order by id desc limit 20',
)
/** Commits that came last onto a branch, by the queue or judged from outside; newest first, at most 20. */
export const newestCommitsOn = async (tx: ReadTx, projectId: number, branch: string): Promise<string[]> =>
  (await newestOn(tx, projectId, branch)).map(row => row.commit)

const proofs = statement<Row<Pick<Landing, 'tree' | 'gates'>>>('select tree, gates from landings where project_id = ?')

/** What every proof says, whatever line its commit is on: it is of a tree. */
export const proofsOf = async (tx: ReadTx, projectId: number): Promise<Pick<Landing, 'tree' | 'gates'>[]> =>
  (await proofs(tx, projectId)).map(proofRow.read)

/** Newest first. */
export async function listLandings(
  tx: ReadTx,
  page: { projectId: number; before: number | undefined; limit: number },
): Promise<Landing[]> {
  let query = tx.db.selectFrom('landings').selectAll().where('project_id', '=', page.projectId)
  if (page.before !== undefined) query = query.where('id', '<', page.before)
  return (await query.orderBy('id', 'desc').limit(page.limit).execute()).map(landingRow.read)
}

const since = statement<Row<Landing>>('select * from landings where project_id = ? and at > ? order by id desc limit ?')
const briefsOfMerges = statementOfMany<{ brief_id: number }>(
  'select brief_id from merges where id in :ids and brief_id is not null order by id',
)

/** What landed after a moment, newest first, with the Briefs that it brought. */
export async function landingsSince(
  tx: ReadTx,
  projectId: number,
  at: string,
  limit: number,
): Promise<{ briefIds: number[]; commit: string; at: string }[]> {
  const found = []
  for (const row of await since(tx, projectId, at, limit)) {
    const landing = landingRow.read(row)
    const briefIds = (await briefsOfMerges(tx, landing.mergeIds)).map(each => each.brief_id)
    found.push({ briefIds, commit: landing.commit, at: landing.at })
  }
  return found
}

const steps = statementOfMany<Row<LandingStep>>('select * from landing_steps where landing_id in :ids order by id')
const openSteps = statement<Row<LandingStep>>(
  `select * from landing_steps where project_id = ? and status in ('asked', 'due', 'running') order by id`,
)
const stepById = statement<Row<LandingStep>>('select * from landing_steps where id = ?')

export const stepsOf = async (tx: ReadTx, landingIds: readonly number[]): Promise<LandingStep[]> =>
  (await steps(tx, landingIds)).map(landingStepRow.read)
export const openStepsOf = async (tx: ReadTx, projectId: number): Promise<LandingStep[]> =>
  (await openSteps(tx, projectId)).map(landingStepRow.read)
const pushes = statement<Row<LandingStep> & { landed_at: string }>(
  `select s.*, l.at as landed_at from landing_steps s join landings l on l.id = s.landing_id where s.project_id = ? and s.name = ? order by s.id desc limit 1`,
)
/** The push after the newest landing that was to be pushed: what it brings, earlier ones have brought too. */
export async function lastPushOf(
  tx: ReadTx,
  projectId: number,
): Promise<{ step: LandingStep; landedAt: string } | undefined> {
  const [row] = await pushes(tx, projectId, pushStep)
  return row && { step: landingStepRow.read(row), landedAt: row.landed_at }
}
export async function findStep(tx: ReadTx, id: number): Promise<LandingStep | undefined> {
  const [row] = await stepById(tx, id)
  return row && landingStepRow.read(row)
}

/** Briefs whose last leg is done and whose work waits to be submitted: finished after whatever was submitted before, or was found not to be to land. */
const finished = statement<{ id: number }>(
  `select b.id from briefs b where b.project_id = ? and b.status = 'in_review' and (b.review = 0 or b.reviewed = 'pass') and (b.reviewed is null or b.reviewed <> 'changes')
    and not exists (select 1 from dispatches d where d.brief_id = b.id and d.status in ('queued', 'claimed', 'running'))
    and exists (select 1 from dispatches d where d.brief_id = b.id and d.status = 'done' and d.leg in ('build', 'fix', 'review')
      and not exists (select 1 from merges m where m.brief_id = b.id and m.moved_at >= d.ended_at)
      and not exists (select 1 from events n where n.brief_id = b.id and n.type = 'not_submitted' and n.at >= d.ended_at)
      and not exists (select 1 from dispatches e where e.brief_id = b.id and e.id > d.id))
    order by b.id limit 200`,
)
export const finishedBriefs = async (tx: ReadTx, projectId: number): Promise<number[]> =>
  (await finished(tx, projectId)).map(row => row.id)

/** Briefs in review whose newest submission has landed, and on which nothing was done since. */
const landed = statement<{ id: number }>(
  `select b.id from briefs b join merges m on m.brief_id = b.id where b.project_id = ? and b.status = 'in_review' and m.status = 'landed'
    and not exists (select 1 from merges n where n.brief_id = b.id and n.id > m.id)
    and not exists (select 1 from dispatches d where d.brief_id = b.id and d.status = 'done' and d.ended_at > m.moved_at) order by b.id limit 200`,
)
export const landedBriefs = async (tx: ReadTx, projectId: number): Promise<number[]> =>
  (await landed(tx, projectId)).map(row => row.id)
