// Which branch is a repository's primary one. Where the signs disagree it asks instead of guessing.

import { quoted } from '#domain/words/quoted.ts'
import { git } from './command.ts'
import { commitAt } from './commits.ts'
import { isRefName } from './ref-name.ts'
import type { Remote } from './remote.ts'

export type PrimaryBranch =
  | { outcome: 'clear'; name: string; head: string }
  | { outcome: 'unclear'; candidates: string[]; reason: string }

interface Signs {
  remote?: Remote
  bare: boolean
  wanted?: string
}

const MOST_CANDIDATES = 50
const USUAL_NAMES = ['main', 'master', 'trunk']

/**
 * In this order: the wanted name; the remote's HEAD; the only local branch; a bare repository's HEAD; and then the one
 * name among the checkout's HEAD, `init.defaultBranch`, main, master and trunk that exists, if it is only one.
 */
export async function findPrimaryBranch(gitDir: string, signs: Signs): Promise<PrimaryBranch> {
  const branches = await listBranches(gitDir)
  const ask = (reason: string): PrimaryBranch => {
    return { outcome: 'unclear', candidates: branches.slice(0, MOST_CANDIDATES), reason }
  }
  const settle = async (name: string): Promise<PrimaryBranch> => {
    const head = await commitAt(gitDir, `refs/heads/${name}`)
    return head === undefined ? ask(`The branch ${name} has no commit.`) : { outcome: 'clear', name, head }
  }
  const { wanted, remote } = signs
  if (wanted !== undefined) {
    return branches.includes(wanted) ? settle(wanted) : ask(`There is no local branch ${wanted}.`)
  }
  if (branches.length === 0) return ask('The repository has commits but no local branch.')
  const remoteHead = remote && (await branchAtRemoteHead(gitDir, remote.name))
  if (remote && remoteHead) {
    if (branches.includes(remoteHead)) return settle(remoteHead)
    const make = `git branch --track ${quoted(remoteHead)} ${quoted(`${remote.name}/${remoteHead}`)}`
    return ask(`The remote's branch ${remoteHead} has no local branch; make it with: ${make}.`)
  }
  const [only, another] = branches
  if (only !== undefined && another === undefined) return settle(only)
  const head = await symbolicRef(gitDir, 'HEAD', 'refs/heads/')
  if (signs.bare && head !== undefined && branches.includes(head)) return settle(head)
  const names = new Set([head, await defaultBranchSetting(gitDir), ...USUAL_NAMES])
  const [found, rival] = [...names].filter(name => name !== undefined && branches.includes(name))
  if (found !== undefined && rival === undefined) return settle(found)
  return ask('Which branch is the primary one is not clear.')
}

async function listBranches(gitDir: string): Promise<string[]> {
  // A branch's name can't hold a line break, so lines are enough here.
  const listed = await git({ gitDir }, ['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads/'])
  return listed.outcome === 'ok' ? listed.stdout.split('\n').filter(name => name !== '') : []
}

/** Undefined also when the remote's HEAD points to a branch that is no longer there: such a sign is stale. */
async function branchAtRemoteHead(gitDir: string, remote: string): Promise<string | undefined> {
  if (!isRefName(remote)) return undefined
  const prefix = `refs/remotes/${remote}/`
  const name = await symbolicRef(gitDir, `${prefix}HEAD`, prefix)
  return name !== undefined && (await commitAt(gitDir, prefix + name)) ? name : undefined
}

async function symbolicRef(gitDir: string, ref: string, prefix: string): Promise<string | undefined> {
  const read = await git({ gitDir }, ['symbolic-ref', '--quiet', ref])
  if (read.outcome !== 'ok') return undefined
  const target = read.stdout.trimEnd()
  return target.startsWith(prefix) ? target.slice(prefix.length) : undefined
}

async function defaultBranchSetting(gitDir: string): Promise<string | undefined> {
  const read = await git({ gitDir }, ['config', '-z', '--get', 'init.defaultBranch'])
  return read.outcome === 'ok' ? read.stdout.split('\0')[0] : undefined
}
