/** A made-up repository for the merge queue: trees are sets of changes, and it is known of each set whether it is good. */
import type { Gate } from '#domain/landing/gate.ts'
import type { Judging } from '#domain/landing/plan.ts'
import type { Tip } from '#domain/landing/queue-view.ts'
import { type Built, builtUpon } from '#domain/landing/stack.ts'
import type { LandingStyle, Submission } from '#domain/landing/submission.ts'
import type { GateRun, Verdict } from '#domain/landing/verdict.ts'

/** `wip`: red halfway through its commits, green at their end; `empty`: nothing that MAIN lacks; `gone`: its commit isn't there. */
export const natures = [
  'good',
  'bad',
  'flaky',
  'hangs',
  'voids',
  'voids once',
  'wip',
  'guarded',
  'empty',
  'gone',
] as const
export type Nature = (typeof natures)[number]

export interface Branch {
  nature: Nature
  style: LandingStyle
  /** Gate that a bad one fails: its place among the gates. */
  gate: number
}

/** Two changes that are good by themselves; together they can't be merged, or can be and are red. */
export type Pair = { of: 'text' | 'meaning'; one: number; other: number }

type Change = {
  branch: number | null
  nature: Nature | 'bad by hand' | 'mending'
  part: 'whole' | 'half'
  gate: number
}

export class World {
  readonly #branches = new Map<string, Branch & { id: number }>()
  readonly #changes = new Map<string, Change>()
  readonly #commits = new Map<string, ReadonlySet<string>>()
  readonly #pairs: readonly Pair[]
  readonly gates: readonly Gate[]
  #made = 0

  constructor(pairs: readonly Pair[], gates: readonly Gate[]) {
    this.#pairs = pairs
    this.gates = gates
  }

  /** A branch of submission `id`; answers its tip. */
  push(id: number, branch: Branch): string {
    const tip = `tip ${++this.#made} of ${id}`
    this.#branches.set(tip, { ...branch, id })
    return tip
  }

  commit(changes: Iterable<string>): Tip {
    const commit = `commit ${++this.#made}`
    const set = new Set(changes)
    this.#commits.set(commit, set)
    return { commit, tree: [...set].sort().join('+') || 'nothing' }
  }

  /** A person's commit on top of another: bad, good, or one that mends every bad one before it. */
  byHand(on: Tip, how: 'good' | 'bad by hand' | 'mending'): Tip {
    const name = `h${++this.#made}`
    const nature = how === 'good' ? 'good' : how
    this.#changes.set(name, { branch: null, nature, part: 'whole', gate: 0 })
    const before = [...this.changesOf(on.commit)]
    const kept = how === 'mending' ? before.filter(each => this.#changes.get(each)?.nature !== 'bad by hand') : before
    return this.commit([...kept, name])
  }

  changesOf = (commit: string): ReadonlySet<string> => this.#commits.get(commit) ?? new Set()

  /** The submissions that a commit holds, whole or in part. */
  holds(commit: string): number[] {
    const ids = [...this.changesOf(commit)].flatMap(name => this.#changes.get(name)?.branch ?? [])
    return [...new Set(ids)].sort((a, b) => a - b)
  }

  build(base: Tip, members: readonly Submission[]): Built[] {
    let on = base
    const all: Built[] = []
    for (const submission of members) {
      const { id, tip } = submission
      const built = this.#buildOne(base, on, { submissionId: id, tip })
      all.push(built)
      const next = builtUpon(built, submission)
      if (next === 'none') return all
      if (next === 'with it' && built.outcome === 'stacked') on = built.to
    }
    return all
  }

  #buildOne(base: Tip, on: Tip, which: { submissionId: number; tip: string }): Built {
    const branch = this.#branches.get(which.tip)
    if (!branch || branch.nature === 'gone') return { ...which, outcome: 'unusable', problem: 'Its commit is gone.' }
    if (branch.nature === 'empty') return { ...which, outcome: 'nothing', with: 'line' }
    const files = ['seed.ts']
    if (this.#clashes(branch.id, base)) return { ...which, outcome: 'conflict', with: 'line', files, sides: [] }
    if (this.#clashes(branch.id, on)) return { ...which, outcome: 'conflict', with: 'stack', files, sides: [] }
    const [half, whole] = this.#halves(which.tip, branch)
    const guarded = branch.nature === 'guarded' ? ['gates'] : []
    const [first, last] = [this.#on(on, half), this.#on(on, half, whole)]
    if (branch.style === 'rebase') {
      const commits = [first.commit, last.commit]
      return { ...which, outcome: 'stacked', commits, between: [first], to: last, guarded }
    }
    return { ...which, outcome: 'stacked', commits: [last.commit], between: [], to: last, guarded }
  }

  #on = (tip: Tip, ...changes: string[]): Tip => this.commit([...this.changesOf(tip.commit), ...changes])

  /** Every branch has two commits. */
  #halves(tip: string, { id, nature, gate }: Branch & { id: number }): [string, string] {
    const [half, whole] = [`${tip} half`, `${tip} whole`]
    this.#changes.set(half, { branch: id, nature, part: 'half', gate })
    this.#changes.set(whole, { branch: id, nature, part: 'whole', gate })
    return [half, whole]
  }

  #clashes(id: number, on: Tip): boolean {
    const there = new Set([...this.changesOf(on.commit)].map(each => this.#changes.get(each)?.branch))
    return this.#pairs.some(
      ({ of, one, other }) => of === 'text' && ((one === id && there.has(other)) || (other === id && there.has(one))),
    )
  }

  /** Whether every gate would be green on it, once flakes are told from faults. */
  isGood = (commit: string): boolean => this.gates.every((_, at) => this.#truth(commit, at) === 'passed')

  #truth(commit: string, gate: number): GateRun['outcome'] {
    const names = this.changesOf(commit)
    const changes = [...names].flatMap(name => this.#changes.get(name) ?? [])
    const has = (nature: Change['nature'], at = gate) =>
      changes.some(each => each.nature === nature && each.gate === at && each.part === 'whole')
    const isUnfinished = [...names].some(
      name =>
        this.#changes.get(name)?.nature === 'wip' &&
        name.endsWith('half') &&
        !names.has(name.replace(/half$/, 'whole')),
    )
    const isWhole = (id: number) => changes.some(each => each.branch === id && each.part === 'whole')
    const together = this.#pairs.some(({ of, one, other }) => of === 'meaning' && isWhole(one) && isWhole(other))
    if (has('bad') || (gate === 0 && (has('bad by hand') || together || isUnfinished))) return 'failed'
    if (has('hangs')) return 'timed_out'
    return has('voids') ? 'void' : 'passed'
  }

  /** Runs a gate for the next time. */
  run({ commit, tree, gate }: Judging, earlier: readonly Verdict[], toolchain: string): GateRun {
    const at = this.gates.findIndex(({ name }) => name === gate.name)
    const natures = [...this.changesOf(commit)].flatMap(name => this.#changes.get(name)?.nature ?? [])
    const runs = earlier.filter(each => each.tree === tree && each.gate === gate.name && each.toolchain === toolchain)
    const truth = this.#truth(commit, at)
    const isFlake = truth === 'passed' && natures.includes('flaky') && gate.retries > 0 && !runs.some(isRed)
    const isVoid = truth === 'passed' && natures.includes('voids once') && !runs.some(each => each.outcome === 'void')
    const outcome = isVoid ? 'void' : isFlake ? 'failed' : truth
    const { name, definitionHash } = gate
    const told = {
      summary: `${outcome}.`,
      exitCode: outcome === 'passed' ? 0 : 1,
      log: `run-${++this.#made}`,
      lines: [],
    }
    return { tree, gate: name, definitionHash, toolchain, commit, outcome, ...told, startedAt: '', tookMs: 1 }
  }
}

const isRed = ({ outcome }: Verdict): boolean => outcome === 'failed' || outcome === 'timed_out'
