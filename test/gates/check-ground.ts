/** A project on a practice ground and the checks of its commits, as the merge queue would ask for them. */
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { valuesOf } from '#domain/configuration/environment.ts'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import type { GateRun } from '#domain/landing/verdict.ts'
import { type Judgement, type JudgeWish, judge, runFolder } from '#machine/gate/judge.ts'
import { readLog } from '#machine/service/read-log.ts'
import type { PracticeGround } from '../practice-repository.ts'

export interface CheckGround {
  main: string
  gitDir: string
  /** The folder of its checks, and in it the checkout. */
  folder: string
  tree: string
  logs: string
  /** Commits these files on MAIN's branch; answers the commit. */
  commit: (files: Record<string, string>) => Promise<string>
  wish: (commit: string, gate: string, change?: Partial<JudgeWish>, yaml?: string) => JudgeWish
  /** Runs one line of a shell as the gate; fails unless it comes to a verdict. */
  judge: (commit: string, gate: string, change?: Partial<JudgeWish>, yaml?: string) => Promise<GateRun>
  /** All that a run said. */
  said: (run: GateRun) => string[]
}

let count = 0

export async function checkGround(ground: PracticeGround): Promise<CheckGround> {
  const name = `Gärten ${++count}`
  const main = await ground.repository(name)
  const gitDir = join(main, '.git')
  const folder = join(ground.path, `checks of ${name}`)
  const logs = join(ground.path, `logs of ${name}`)
  const wish: CheckGround['wish'] = (commit, gate, change = {}, yaml = '') => {
    const { configuration } = parseConfiguration(yaml)
    if (!configuration) throw new Error(`not a configuration: ${yaml}`)
    return {
      gitDir,
      main,
      folder,
      commit,
      configuration,
      trusted: true,
      values: valuesOf({ project: 'garden', worktree: 'check', branch: '', path: join(folder, 'tree'), ports: {} }),
      isolation: 'isolated',
      filling: { largeFiles: 'whole', timeoutMs: 60_000 },
      gate: { name: 'test', definitionHash: 'd', command: { shell: gate }, timeoutMs: 60_000 },
      toolchain: 'node',
      marker: randomUUID(),
      logs,
      maxLogBytes: 400_000,
      now: Date.now,
      ...change,
    }
  }
  return {
    main,
    gitDir,
    folder,
    tree: join(folder, 'tree'),
    logs,
    commit: async files => {
      await put(main, files)
      await ground.git(main, 'add', '-A')
      await ground.git(main, 'commit', '-q', '--allow-empty', '-m', `Commit ${++count}`)
      return ground.git(main, 'rev-parse', 'HEAD')
    },
    wish,
    judge: async (...asked) => verdictOf(await judge(wish(...asked))),
    said: run => {
      const { lines, partial } = readLog({ folder: runFolder(logs, run.log), lines: 10_000 })
      return partial === '' ? lines : [...lines, partial]
    },
  }
}

function verdictOf(judgement: Judgement): GateRun {
  if (judgement.outcome !== 'judged') throw new Error(JSON.stringify(judgement))
  return judgement.run
}

export async function put(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
}
