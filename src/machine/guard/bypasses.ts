// Ways past any closed folder that only root, or a member of the group `disk`, has: they are closed along with it.

import { access, constants, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from '../worktree/same-place.ts'

export interface Bypasses {
  /** Disks that we could write to below every file system. */
  devices: string[]
  /** Folders and files through which root tells the kernel what to run. */
  kernel: string[]
}

export const isRoot = (): boolean => process.getuid?.() === 0

/** For setpriv: gives up every right of root for good. Only root can, and only root has to. */
export const WITHOUT_RIGHTS = ['--ambient-caps=-all', '--inh-caps=-all', '--bounding-set=-all']

export async function findBypasses(): Promise<Bypasses> {
  const names = await readdir('/sys/class/block').catch(() => [])
  const devices: string[] = []
  for (const name of names) {
    const path = join('/dev', name.replaceAll('!', '/'))
    if (await mayWrite(path)) devices.push(path)
  }
  const settings = isRoot() ? ['/proc/sys', '/proc/sysrq-trigger', '/sys'] : []
  const there = await Promise.all(settings.map(isThere))
  return { devices, kernel: settings.filter((_, at) => there[at]) }
}

async function mayWrite(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
}
