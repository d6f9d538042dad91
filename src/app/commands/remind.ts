/** `flower remind`: what an agent's session in the repository should know as it begins, for a hook of its harness. */
import { reminderFor } from '#domain/guard/harness.ts'
import { briefRef } from '#domain/ref.ts'
import { briefOf } from '#machine/guard/brief-file.ts'
import { checkoutAround, placeOnDisk } from '#machine/guard/ground.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Says nothing elsewhere than in the repository of `main`. Answers the exit code. */
export async function remind(env: Environment, main: string | undefined): Promise<number> {
  const here = checkoutAround(env.CLAUDE_PROJECT_DIR || process.cwd())
  if (!here || !main || here.gitFolder !== checkoutAround(main)?.gitFolder) return 0
  const words = here.path === placeOnDisk(main) ? IN_MAIN : aboutBrief(await briefOf(here.ownGitFolder))
  if (words) process.stdout.write(reminderFor(words))
  return 0
}

const IN_MAIN =
  'This folder is MAIN, the checkout that is served: only flower\u2019s merge queue changes it. Read here as you like; to change something, ' +
  'work in a worktree (flower worktree create) and hand it in from there.'

function aboutBrief(briefId: number | undefined): string {
  if (briefId === undefined) return ''
  const ref = briefRef(briefId)
  return (
    `This worktree is for flower\u2019s Brief ${ref}. Before anything else read it: the tool recall_brief with briefId ${briefId}, or flower show ${briefId}. ` +
    `Say how it goes with brief_append, ask with decision_ask instead of waiting, and end commit messages with the trailer Brief: ${ref}. ` +
    'Work in this folder only; don\u2019t merge or push.'
  )
}
