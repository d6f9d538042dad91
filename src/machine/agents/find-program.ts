// Where a program is, looked for as the system would.

import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

/** Its path; undefined when there is none that may be run. */
export function findProgram(program: string, path: string | undefined, cwd: string): string | undefined {
  if (program.includes('/')) return isProgram(resolve(cwd, program)) ? resolve(cwd, program) : undefined
  const folders = (path ?? '').split(delimiter).filter(folder => folder !== '')
  return folders.map(folder => join(resolve(cwd, folder), program)).find(isProgram)
}

/** A file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
