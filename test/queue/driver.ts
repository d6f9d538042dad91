/** Drives the queue over a made-up world to its rest, while others do what they do, and watches that every rule holds. */
import assert from 'node:assert/strict'
import { batchLimit } from '#domain/landing/batch.ts'
import {
  approve,
  beginLanding,
  cancel,
  eject,
  hold,
  landed,
  notLanded,
  submit,
  submitAgain,
} from '#domain/landing/moves.ts'
import { type Act, plan } from '#domain/landing/plan.ts'
import { type Proof, unproven } from '#domain/landing/proof.ts'
import type { Line, Stack, Tip } from '#domain/landing/queue-view.ts'
import type { SentBack } from '#domain/landing/send-back.ts'
import { takeUp } from '#domain/landing/stack.ts'
import { isLive, isWaiting, type QueueState, type Submission, waitsForApproval } from '#domain/landing/submission.ts'
import { standingOf, type Verdict, verdictOf, voidRunsAllowed } from '#domain/landing/verdict.ts'
import type { Happening, HappeningAt } from './happening.ts'
import type { World } from './world.ts'

type Land = Extract<Act, { do: 'land' }>

export class Driver {
  readonly world: World
  line: Line
  queue: QueueState = { is: 'running' }
  submissions: Submission[] = []
  verdicts: Verdict[] = []
  sentBack: SentBack[] = []
  /** First-parent commits since the start; only what others did has no proof. */
  history: (Tip & { byHand: boolean })[] = []
  proofs: Proof[] = []
  acts = { build: 0, judge: 0, land: 0, eject: 0, hold: 0 }
  readonly #after = new Map<number, number>()
  readonly #happenings: HappeningAt[]
  #stack: Stack | null = null
  #toolchain = 'node 1'
  #moment = 0
  /** Whatever makes a stack worth less than it was. */
  #disturbances = 1

  constructor(world: World, happenings: readonly HappeningAt[]) {
    this.world = world
    this.#happenings = [...happenings].sort((a, b) => a.at - b.at)
    this.line = { branch: 'main', tip: world.commit([]), foreign: false, blocked: null }
  }

  /** Until nothing is left to happen and nothing to do; then it is helped on, as a person would, and goes on to its rest. */
  runToRest(): void {
    this.#run()
    this.queue = { is: 'running' }
    this.line = { ...this.line, blocked: null }
    this.#run()
    if (!this.world.isGood(this.line.tip.commit)) this.#byHand('mending')
    this.#run()
    for (let asking = this.#asking(); asking.length > 0; asking = this.#asking()) {
      this.#keep(...asking.map(each => approve(each, 'operator:ada', this.#now())))
      this.#run()
    }
  }

  #asking = (): Submission[] => this.submissions.filter(each => isWaiting(each) && waitsForApproval(each))

  #run(): void {
    for (let step = 0; ; step += 1) {
      if (step > 5_000) throw new Error('it never comes to rest')
      const act = this.#plan()
      if (act.do !== 'wait') this.#do(act)
      else if (!this.#happenNext()) return
    }
  }

  get waitsFor(): Map<number, number[]> {
    return new Map(this.submissions.map(({ id }) => [id, this.#missing(id)] as const))
  }

  #plan(): Act {
    const { world, line, queue, submissions, verdicts } = this
    return plan({
      queue,
      line,
      gates: world.gates,
      toolchain: this.#toolchain,
      submissions,
      verdicts,
      stack: this.#stack,
      waitsFor: this.waitsFor,
    })
  }

  /** Each submission is of a Brief of its own, whose number is ten times its own. */
  #missing(id: number): number[] {
    const after = this.#after.get(id)
    const isLanded = this.submissions.some(each => each.id === after && each.status === 'landed')
    return after === undefined || isLanded ? [] : [after * 10]
  }

  #do(act: Exclude<Act, { do: 'wait' }>): void {
    assert.equal(this.queue.is, 'running')
    this.acts[act.do] += 1
    if (act.do === 'build') return this.#build(act)
    if (act.do === 'judge') return this.#judge(act)
    if (act.do === 'land') return this.#land(act)
    const on = this.line.tip
    const [built] = this.world.build(on, [act.submission])
    assert.equal(built?.outcome, 'stacked')
    const isGood =
      built?.outcome === 'stacked' && [...built.between, built.to].every(tip => this.world.isGood(tip.commit))
    assert.equal(isGood, false)
    assert.equal(this.world.isGood(on.commit), act.do === 'eject')
    if (act.do === 'eject') this.#sendBack(eject(act, this.submissions, this.#now()))
    else this.#keep(hold(act, this.submissions, this.#now()))
  }

  #build(act: Extract<Act, { do: 'build' }>): void {
    const members = this.world.build(act.base, act.members)
    this.#pass()
    const taken = takeUp({ target: 'main', base: act.base.commit, members }, this, this.#now())
    this.#stack = taken.stack
    this.#keep(...taken.submissions)
    for (const each of taken.sentBack) this.#sendBack(each)
  }

  #judge(act: Extract<Act, { do: 'judge' }>): void {
    const { gates } = this.world
    assert.equal(standingOf(act.tree, { gates, toolchain: this.#toolchain }, this.verdicts).is, 'open')
    const verdict = verdictOf(this.world.run(act, this.verdicts, this.#toolchain), this.verdicts)
    assert.ok(verdict.run <= act.gate.retries + 1 + voidRunsAllowed)
    this.#pass()
    this.verdicts.push(verdict)
  }

  #land(act: Land): void {
    this.#pass()
    const begun = beginLanding(act, this, this.#now())
    if (!begun) return
    this.#keep(...begun)
    this.#pass()
    if (this.line.tip.commit !== act.base)
      return this.#keep(...notLanded(this.submissions, 'MAIN has moved.', this.#now()))
    for (const { submissionId } of act.landings)
      for (const missing of this.#missing(submissionId))
        assert.ok(act.landings.some(each => each.submissionId * 10 === missing))
    for (const { commit, tree } of act.proofs) {
      assert.ok(this.world.isGood(commit))
      this.history.push({ commit, tree, byHand: false })
    }
    assert.equal(act.proofs.at(-1)?.commit, act.to.commit)
    this.proofs.push(...act.proofs)
    this.line = { ...this.line, tip: act.to, foreign: false }
    this.#keep(...landed(act.landings, act.to.commit, this.submissions, this.#now()))
  }

  #sendBack(sent: SentBack | undefined): void {
    if (!sent) return
    this.sentBack.push(sent)
    this.#keep(sent.submission)
  }

  #keep(...rows: (Submission | undefined)[]): void {
    const byId = new Map(rows.flatMap(row => (row ? [[row.id, row] as const] : [])))
    this.submissions = this.submissions.map(each => byId.get(each.id) ?? each)
  }

  #now = (): string => new Date(1_700_000_000_000 + this.#moment * 60_000).toISOString()

  /** Time goes on, and what is due happens. */
  #pass(): void {
    this.#moment += 1
    while ((this.#happenings[0]?.at ?? Number.POSITIVE_INFINITY) <= this.#moment) this.#happen(this.#happenings.shift())
  }

  #happenNext(): boolean {
    const next = this.#happenings.shift()
    this.#moment = Math.max(this.#moment, next?.at ?? 0)
    this.#happen(next)
    return next !== undefined
  }

  #happen(happening: Happening | undefined): void {
    if (!happening) return
    this.#disturbances += 1
    if (happening.what === 'submit') this.#submit(happening)
    else if ('which' in happening) this.#move(happening)
    else if (happening.what === 'by hand') this.#byHand(happening.how)
    else if (happening.what === 'pause') this.queue = { is: 'paused', by: 'operator:ada', why: 'a look' }
    else if (happening.what === 'resume') this.queue = { is: 'running' }
    else if (happening.what === 'block') this.line = { ...this.line, blocked: 'MAIN has changes.' }
    else if (happening.what === 'unblock') this.line = { ...this.line, blocked: null }
    else if (happening.what === 'new toolchain') this.#toolchain = `node ${this.#moment}`
    else this.#stack = null
  }

  #submit({ branch, priority, after }: Extract<Happening, { what: 'submit' }>): void {
    const id = this.submissions.length + 1
    const tip = this.world.push(id, branch)
    const rest = {
      projectId: 1,
      briefId: id * 10,
      worktreeId: null,
      branch: `flower/${id}`,
      target: 'main',
      guarded: [],
    }
    const { style } = branch
    this.submissions.push(submit({ id, tip, style, priority, ...rest, submittedBy: 'agent:builder' }, this.#now()))
    if (after !== null && after < id) this.#after.set(id, after)
  }

  #move({ what, which }: { what: 'cancel' | 'approve' | 'again'; which: number }): void {
    const submission = this.submissions[which % Math.max(1, this.submissions.length)]
    if (!submission || submission.status === 'landing' || submission.status === 'landed') return
    if (what === 'cancel') return this.#keep(cancel(submission, 'not wanted', this.#now()))
    if (what === 'approve') return this.#keep(approve(submission, 'operator:ada', this.#now()))
    const { style, priority } = submission
    const tip = this.world.push(submission.id, { nature: 'good', style, gate: 0 })
    this.#keep(submitAgain(submission, { tip, style, priority, guarded: [] }, this.#now()))
  }

  #byHand(how: 'good' | 'bad by hand' | 'mending'): void {
    this.#disturbances += 1
    const tip = this.world.byHand(this.line.tip, how)
    this.history.push({ ...tip, byHand: true })
    this.line = { ...this.line, tip, foreign: true }
  }

  /** What has to be true once it rests. */
  assertAtRest(): void {
    for (const each of this.submissions.filter(isLive)) assert.notDeepEqual(this.#missing(each.id), [])
    const isLanded = (each: Submission) => each.status === 'landed'
    assert.deepEqual(
      this.world.holds(this.line.tip.commit),
      this.submissions.filter(isLanded).map(({ id }) => id),
    )
    const foreign = new Set(this.history.filter(each => each.byHand).map(({ commit }) => commit))
    assert.deepEqual(
      unproven(this.history, this.proofs).filter(({ commit }) => !foreign.has(commit)),
      [],
    )
    const keys = this.verdicts.map(({ tree, gate, toolchain, run }) => [tree, gate, toolchain, run].join('|'))
    assert.equal(new Set(keys).size, keys.length)
    const { land, eject: ejected, hold: held } = this.acts
    const steps = land + ejected + held + this.#disturbances + this.sentBack.length
    const trees = new Set(this.verdicts.map(({ tree, toolchain }) => `${tree}|${toolchain}`)).size
    // Between two of them there is the top, the line, what a bisection asks, and the commits of a rebase.
    assert.ok(trees <= steps * (3 + Math.ceil(Math.log2(batchLimit))))
  }
}
