/** Work for the merge queue, made as agents make it: in a worktree, committed, handed back. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Client } from '#client/client.ts'
import type { TestServer } from '../server.ts'

const wait = 50

type Git = (folder: string, ...args: string[]) => Promise<string>
type Files = Record<string, string>

export type Grounds = { server: TestServer; git: Git }

export type Work = { briefId: number; worktreeId: number; branch: string; path: string }

/** Writes files below a folder and commits them; answers the commit. */
export async function commitFiles(git: Git, folder: string, subject: string, files: Files): Promise<string> {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  await git(folder, 'add', '-A')
  await git(folder, 'commit', '-qm', subject)
  return git(folder, 'rev-parse', 'HEAD')
}

/** A Brief whose work is committed on its branch; it is handed back, so that it may land, unless it is to stay at work. */
export async function build(
  { server, git }: Grounds,
  title: string,
  files: Files,
  more: { agent?: string; stays?: boolean; review?: boolean } = {},
): Promise<Work & { agent: Client; dispatchId: number; token: number }> {
  const ada = server.client()
  const agent = server.client(`agent:${more.agent ?? 'builder-1'}`, 'builder')
  const { briefId } = await ada.call('brief.capture', {
    text: title,
    spec: 'By the wall.',
    review: more.review ?? false,
  })
  const { worktreeId, path, branch } = await ada.call('worktree.create', { briefId, wait })
  await ada.call('brief.setStatus', { briefId, status: 'planned' })
  const { dispatchId } = await ada.call('brief.dispatch', { briefId })
  const { token } = await agent.call('dispatch.claim', { dispatchId })
  await commitFiles(git, path, `${title}\n\nBrief: #${briefId}`, files)
  if (!more.stays) await agent.call('dispatch.complete', { dispatchId, token, summary: 'Built.' })
  return { briefId, worktreeId, branch: branch ?? '', path, agent, dispatchId, token }
}
