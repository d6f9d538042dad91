/** What keeps the merge queues and MAIN from going on, project by project, each with what helps. */
import type { Complaint, MainView } from '#contract/shapes.ts'
import { gateSaid } from '#domain/landing/send-back.ts'
import { mergeRef } from '#domain/landing/submission.ts'
import type { Main } from '#domain/main/main.ts'
import type { Project } from '#domain/project.ts'
import { shortCommit } from '#domain/words/short-commit.ts'
import { getMain, listProjects } from '#store/queries/projects.ts'
import { findPause } from '#store/queries/settings.ts'
import { mainView } from '../main/view.ts'
import { haltOf } from '../merge/waits.ts'
import type { ReadWork } from '../work.ts'
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
    const view = await mainView(work, project)
    all.push(...redComplaint(view), ...pushComplaint(view), ...lostComplaint(view))
  }
  return [...all, ...(await lateQueues(work))]
}

async function haltComplaint(work: ReadWork, main: Main, { id, slug }: Project): Promise<Complaint[]> {
  const halt = await haltOf(work, id)
  if (!halt) return []
  const severity = main.pausedBy === null && main.halt !== null ? 'fault' : 'warning'
  return [{ what: `Nothing lands in ${slug}: ${halt.why.replace(/\.$/, '')}.`, severity, cure: halt.next }]
}

function redComplaint({ red, project, branch }: MainView): Complaint[] {
  if (!red) return []
  return [
    {
      what: `MAIN of ${project} is red by itself since ${red.since}: ${gateSaid(red)}`,
      severity: 'warning',
      cure: `What mends ${branch} lands like any other branch; main.status {project: "${project}"} has the last that the gate said.`,
    },
  ]
}

/** Lines of what a push said that are told here. */
const mostLines = 5

function pushComplaint({ unpushed, project, branch }: MainView): Complaint[] {
  if (!unpushed) return []
  // What one program said may be one entry.
  const lines = unpushed.lines.flatMap(each => each.split('\n')).filter(line => line.trim() !== '')
  const said = lines.slice(-mostLines).map(line => `\n  ${line.trimEnd()}`)
  return [
    {
      what: `${branch} of ${project} was not pushed: ${shortCommit(unpushed.commit)} is only here${said.length > 0 ? ':' : '.'}${said.join('')}`,
      severity: 'warning',
      cure: `Put right what refused it; flower pushes again by itself. main.status {project: "${project}"} tells how MAIN stands to its upstream.`,
    },
  ]
}

function lostComplaint({ lost, project, branch }: MainView): Complaint[] {
  if (!lost) return []
  const named = lost.mergeIds.map(mergeRef).join(', ') || lost.commits.map(shortCommit).join(', ')
  const again = lost.mergeIds.map(each => `merge.retry {mergeId: ${each}}`).join(', ')
  return [
    {
      what: `${named} had landed in ${project}, and its ${branch} holds it no more: somebody moved that back.`,
      severity: 'warning',
      cure: again === '' ? 'What was there is kept below refs/flower/landed.' : `${again} lands it again.`,
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
