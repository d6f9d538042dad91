/**
 * `flower guard`: asked by an agent's harness before each of its tools, with the question on standard input. Starts in a
 * moment, needs no server and no store, and refuses whenever it can't tell.
 */
import { randomUUID } from 'node:crypto'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { decideTool } from '#domain/guard/decide-tool.ts'
import { adviceFor, answerFor, readQuestion } from '#domain/guard/harness.ts'
import type { GuardVerdict } from '#domain/guard/verdict.ts'
import { checkoutAround, findGround, type GroundWish, isFolder, placeOnDisk } from '#machine/guard/ground.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type GuardOptions = { worktree?: string | undefined; main?: string | undefined; branch?: string | undefined }

/** The exit code by which every harness that we know keeps a tool from being used. */
const KEEP_BACK = 2

/** Answers the exit code. */
export async function guardTool(env: Environment, options: GuardOptions): Promise<number> {
  try {
    await judge(readWish(env, options), env, false)
    return 0
  } catch (reason) {
    process.stderr.write(`flower: the guard can't tell, so it refuses: ${String(reason)}\n`)
    return KEEP_BACK
  }
}

/**
 * For a session that a person opened in the repository: in MAIN it is told what it had better not do, in a worktree it is kept
 * to that, and elsewhere it is left in peace. Where even that can't be told, only a worktree's session is kept back.
 */
export async function guardSession(env: Environment, { main, branch }: GuardOptions): Promise<number> {
  const here = checkoutAround(env.CLAUDE_PROJECT_DIR || process.cwd())
  if (!here || !main || here.gitFolder !== checkoutAround(main)?.gitFolder) return 0
  const isMain = here.path === placeOnDisk(main)
  try {
    await judge(readWish(env, { worktree: here.path, main, branch }), env, isMain)
    return 0
  } catch (reason) {
    process.stderr.write(`flower: the guard can't tell: ${String(reason)}\n`)
    return isMain ? 1 : KEEP_BACK
  }
}

async function judge(wish: GroundWish, env: Environment, isAdvice: boolean): Promise<void> {
  const question = readQuestion(await text(process.stdin))
  if (question === undefined) throw new Error('there is no question of a harness on standard input')
  const verdict = decide(wish, question, env)
  if (verdict.outcome === 'refused' && isAdvice) process.stdout.write(adviceFor(verdict.reason))
  if (verdict.outcome === 'allowed' || isAdvice) return
  await spool(wish, question.tool, verdict, env)
  process.stdout.write(answerFor(verdict))
}

function readWish(env: Environment, { worktree, main, branch }: GuardOptions): GroundWish {
  if (!worktree || !main || !branch) throw new Error('--worktree, --main and --branch are needed')
  const home = resolve('/', env.FLOWER_HOME || join(homedir(), '.flower'))
  return { worktree, mainPath: main, branch, home }
}

/** The folder is the question's, and not that in which this program was started. */
function decide(
  wish: GroundWish,
  question: { tool: string; input: unknown; cwd: string | undefined },
  env: Environment,
) {
  const folder = question.cwd !== undefined && isFolder(question.cwd) ? placeOnDisk(question.cwd) : undefined
  const around = { ground: findGround(wish), place: placeOnDisk, environment: env }
  return decideTool({ tool: question.tool, input: question.input, folder }, around)
}

async function spool(
  wish: GroundWish,
  tool: string,
  verdict: Extract<GuardVerdict, { outcome: 'refused' }>,
  env: Environment,
): Promise<void> {
  const { refusalFolderOf, spoolRefusal } = await import('#machine/guard/refusal-spool.ts')
  const { cause, what, reason } = verdict
  const { FLOWER_ACTOR: actor, FLOWER_BRIEF: briefId, FLOWER_DISPATCH: dispatchId, FLOWER_RUN: run } = env
  const { worktree, mainPath } = wish
  const refusal = { at: new Date().toISOString(), tool, cause, what, reason, worktree, mainPath }
  // A refusal that can't be written down is still one.
  await spoolRefusal(refusalFolderOf(wish.home), randomUUID(), { ...refusal, actor, briefId, dispatchId, run }).catch(
    problem => process.stderr.write(`flower: this refusal can't be kept: ${String(problem)}\n`),
  )
}

/** As the very first thing of the program, past the command line, which takes longer to load than all of this. */
export async function guardAtOnce(args: readonly string[]): Promise<void> {
  const isSession = args[0] === '--session'
  const options: Record<string, string | undefined> = {}
  for (let at = isSession ? 1 : 0; at < args.length; at += 2)
    options[(args[at] ?? '').replace(/^--/, '')] = args[at + 1]
  process.exitCode = await (isSession ? guardSession : guardTool)(process.env, options)
}
