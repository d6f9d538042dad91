// Begins to create or remove a worktree and is killed at a named point: node test/worktree/cut.ts create|remove POINT JOURNAL WISH

import { writeFileSync } from 'node:fs'
import { createWorktree } from '#machine/worktree/create.ts'
import { removeWorktree } from '#machine/worktree/remove.ts'

const [what = '', point = '', journal = '', wish = '{}'] = process.argv.slice(2)

const step = async (at: string, settled?: unknown) => {
  if (settled !== undefined) writeFileSync(journal, JSON.stringify(settled))
  if (at === point) process.kill(process.pid, 'SIGKILL')
}
await (what === 'create' ? createWorktree : removeWorktree)({
  ...(JSON.parse(wish) as Parameters<typeof createWorktree>[0] & Parameters<typeof removeWorktree>[0]),
  step,
})
