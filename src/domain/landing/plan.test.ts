import { expect, test } from 'vitest'
import { nextBatch, waitsBecause } from './batch.ts'
import { approve, beginLanding, cancel, eject, landed, notLanded, submit, submitAgain, type Wish } from './moves.ts'
import { type Act, plan, proofOfLine } from './plan.ts'
import type { Candidate, QueueView } from './queue-view.ts'
import { type Built, builtUpon, takeUp } from './stack.ts'
import type { Submission } from './submission.ts'
import { setAside, stillCounts, type Verdict, verdictOf } from './verdict.ts'

const now = '2026-03-01T08:00:00.000Z'
const gate = { name: 'test', definitionHash: 'd', retries: 1 }

function waiting(id: number, change: Partial<Wish> = {}): Submission {
  const rest = {
    projectId: 1,
    briefId: id * 10,
    worktreeId: id,
    target: 'main',
    guarded: [],
    submittedBy: 'agent:builder',
  }
  const wish: Wish = { id, branch: `flower/${id}`, tip: `tip${id}`, style: 'merge', priority: 2, ...rest, ...change }
  return submit(wish, now)
}

const candidate = (id: number): Candidate => ({
  submissionId: id,
  tip: `tip${id}`,
  commits: [`own${id}`],
  to: { commit: `to${id}`, tree: `tree${id}` },
  between: [],
})

function view(change: Partial<QueueView> = {}): QueueView {
  return {
    queue: { is: 'running' },
    line: { branch: 'main', tip: { commit: 'base', tree: 'tree' }, foreign: false, blocked: null },
    gates: [gate],
    toolchain: 'node',
    submissions: [],
    verdicts: [],
    stack: null,
    waitsFor: new Map(),
    ...change,
  }
}

function verdict(tree: string, outcome: Verdict['outcome'], run = 1): Verdict {
  const key = { tree, gate: 'test', definitionHash: 'd', toolchain: 'node', commit: tree }
  return {
    ...key,
    run,
    outcome,
    summary: 'It ended.',
    exitCode: 1,
    log: 'log',
    lines: [],
    startedAt: now,
    tookMs: 1,
    asideAt: null,
  }
}

const red = (tree: string) => [verdict(tree, 'failed'), verdict(tree, 'failed', 2)]
const stacked = (...ids: number[]) => ({ base: 'base', candidates: ids.map(candidate) })

test('it says why it does nothing', () => {
  const one = waiting(1)
  const whys = [
    plan(view()),
    plan(view({ queue: { is: 'paused', by: 'operator:ada', why: 'a release' }, submissions: [one] })),
    plan(view({ gates: { unknown: 'Nobody has trusted flower.yaml.' }, submissions: [one] })),
    plan(view({ submissions: [{ ...one, status: 'landing' }] })),
    plan(view({ submissions: [{ ...one, guarded: ['gates'] }] })),
    plan(view({ submissions: [one], waitsFor: new Map([[1, [7]]]) })),
    plan(view({ submissions: [{ ...one, target: 'epic' }] })),
    plan(
      view({
        submissions: [one],
        stack: stacked(1),
        verdicts: [verdict('tree1', 'passed')],
        line: { ...view().line, blocked: 'notes.md is changed in MAIN.' },
      }),
    ),
  ].map(act => (act.do === 'wait' ? [act.why, act.detail] : act.do))
  expect(whys).toEqual([
    ['empty', 'Nothing waits to land.'],
    ['paused', 'operator:ada paused it: a release'],
    ['gates_unknown', 'Nobody has trusted flower.yaml.'],
    ['landing', 'The landing of m1 has to be completed or undone first.'],
    ['nothing_ready', 'm1: An operator has to approve it: gates.'],
    ['nothing_ready', 'm1: It comes after #7, which has not landed.'],
    ['empty', 'Nothing waits to land.'],
    ['blocked', 'notes.md is changed in MAIN.'],
  ])
})

test('a red top is halved, what is green lands, and only the first on a green MAIN is sent back', () => {
  const submissions = [1, 2, 3, 4].map(id => waiting(id))
  const base = { submissions, stack: stacked(1, 2, 3, 4) }
  const on = (...verdicts: Verdict[]) => plan(view({ ...base, verdicts }))
  const line = verdict('tree', 'passed')
  expect(on()).toMatchObject({ do: 'judge', commit: 'to4', of: 'top', because: 'first', submissionIds: [1, 2, 3, 4] })
  expect(on(verdict('tree4', 'failed'))).toMatchObject({ do: 'judge', commit: 'to4', because: 'flake' })
  expect(on(...red('tree4'))).toMatchObject({ do: 'judge', commit: 'base', of: 'line' })
  expect(on(...red('tree4'), line)).toMatchObject({ do: 'judge', commit: 'to2', of: 'part' })
  expect(on(...red('tree4'), line, ...red('tree2'))).toMatchObject({ do: 'judge', commit: 'to1', of: 'part' })
  const first = on(...red('tree4'), line, ...red('tree2'), ...red('tree1'))
  expect(first).toMatchObject({ do: 'eject', submission: { id: 1 }, verdict: { tree: 'tree1', run: 2 } })
  const two = on(...red('tree4'), line, verdict('tree2', 'passed'), ...red('tree3'))
  expect(two).toMatchObject({ do: 'land', base: 'base', to: { commit: 'to2' } })
  if (two.do === 'land') expect(two.landings.map(each => each.submissionId)).toEqual([1, 2])
})

test('put in anew it is judged anew: red runs are set aside, a pass after them is a flake, and a late blame counts for nothing', () => {
  const kept = (one: Verdict, mergeIds: number[]) => ({ ...one, id: one.run, projectId: 1, mergeIds })
  const all = red('tree1').map(each => kept(each, [1]))
  const others = [kept(verdict('tree2', 'failed'), [2]), kept({ ...verdict('tree', 'failed'), commit: 'base' }, [])]
  const passed = kept(verdict('tree3', 'passed'), [1])
  const aside = setAside([...all, ...others, passed], { id: 1, heldAt: null }, now)
  expect(aside.map(each => [each.tree, each.run, each.asideAt])).toEqual([
    ['tree1', 1, now],
    ['tree1', 2, now],
  ])
  expect(setAside(others, { id: 1, heldAt: 'base' }, now).map(each => each.tree)).toEqual(['tree'])
  const again = view({ submissions: [waiting(1)], stack: stacked(1), verdicts: aside })
  expect(plan(again)).toMatchObject({ do: 'judge', commit: 'to1', because: 'first' })
  const { asideAt: _, run: _run, ...green } = verdict('tree1', 'passed')
  const third = verdictOf({ ...green, outcome: 'passed' }, aside)
  expect(third).toMatchObject({ outcome: 'flaky', run: 3, asideAt: null })
  expect(plan({ ...again, verdicts: [...aside, third] })).toMatchObject({ do: 'land' })
  const [, second = verdict('tree1', 'failed')] = red('tree1')
  expect([stillCounts(second, all), stillCounts(second, aside)]).toEqual([true, false])
})

test('one that is held is taken up once more when somebody puts it in again', () => {
  const held = { ...waiting(1), heldAt: 'base', reason: 'main is red by itself' }
  expect(submitAgain(held, held, now)).toMatchObject({ status: 'queued', heldAt: null, reason: null })
})

test('without gates everything lands at once, with a proof that says so', () => {
  const act = plan(view({ gates: [], submissions: [waiting(1)], stack: stacked(1) }))
  expect(act).toMatchObject({ do: 'land', proofs: [{ commit: 'to1', tree: 'tree1', gates: [] }] })
})

test('what a person brought to MAIN has a proof of its own once every gate is green on it', () => {
  const line = { ...view().line, foreign: true }
  expect(plan(view({ line }))).toMatchObject({ do: 'judge', commit: 'base', of: 'line' })
  expect(proofOfLine(view({ line }))).toBeUndefined()
  expect(proofOfLine(view({ line, verdicts: red('tree') }))).toBeUndefined()
  const verdicts = [verdict('tree', 'passed')]
  expect(proofOfLine(view({ line, verdicts }))).toMatchObject({
    commit: 'base',
    tree: 'tree',
    gates: [{ gate: 'test' }],
  })
  expect(plan(view({ line, verdicts }))).toMatchObject({ do: 'wait', why: 'empty' })
})

test('a verdict of another definition or another toolchain counts for nothing', () => {
  const other = { ...verdict('tree1', 'passed'), toolchain: 'node 2' }
  const act = plan(view({ submissions: [waiting(1)], stack: stacked(1), verdicts: [other] }))
  expect(act).toMatchObject({ do: 'judge', commit: 'to1', because: 'first' })
})

test('a rebase or a squash is stacked alone, and nothing that came later goes before it', () => {
  const submissions = [waiting(1), waiting(2, { style: 'squash' }), waiting(3), waiting(4, { style: 'rebase' })]
  const ids = (all: Submission[]) => nextBatch(view({ submissions: all }), 8).map(({ id }) => id)
  expect(ids(submissions)).toEqual([1])
  expect(ids(submissions.slice(1))).toEqual([2])
  expect(ids(submissions.slice(2))).toEqual([3])
})

test('who depends on another comes after it, however urgent it is, and behind one that is not there it stays', () => {
  const submissions = [waiting(1, { priority: 0 }), waiting(2, { priority: 4 }), waiting(3)]
  const after = (ids: [number, number[]][]) => view({ submissions, waitsFor: new Map(ids) })
  const ids = (state: QueueView) => nextBatch(state, 8).map(({ id }) => id)
  expect(ids(after([[1, [20]]]))).toEqual([3, 2, 1])
  const behind = after([[1, [99]], [2, [10]]]) // biome-ignore format: a map
  expect(ids(behind)).toEqual([3])
  expect(submissions.map(each => waitsBecause(each, behind))).toEqual([
    'It comes after #99, which has not landed.',
    'It comes after #10, which has not landed.',
    undefined,
  ])
})

const built = (id: number, change: Partial<Extract<Built, { outcome: 'stacked' }>> = {}): Built => {
  const { submissionId, ...rest } = candidate(id)
  return { submissionId, outcome: 'stacked', guarded: [], ...rest, ...change }
}
const taking = (members: Built[], submissions: Submission[]) =>
  takeUp({ target: 'main', base: 'base', members }, view({ submissions }), now)
const idsOf = (taken: ReturnType<typeof takeUp>) => taken.stack?.candidates.map(each => each.submissionId)

test('one that was taken back or pushed again while the stack was built ends it before itself', () => {
  const all = [waiting(1), waiting(2), waiting(3)]
  const members = [built(1), built(2), built(3)]
  expect(idsOf(taking(members, all))).toEqual([1, 2, 3])
  const again = all.map(each => (each.id === 2 ? cancel(each, 'not wanted', now) : each))
  expect(idsOf(taking(members, again))).toEqual([1])
  expect(idsOf(taking(members, [waiting(1, { tip: 'newer' }), waiting(2), waiting(3)]))).toBeUndefined()
})

test('one that changes how it is judged waits for an operator, holds nobody up meanwhile, and then lands alone', () => {
  const all = [waiting(1), waiting(2), waiting(3)]
  const members = [built(1), built(2, { guarded: ['gates'] }), built(3)]
  const asked = taking(members, all)
  expect(idsOf(asked)).toEqual([1, 3])
  const asking = asked.submissions.find(each => each.id === 2)
  expect(asking).toMatchObject({ status: 'queued', guarded: ['gates'], approvedBy: null })
  if (!asking) return
  expect(builtUpon(members[1] ?? built(2), asking)).toBe('without it')
  const approved = approve(asking, 'operator:ada', now)
  expect(idsOf(taking(members, [waiting(1), approved, waiting(3)]))).toEqual([1])
  expect(idsOf(taking(members.slice(1), [approved, waiting(3)]))).toEqual([2])
  expect(builtUpon(members[1] ?? built(2), approved)).toBe('none')
  expect(builtUpon(built(3), waiting(3))).toBe('with it')
  const pushed = submitAgain(approved, { target: 'main', tip: 'newer', style: 'merge', priority: 2, guarded: [] }, now)
  expect(pushed).toMatchObject({ approvedBy: null, guarded: [] })
})

test('who is in conflict only with one before it waits; in conflict with MAIN it is sent back with the files', () => {
  const clash = { tip: 'tip2', submissionId: 2, outcome: 'conflict', files: ['a.ts', 'b.ts'], sides: [] } as const
  const all = [waiting(1), waiting(2)]
  const inStack = taking([built(1), { ...clash, files: [...clash.files], sides: [], with: 'stack' }], all)
  expect(inStack.sentBack).toEqual([])
  const withMain = taking([{ ...clash, files: [...clash.files], sides: [], with: 'line' }], all)
  expect(withMain.submissions).toMatchObject([
    { id: 2, status: 'conflict', reason: 'Both sides changed a.ts, b.ts.', attempts: 1 },
  ])
})

test('one of which nothing is left once those before it have landed waits for them; they may still be sent back', () => {
  const all = [waiting(1), waiting(2)]
  const nothing = (with_: 'line' | 'stack') =>
    ({ tip: 'tip2', submissionId: 2, outcome: 'nothing', with: with_ }) as const
  expect(taking([built(1), nothing('stack')], all).sentBack).toEqual([])
  expect(taking([built(1), nothing('line')], all).sentBack).toMatchObject([
    { submission: { id: 2, status: 'ejected' } },
  ])
})

test('a landing that somebody else came before is no landing, and one that is under way is not taken back', () => {
  const all = [waiting(1), waiting(2)]
  const queue = { is: 'running' } as const
  const act = plan(view({ submissions: all, stack: stacked(1, 2), verdicts: [verdict('tree2', 'passed')] }))
  if (act.do !== 'land') throw new Error(act.do)
  expect(beginLanding(act, { queue, submissions: [waiting(1), cancel(waiting(2), '', now)] }, now)).toBeUndefined()
  expect(beginLanding(act, { queue: { is: 'paused', by: 'ada', why: '' }, submissions: all }, now)).toBeUndefined()
  const begun = beginLanding(act, { queue, submissions: all }, now) ?? []
  expect(begun.map(({ status }) => status)).toEqual(['landing', 'landing'])
  const [first = waiting(1)] = begun
  expect(() => cancel(first, '', now)).toThrow(expect.objectContaining({ code: 'merge.landing' }))
  expect(notLanded(begun, 'MAIN has moved.', now).map(each => each.status)).toEqual(['queued', 'queued'])
  const done = landed(act.landings, act.to.commit, begun, now)
  expect(done[1]).toMatchObject({ status: 'landed', landedCommit: 'to2', commits: ['own2'] })
  expect(landed(act.landings, act.to.commit, done, now)).toEqual([])
  expect(() => submitAgain(done[1] ?? first, { ...first, tip: 'x' }, now)).toThrow(
    expect.objectContaining({ code: 'merge.landed' }),
  )
})

test('a verdict that comes late ejects nobody who was pushed again meanwhile', () => {
  const act: Extract<Act, { do: 'eject' }> = {
    do: 'eject',
    submission: waiting(1),
    verdict: verdict('tree1', 'failed'),
  }
  expect(eject(act, [waiting(1, { tip: 'newer' })], now)).toBeUndefined()
  expect(eject(act, [cancel(waiting(1), '', now)], now)).toBeUndefined()
  expect(eject(act, [waiting(1)], now)?.submission).toMatchObject({ status: 'ejected', attempts: 1 })
})
