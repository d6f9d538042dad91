/** What keeps the merge queues and MAIN from going on, project by project, each with what helps. */
import type { Complaint } from '#contract/shapes.ts'
import { gateSaid } from '#domain/landing/send-back.ts'
import { type Main, redNow } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'
import { shortCommit } from '#domain/words/short-commit.ts'
import { lastPushOf } from '#store/queries/merges.ts'
import { getMain, listProjects } from '#store/queries/projects.ts'
import { findPause } from '#store/queries/settings.ts'
import { haltOf } from '../merge/waits.ts'
import type { ReadWork } from '../work.ts'
import { lostLandings } from './lost-landings.ts'
import { queueWaits } from './queue-waits.ts'

export async function landingComplaints(work: ReadWork): Promise<Complaint[]> {
  const all: Complaint[] = []
  const pause = await findPause(work.tx)
  if (pause)
    all.push({
      what: `All starting and landing is paused by ${pause.by} since ${pause.since}.`,
      severity: 'warning',
      cure: 'Go on with system.resume.',
    })
  for (const project of await listProjects(work.tx)) {
    const main = await getMain(work.tx, project.id)
    // Before the first look nothing is known, and the queue waits for that alone.
    const isKnown = main.halt !== null || main.standing !== null || main.pausedBy !== null
    if (isKnown && !pause) all.push(...(await haltComplaint(work, main, project)))
    all.push(
      ...redComplaint(main, project),
      ...(await pushComplaint(work, project)),
      ...(await lostLandings(work, project)),
    )
  }
  return [...all, ...(await lateQueues(work))]
}

async function haltComplaint(work: ReadWork, main: Main, { id, slug }: Project): Promise<Complaint[]> {
  const halt = await haltOf(work, id)
  if (!halt) return []
  const severity = main.pausedBy === null && main.halt !== null ? 'fault' : 'warning'
  return [{ what: `Nothing lands in ${slug}: ${halt.why.replace(/\.$/, '')}.`, severity, cure: halt.next }]
}

function redComplaint(main: Main, { slug, primaryBranch }: Project): Complaint[] {
  const red = redNow(main)
  if (!red) return []
  return [
    {
      what: `MAIN of ${slug} is red by itself since ${red.since}: ${gateSaid(red)}`,
      severity: 'warning',
      cure: `What mends ${primaryBranch} lands like any other branch; main.status {project: "${slug}"} has the last that the gate said.`,
    },
  ]
}

/** Lines of what a push said that are told here. */
const mostLines = 5

async function pushComplaint({ tx }: ReadWork, { id, slug, primaryBranch }: Project): Promise<Complaint[]> {
  const step = (await lastPushOf(tx, id))?.step
  if (step?.status !== 'failed' && step?.status !== 'interrupted') return []
  // What one program said may be one entry.
  const lines = step.lines.flatMap(each => each.split('\n')).filter(line => line.trim() !== '')
  const said = lines.slice(-mostLines).map(line => `\n  ${line.trimEnd()}`)
  return [
    {
      what: `${primaryBranch} of ${slug} was not pushed: ${shortCommit(step.commit)} is only here${said.length > 0 ? ':' : '.'}${said.join('')}`,
      severity: 'warning',
      cure: `Put right what refused it; flower pushes again by itself. main.status {project: "${slug}"} tells how MAIN stands to its upstream.`,
    },
  ]
}

async function lateQueues(work: ReadWork): Promise<Complaint[]> {
  const late = (await queueWaits(work)).filter(each => each.late)
  return late.map(({ project, oldestWaitsSince, movedAt }) => ({
    what: `Nothing has moved in the merge queue of ${project} since ${movedAt}; the oldest waits since ${oldestWaitsSince}.`,
    severity: 'warning',
    cure: `merge.queue {project: "${project}"} says of each why it waits.`,
  }))
}
