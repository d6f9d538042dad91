/** `flower init`: connects a person's own harness to flower, file by file as they agree, and takes that back. */
import { resolve } from 'node:path'
import type { Client } from '#client/client.ts'
import { shareEntry } from '#domain/connecting/record.ts'
import { Refusal } from '#domain/refusal.ts'
import { quoted } from '#domain/words/quoted.ts'
import {
  type Harness,
  harnesses,
  isInstalled,
  type OwnStart,
  startOfFlower,
} from '#machine/connecting/find-programs.ts'
import { keepRecord } from '#machine/connecting/keep-record.ts'
import { readServers } from '#machine/connecting/read-servers.ts'
import { complaintOf } from '#surface/cli/complaint.ts'
import type { Output } from '#surface/cli/door.ts'
import { Misuse } from '#surface/cli/misuse.ts'
import { harmless, harmlessJson } from '#surface/terminal/harmless.ts'
import { type Paper, paperOf } from '#surface/terminal/paper.ts'
import { CannotStart } from '../cannot-start.ts'
import { forget, openRecord } from '../connecting/carry-out.ts'
import { type Ask, eachAgreed } from '../connecting/choose.ts'
import { conclude, type Failure } from '../connecting/conclude.ts'
import { findGround, flowerHome } from '../connecting/ground.ts'
import { type Ground, planConnection, toExclude } from '../connecting/plan.ts'
import { planUndo } from '../connecting/plan-undo.ts'
import type { Change, Planned } from '../connecting/planned.ts'
import { inJson, show, showLeft } from '../connecting/show.ts'
import { carryOut, questionOf, type Step } from '../connecting/steps.ts'
import { findServer, openHome } from '../home.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type InitOptions = {
  harness?: readonly string[] | undefined
  guard?: boolean | undefined
  yes?: boolean | undefined
  undo?: boolean | undefined
  json?: boolean | undefined
  project?: string | undefined
}

export type InitDoor = {
  env: Environment
  folder: string
  /** How this flower was started. */
  start: OwnStart
  client: () => Promise<Client>
  /** Left out where nobody sits. */
  ask: Ask
  stdout: Output
  stderr: Output
}

type Chosen = InitOptions & { chosen: readonly Harness[] }
type Plan = { planned: Planned[]; steps: Step[] }

/** Answers the exit code. */
export async function init(options: InitOptions, door: InitDoor): Promise<number> {
  const ground = await findGround(resolve(door.folder, options.project ?? '.'), door.env)
  const chosen = options.undo ? [] : chooseHarnesses(options.harness, ground)
  const ask = options.yes || options.json ? undefined : door.ask
  const mayWrite = options.yes === true || ask !== undefined
  const say = (line: string): unknown => door.stderr.write(`${line}\n`)
  if (mayWrite && !options.undo) await register(ground, door)
  // Without an answer nothing is left behind, so the home is only named.
  const home = mayWrite ? (await openHome(door.env)).path : flowerHome(door.env)
  const { planned, steps } = await plan(ground, home, { ...options, chosen }, { ...door, ask }, mayWrite)
  const paper = paperFor(door.stdout, door.env)
  const shown: string[] = []
  // A reader that goes away ends the program: only a person sees each change before it is made.
  const write = (text: string): unknown => (ask ? door.stdout.write(text) : shown.push(text))
  for (const each of planned) {
    if (each.outcome !== 'change') write(show(each, paper))
    else if (isLeft(each, ask)) write(showLeft(each, paper))
  }
  const questions = steps.map(step => questionOf(step, paper))
  if (!mayWrite) for (const each of questions) write(each.show)
  const failures: Failure[] = []
  const hands = { ground, home, client: door.client, isServed: () => isServed(door.env), say }
  const carry = async (step: Step): Promise<boolean> => {
    try {
      await carryOut(step, hands)
      return true
    } catch (reason) {
      failures.push(complaintOf(reason, undefined))
      return false
    }
  }
  const done = mayWrite ? await eachAgreed(questions, { ask, write }, carry) : []
  if (mayWrite) await keepUnchanged(ground, home, planned, options.undo === true)
  if (!options.json) door.stdout.write(shown.join(''))
  else door.stdout.write(`${harmlessJson(answerOf(ground, { planned, steps }, done))}\n`)
  const isGuarded = done.some(each => each.does === 'guard') || (mayWrite && (await isGuardedNow(ground, door)))
  const ending = {
    ground,
    undo: options.undo === true,
    agreed: spelled(options),
    planned,
    steps,
    done,
    mayWrite,
    isGuarded,
    failures,
  }
  const { lines, exitCode } = conclude(ending)
  if (options.json && !options.yes && exitCode === 2) return 0
  for (const line of lines) say(line)
  return exitCode
}

async function plan(ground: Ground, home: string, options: Chosen, door: InitDoor, mayWrite: boolean): Promise<Plan> {
  const record = await openRecord(home)
  const planned = options.undo ? await planUndo(ground, record) : await planInit(ground, home, options.chosen, door)
  const does = options.undo ? 'take_back' : 'put'
  const steps = planned.flatMap((change): Step[] =>
    change.outcome === 'change' && !isLeft(change, door.ask) ? [{ does, change }] : [],
  )
  if (options.undo)
    return { planned, steps: record.guarded.includes(ground.gitDir) ? [{ does: 'unguard' }, ...steps] : steps }
  const isGuardDue = options.guard === true && !(mayWrite && (await isGuardedNow(ground, door)))
  return { planned, steps: isGuardDue ? [...steps, { does: 'guard' }] : steps }
}

/** Nobody is there to say yes to it. */
const isLeft = ({ asksAlone }: Change, ask: Ask): boolean => asksAlone && ask === undefined

async function planInit(ground: Ground, home: string, chosen: readonly Harness[], door: InitDoor): Promise<Planned[]> {
  const program = startOfFlower(door.env, door.start)
  // By its name alone it is found on every machine.
  const placed = program.length > 1 ? ['.mcp.json'] : []
  const { mainPath, branch, top } = ground
  const excluded = chosen.includes('claude') ? await toExclude(top, ['.claude/settings.local.json', ...placed]) : []
  const env: Record<string, string> = door.env.FLOWER_HOME ? { FLOWER_HOME: home } : {}
  const wish = { program, env, mainPath, branch, excluded, readServers }
  return planConnection(ground, chosen, wish, await openRecord(home))
}

function chooseHarnesses(named: readonly string[] | undefined, { env, userHome }: Ground): Harness[] {
  const unknown = named?.find(name => !harnesses.some(each => each === name))
  if (unknown !== undefined)
    throw new Misuse(`flower init connects ${harnesses.join(' and ')}, not ${unknown}.`, 'flower help init')
  const chosen = harnesses.filter(each => (named ? named.includes(each) : isInstalled(each, env, userHome)))
  if (chosen.length > 0) return chosen
  throw new CannotStart('Neither Claude Code nor Codex is found here.', 'flower init --harness claude', 3)
}

/** So that flower knows the repository. Files can be connected without. */
async function register({ top }: Ground, { client, stderr }: InitDoor): Promise<void> {
  try {
    const { project, path } = await (await client()).call('project.register', { path: top })
    stderr.write(`Project ${project} at ${harmless(path)}.\n`)
  } catch (reason) {
    const words = reason instanceof Refusal ? `${reason.message} ${reason.next}` : String(reason)
    stderr.write(`flower: the repository isn’t registered: ${harmless(words)}\n`)
  }
}

const isServed = async (env: Environment): Promise<boolean> =>
  Boolean(env.FLOWER_URL) || (await findServer(await openHome(env))) !== undefined

/** False also where nobody can say. */
async function isGuardedNow({ gitDir }: Ground, { client }: InitDoor): Promise<boolean> {
  try {
    const house = await client()
    const { items } = await house.call('project.list', {})
    const project = items.find(each => each.gitDir === gitDir)?.slug
    return project !== undefined && (await house.call('main.status', { project })).main.guarded
  } catch {
    return false
  }
}

/** What needs no change is written down all the same: that one more repository uses it, or that it isn't there any more. */
async function keepUnchanged(
  ground: Ground,
  home: string,
  planned: readonly Planned[],
  isUndo: boolean,
): Promise<void> {
  for (const each of planned) {
    if (each.outcome !== 'unchanged') continue
    if (isUndo) await forget(ground, home, each)
    else await keepRecord(home, shareEntry(await openRecord(home), each.path, ground.gitDir))
  }
}

function answerOf({ top, mainPath }: Ground, { planned, steps }: Plan, done: readonly Step[]): unknown {
  const isDone = (each: Planned): boolean => done.some(step => 'change' in step && step.change === each)
  return {
    checkout: top,
    main: mainPath,
    files: planned.map(each => inJson(each, isDone(each))),
    steps: steps.map(each => each.does),
    done: done.length,
  }
}

/** The same command, agreed to beforehand. */
function spelled({ harness, guard, undo, project }: InitOptions): string {
  const words = [
    ...(harness ?? []).map(each => `--harness ${each}`),
    ...(guard ? ['--guard'] : []),
    ...(undo ? ['--undo'] : []),
    ...(project === undefined ? [] : [`--project ${quoted(project)}`]),
  ]
  return ['flower init', ...words, '--yes'].join(' ')
}

function paperFor(output: Output, env: Environment): Paper {
  const colour = output.isTerminal && !env.NO_COLOR && env.TERM !== 'dumb'
  return paperOf({ colour, now: 0 })
}
