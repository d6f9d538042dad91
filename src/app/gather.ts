/** Gathers facts of the outside world before an operation's transaction begins. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, extname, join, relative, resolve } from 'node:path'
import type { Complaint } from '#contract/shapes.ts'
import { Refusal } from '#domain/refusal.ts'
import { discoverRepository } from '#machine/git/repository.ts'
import { isBranch, namedBranch } from '#runner/primary-branch.ts'
import type {
  BranchFacts,
  Facts,
  Gather,
  HistoryFacts,
  ImportFile,
  LogFacts,
  MachineFacts,
  Places,
  RepositoryFacts,
  SaidFacts,
  WorktreeFacts,
} from '#service/facts.ts'

type Gatherers = {
  machine: (input: Record<string, unknown>) => Promise<MachineFacts>
  places: () => Promise<Places>
  worktree: (input: Record<string, unknown>) => Promise<WorktreeFacts>
  configuration: (input: Record<string, unknown>) => Promise<string>
  isBranch: (name: string, input: Record<string, unknown>) => Promise<boolean>
  log: (input: Record<string, unknown>) => Promise<LogFacts | undefined>
  said: (input: Record<string, unknown>) => Promise<SaidFacts | undefined>
  branch: (input: Record<string, unknown>) => Promise<BranchFacts>
  running: (input: Record<string, unknown>) => Promise<Facts['running']>
  /** Makes what takes a landing back. */
  revert: (input: Record<string, unknown>) => Promise<BranchFacts>
  changes: (input: Record<string, unknown>) => Promise<NonNullable<Facts['changes']>>
  history: (input: Record<string, unknown>) => Promise<HistoryFacts>
  /** What records, git and disk say differently of worktrees. */
  mismatches: () => Promise<Complaint[]>
}

export function makeGather(gatherers: Gatherers): Gather {
  const { machine, places, worktree, configuration, log, said, branch, running, revert, changes, history, mismatches } =
    gatherers
  return async (kind, input): Promise<Facts> => {
    if (kind === 'configuration') return { configuration: await configuration(input) }
    if (kind === 'primaryBranch') {
      const name = textOf(input.primaryBranch)
      return name === undefined ? {} : { isBranch: await gatherers.isBranch(name, input) }
    }
    if (kind === 'running') return { running: await running(input) }
    if (kind === 'branch') return { branch: await branch(input) }
    if (kind === 'revert') return { branch: await revert(input) }
    if (kind === 'changes') return { changes: await changes(input) }
    if (kind === 'history') return { history: await history(input) }
    if (kind === 'log') return { log: await log(input) }
    if (kind === 'said') return { said: await said(input) }
    if (kind === 'places') return { places: await places() }
    if (kind === 'worktree') {
      const [where, found] = await Promise.all([places(), worktree(input)])
      return { places: where, worktree: found }
    }
    if (kind === 'repository')
      return {
        repository: await findRepository(String(input.path), textOf(input.primaryBranch)),
        places: await places(),
      }
    if (kind === 'files')
      return { files: await findFiles({ path: textOf(input.path), content: textOf(input.content) }) }
    const found = await machine(input)
    if (kind === 'machine') return { machine: found }
    const complaints = [...found.complaints, ...(await mismatches())]
    return { machine: { ...found, complaints, looked: [...found.looked, 'worktrees'] } }
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

async function findRepository(path: string, wantedBranch: string | undefined): Promise<RepositoryFacts> {
  const found = await discoverRepository(resolve(path), wantedBranch)
  if (found.outcome !== 'found')
    return { outcome: 'unready', problem: problemOf(found.outcome, path), cure: found.cure }
  const { gitDir, remote, name, primaryPath = gitDir } = found
  const named = wantedBranch ?? (await namedBranch({ ...found, path: primaryPath }))
  const primaryBranch = named !== undefined && (await isBranch(found, named)) ? named : found.primaryBranch
  return { outcome: 'found', gitDir, primaryPath, primaryBranch, remoteUrl: remote?.url ?? null, name }
}

function problemOf(outcome: string, path: string): string {
  const problems: Record<string, string> = {
    missing_folder: `There is no folder at ${path}.`,
    no_repository: `${path} is in no git repository.`,
    no_commit: `The repository of ${path} has no commit yet.`,
    unclear_branch: `Which branch of ${path} is MAIN is unclear.`,
    git_missing: 'git is not installed, or not on the PATH.',
    not_trusted: `git refuses ${path}, because it belongs to somebody else.`,
  }
  return problems[outcome] ?? `git could not read ${path}.`
}

/** Bytes of one file, and files of one folder, at the most. */
const mostBytes = 500_000_000
const mostFiles = 20_000
const readable = new Set(['.md', '.json', '.jsonl', '.yml', '.yaml', '.txt', ''])

async function findFiles(input: { path: string | undefined; content: string | undefined }): Promise<ImportFile[]> {
  if (input.content !== undefined) return [{ path: 'content', text: input.content }]
  if (input.path === undefined)
    throw new Refusal('input.invalid', {
      operation: 'data.import',
      field: 'path',
      problem: 'has to name a file or folder, or give `content`',
    })
  const path = resolve(input.path)
  const found = await stat(path).catch(() => undefined)
  if (!found)
    throw new Refusal('input.invalid', {
      operation: 'data.import',
      field: 'path',
      problem: `there is nothing at ${path}`,
    })
  if (found.isDirectory()) return readFolder(path)
  if (found.size > mostBytes) throw new Refusal('input.too_large', { field: 'path', limit: mostBytes, unit: 'bytes' })
  return [{ path: basename(path), text: await readFile(path, 'utf8') }]
}

/** Texts of a folder; links are not followed and hidden folders not entered, but for the ones that hold such data. */
async function readFolder(folder: string): Promise<ImportFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(
    each =>
      each.isFile() &&
      readable.has(extname(each.name)) &&
      !each.parentPath.includes('node_modules') &&
      !each.parentPath.includes('/.git'),
  )
  if (files.length > mostFiles)
    throw new Refusal('input.invalid', {
      operation: 'data.import',
      field: 'path',
      problem: `holds ${files.length} files; ${mostFiles} are the most`,
    })
  return Promise.all(
    files.map(async each => ({
      path: relative(folder, join(each.parentPath, each.name)).replaceAll('\\', '/'),
      text: await readFile(join(each.parentPath, each.name), 'utf8'),
    })),
  )
}
