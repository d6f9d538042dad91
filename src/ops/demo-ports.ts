/** The child of the epic that went through every leg: built, reviewed, and in its fix now. */
import { ada, builder, designer, orchestrator, reviewer, type Say } from './demo-cast.ts'
import { portsPlan } from './demo-texts.ts'

/** Built, reviewed with changes, and in its fix leg now. Answers the dispatch that is held. */
export async function workOnPorts(say: Say, briefId: number): Promise<number> {
  await say(designer, 'brief.writeSpec', { briefId, spec: portsPlan, revision: 0 })
  await say(ada, 'brief.configure', { briefId, priority: 1, budget: { usd: 40 } })
  const build = await say(orchestrator, 'brief.dispatch', { briefId, note: 'Ports first, the site after.' })
  const reviewId = await buildPorts(say, briefId, build.dispatchId)
  const fixId = await reviewPorts(say, briefId, reviewId)
  await beginFix(say, briefId, fixId)
  return fixId
}

/** Answers the dispatch of the review that follows. */
async function buildPorts(say: Say, briefId: number, dispatchId: number): Promise<number> {
  const { token } = await say(builder, 'dispatch.claim', { dispatchId })
  await say(builder, 'dispatch.heartbeat', {
    dispatchId,
    token,
    contextTokens: 41_000,
    note: 'Ports are held by name.',
  })
  await say(builder, 'brief.link', {
    briefId,
    type: 'commit',
    ref: '3f9c1e2',
    relation: 'made',
    title: 'Hold ports by name',
  })
  const built = await say(builder, 'dispatch.complete', {
    dispatchId,
    token,
    summary: 'A block of ten for each worktree, asked for by name. Tests are green; the wall is not.',
    evidence: ['3f9c1e2'],
  })
  return built.nextDispatchId ?? (await say(orchestrator, 'review.request', { briefId })).dispatchId
}

/** Answers the dispatch of the fix that follows. */
async function reviewPorts(say: Say, briefId: number, reviewId: number): Promise<number> {
  const review = await say(reviewer, 'dispatch.claim', { dispatchId: reviewId })
  const verdict = await say(reviewer, 'review.verdict', {
    dispatchId: reviewId,
    token: review.token,
    verdict: 'changes',
    body: 'The block of ports is held, but not by name. And `site.ts` knows the service room; a wall says it may not.',
    comments: [
      {
        file: 'src/machine/worktree-env.ts',
        line: 20,
        body: 'Two services can both ask for `web`. Refuse the second by name, or the block of ports is no longer ours.',
      },
      { file: 'src/machine/site.ts', body: 'Hand the host in as a value.' },
    ],
  })
  return verdict.fixDispatchId ?? (await say(orchestrator, 'brief.dispatch', { briefId, leg: 'fix' })).dispatchId
}

/** The first attempt gives it back with a full context; the second works on it. */
async function beginFix(say: Say, briefId: number, fixId: number): Promise<void> {
  const first = await say(builder, 'dispatch.claim', { dispatchId: fixId })
  await say(builder, 'dispatch.release', {
    dispatchId: fixId,
    token: first.token,
    reason: 'context_full',
    note: 'Context at 81 %; the handoff is in a scratchpad.',
  })
  const second = await say(builder, 'dispatch.claim', { dispatchId: fixId })
  await say(builder, 'brief.append', {
    briefId,
    kind: 'progress',
    body: 'The second `web` is now refused as `ports.taken`, with the name of the service that holds it. The wall is next.',
  })
  await say(builder, 'dispatch.heartbeat', {
    dispatchId: fixId,
    token: second.token,
    contextTokens: 38_500,
    note: 'Walls next.',
  })
}
