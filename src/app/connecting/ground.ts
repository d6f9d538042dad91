/** Where `flower init` was asked: the checkout, its repository, and the person's own folders. */
import { realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { discoverRepository } from '#machine/git/repository.ts'
import { checkoutAround } from '#machine/guard/ground.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Ground } from './plan.ts'

type Environment = Readonly<Record<string, string | undefined>>

export async function findGround(folder: string, env: Environment): Promise<Ground> {
  const found = await discoverRepository(folder)
  if (found.outcome !== 'found') {
    const code = found.outcome === 'missing_folder' || found.outcome === 'no_repository' ? 3 : 1
    throw new CannotStart(`${folder} is in no repository that flower can work with.`, found.cure, code)
  }
  const checkout = checkoutAround(folder)
  if (!checkout || !found.primaryPath || checkout.path === found.gitDir)
    throw new CannotStart(`${folder} is in no checkout.`, 'Stand in MAIN’s folder, or name it with --project.', 3)
  const { gitDir, primaryPath: mainPath, primaryBranch: branch } = found
  return { top: checkout.path, gitDir, mainPath, branch, userHome: userHome(env), env }
}

function userHome(env: Environment): string {
  const home = env['HOME'] && isAbsolute(env['HOME']) ? env['HOME'] : homedir()
  try {
    return realpathSync(home)
  } catch {
    return home
  }
}

/** Named, not made: a plan alone leaves nothing behind. */
export const flowerHome = (env: Environment): string => resolve(env['FLOWER_HOME'] || join(homedir(), '.flower'))
