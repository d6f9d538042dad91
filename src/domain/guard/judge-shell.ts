/** Follows a piece of shell, command by command, to see whether it would write where it must not. */
import { gitBreach, gitOperands, onlyTells, readGitCall, WAY_ROUND } from './git-rules.ts'
import { areaOf, type Ground, isClosed, ownCounterpart } from './places.ts'
import { baseOf, effectOf, unwrapped } from './programs.ts'
import { parseShell, type ShellWord, type Step } from './shell-parser.ts'
import { expand, UNKNOWN, Variables } from './shell-words.ts'
import { ALLOWED, type GuardVerdict, refuse, refusePath } from './verdict.ts'

export interface Surroundings {
  ground: Ground
  /** The real path of what is at a path, or will be; `..` and links carried out as the system does. */
  place: (path: string) => string
  environment: Readonly<Record<string, string | undefined>>
}

/** `folder` is where it starts, a real path. */
export function judgeShell(source: string, folder: string, around: Surroundings): GuardVerdict {
  const judge = new Judge(source, folder, around)
  judge.follow(source, 0)
  return judge.verdict
}

type Found = { at: string; exact: boolean } | 'unknown'

class Judge {
  verdict: GuardVerdict = ALLOWED
  readonly #around: Surroundings
  readonly #variables: Variables
  readonly #isSuspicious: boolean
  #folder: string | undefined
  #before: string | undefined
  readonly #left: (string | undefined)[] = []
  readonly #pushed: (string | undefined)[] = []

  constructor(source: string, folder: string, around: Surroundings) {
    this.#around = around
    this.#folder = folder
    this.#variables = new Variables(around.environment)
    this.#isSuspicious = this.#namedIn(source).length > 0
  }

  follow(source: string, depth: number): void {
    const { steps, unclear } = parseShell(source, depth)
    if (unclear) this.#undecided(source)
    for (const step of steps) {
      if (this.verdict.outcome === 'refused') return
      this.#step(step, depth)
    }
  }

  #step(step: Step, depth: number): void {
    if (step.do === 'enter') this.#left.push(this.#folder)
    else if (step.do === 'leave') this.#leave()
    else if (step.do === 'values') this.#variables.add(step.name, this.#expandAll(step.words))
    else this.#command(step, depth)
  }

  #leave(): void {
    // One that was never entered is a sign that we misread something; the folder stays.
    if (this.#left.length > 0) this.#folder = this.#left.pop()
  }

  #command(step: Extract<Step, { do: 'command' }>, depth: number): void {
    for (const output of step.outputs) for (const text of expand(output, this.#variables)) this.#writes(text, false)
    const { assigned, words } = this.#assignments(step.words)
    const run = unwrapped(this.#expandAll(words))
    const [program = '', ...args] = run.words
    if (program === '') return this.#remember(assigned)
    for (const word of run.taken) this.#mayReach(word)
    const name = baseOf(program)
    if (name === 'git') return this.#git(args, [...assigned, ...run.assigned], step.inputs)
    if (CHANGES_FOLDER.has(name)) return this.#changeFolder(name, args)
    if (DECLARES.has(name)) return this.#remember(args.filter(arg => arg.includes('=')))
    if (name === 'eval') return this.follow(args.join(' '), depth + 1)
    const script = SHELLS.test(name) ? scriptOf(args) : undefined
    if (script !== undefined) return this.#within(() => this.follow(script, depth + 1))
    this.#program(program, args, step.inputs, run.hidden)
  }

  #program(program: string, args: string[], inputs: string[], hidden: boolean): void {
    const effect = effectOf(baseOf(program), args)
    if (effect.kind === 'reads') return
    if (hidden || (effect.kind === 'may_write' && effect.hidden && inputs.length === 0)) this.#undecided(program)
    if (effect.kind === 'writes') {
      for (const path of effect.paths) this.#writes(path, effect.deep ?? false)
      return
    }
    if (this.#folder === undefined) this.#undecided(program)
    else this.#check({ at: this.#folder, exact: true }, false)
    if (program.includes('/')) this.#writes(program, false)
    for (const word of [...args, ...inputs]) this.#mayReach(word)
  }

  /** A word of a program that may do anything: as a path, as the value of an option, and whatever is named within. */
  #mayReach(word: string): void {
    const value = word.slice(word.indexOf('=') + 1)
    // As in -C/somewhere.
    const attached = /^-[a-zA-Z]((?:\/|\.\.\/|~\/).*)$/s.exec(word)?.[1] ?? value
    for (const text of new Set([word, value, attached])) if (!text.startsWith('-')) this.#mayWrite(text)
    for (const path of this.#namedIn(word)) this.#check({ at: path, exact: true }, false)
  }

  #mayWrite(text: string): void {
    if (/[\n]/.test(text)) return
    const found = this.#find(text)
    if (found !== 'unknown') this.#check(found, false)
    else this.#undecided(text)
  }

  #writes(text: string, deep: boolean): void {
    const found = this.#find(text)
    if (found === 'unknown') this.#undecided(text)
    else this.#check(found, deep)
  }

  #check(found: Exclude<Found, 'unknown'>, deep: boolean): void {
    const { ground } = this.#around
    const area = areaOf(ground, found.at)
    if (isClosed(area)) this.#refuse(refusePath(area.kind, found.at, ownCounterpart(ground, found.at, area.root)))
    // What is below isn't said one by one, so that it may be meant.
    else if (area.kind === 'above' && (deep || !found.exact)) this.#refuse(refusePath(area.below, area.root, undefined))
  }

  #git(args: string[], assigned: string[], inputs: string[]): void {
    const call = readGitCall(args)
    const { ground } = this.#around
    const set = new Map(assigned.map(each => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]))
    const values = (name: string) => [
      ...this.#variables.assigned(name),
      ...(set.has(name) ? [set.get(name) ?? ''] : []),
    ]
    if (
      [...set].some(([name, value]) => name.startsWith('GIT_CONFIG_') && WAY_ROUND.test(value.replace(/^['"]+/, '')))
    ) {
      return this.#refuse(refuse('way_round', `git ${call.subcommand}`))
    }
    const folder = call.folders.reduce<Found>(
      (from, each) => (from === 'unknown' ? from : this.#find(each, from.at)),
      this.#folder === undefined ? 'unknown' : { at: this.#folder, exact: true },
    )
    const isElsewhere = folder !== 'unknown' && areaOf(ground, folder.at).kind === 'elsewhere'
    const breach = gitBreach(call, isElsewhere ? [] : ground.branches, inputs)
    const isShared = breach !== undefined && (breach === 'way_round' || !isElsewhere)
    if (isShared) return this.#refuse(refuse(breach, `git ${call.subcommand}`))
    if (onlyTells(call)) return
    if (folder === 'unknown') this.#undecided('git')
    else this.#check(folder, false)
    const places = [call.gitDir, call.workTree, ...PLACES_OF_GIT.flatMap(values)].filter(path => path !== undefined)
    for (const path of places) this.#writes(path, false)
    for (const operand of gitOperands(call.args)) {
      const found = this.#find(operand, folder === 'unknown' ? undefined : folder.at)
      if (found !== 'unknown') this.#check(found, false)
    }
    if (STARTS_OTHERS.has(call.subcommand)) for (const arg of call.args) this.#mayReach(arg)
  }

  #changeFolder(name: string, args: string[]): void {
    const target = args.find(arg => !arg.startsWith('-') || arg === '-')
    const now = this.#folder
    if (name === 'popd') this.#folder = this.#pushed.pop()
    else if (target === '-') this.#folder = this.#before
    else {
      const found = this.#find(target ?? this.#variables.valuesOf('HOME')[0] ?? UNKNOWN)
      this.#folder = found !== 'unknown' && found.exact ? found.at : undefined
    }
    if (name === 'pushd') this.#pushed.push(now)
    this.#before = now
  }

  /** Where a text leads as a path, as far as it is known. */
  #find(text: string, from = this.#folder): Found {
    const at = text.indexOf(UNKNOWN)
    const known = at < 0 ? text : text.slice(0, text.lastIndexOf('/', at) + 1)
    if (at === 0 || (from === undefined && !text.startsWith('/'))) return 'unknown'
    return { at: this.#around.place(known.startsWith('/') ? known : `${from}/${known}`), exact: at < 0 }
  }

  /** Paths within a text that lead to a closed place, or to one above. */
  #namedIn(text: string): string[] {
    const home = this.#around.environment['HOME']
    const found = [...text.matchAll(PATH_WITHIN)].flatMap(([path]) => {
      if (path.startsWith('~')) return home === undefined ? [] : [`${home}${path.slice(1)}`]
      return path.startsWith('/') ? [path] : this.#folder === undefined ? [] : [`${this.#folder}/${path}`]
    })
    return found.map(path => this.#around.place(path)).filter(path => isClosed(areaOf(this.#around.ground, path)))
  }

  #assignments(words: ShellWord[]): { assigned: string[]; words: ShellWord[] } {
    const first = words.findIndex(word => !isAssignment(word))
    const leading = first < 0 ? words : words.slice(0, first)
    return { assigned: this.#expandAll(leading), words: first < 0 ? [] : words.slice(first) }
  }

  #remember(assignments: string[]): void {
    for (const each of assignments) {
      const at = each.indexOf('=')
      this.#variables.add(each.slice(0, at).replace(/\+$/, ''), [each.slice(at + 1)])
    }
  }

  #within(work: () => void): void {
    const folder = this.#folder
    work()
    this.#folder = folder
  }

  #expandAll(words: ShellWord[]): string[] {
    return words.flatMap(word => expand(word, this.#variables))
  }

  #undecided(what: string): void {
    if (this.#isSuspicious) this.#refuse(refuse('undecided', what.replaceAll(UNKNOWN, '\u2026')))
  }

  #refuse(verdict: GuardVerdict): void {
    if (this.verdict.outcome === 'allowed') this.verdict = verdict
  }
}

const SHELLS = /^(?:ba|da|z|k|a)?sh$/
const CHANGES_FOLDER = new Set(['cd', 'pushd', 'popd', 'chdir'])
const DECLARES = new Set(['export', 'declare', 'typeset', 'local', 'readonly'])
const PLACES_OF_GIT = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY']
const STARTS_OTHERS = new Set(['submodule', 'bisect', 'rebase', 'filter-branch', 'for-each-repo'])

// A path as it may stand in the midst of a program's text, but not of an address or behind a letter, as in s/a/b/.
const PATH_WITHIN = /(?<![\w.:/@%+~-])(?:~|\.{1,2})?\/[^\s'"`;|&<>(){}$,:=\\*?[\]\uE000]*/g

function isAssignment(word: ShellWord): boolean {
  const first = word[0]
  return first !== undefined && first !== 'unknown' && 'bare' in first && /^[A-Za-z_]\w*\+?=/.test(first.bare)
}

/** The text of `sh -c 'text'`; undefined when it runs a file or what is on its input. */
function scriptOf(args: string[]): string | undefined {
  const at = args.findIndex(arg => /^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg))
  return at < 0 ? undefined : (args.slice(at + 1).find(arg => !arg.startsWith('-')) ?? '')
}
