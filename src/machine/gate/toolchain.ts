// What a verdict was reached with, beyond the tree and the gate's definition: so that a new compiler asks anew.

import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { release } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { CommandLine } from '#domain/configuration/command-line.ts'
import type { Configuration } from '#domain/configuration/configuration.ts'
import { realPathIfThere } from '../files.ts'

export interface Toolchain {
  /** SHA-256 over the parts, in hex: what verdicts are kept by. */
  id: string
  /** To be shown: the system, then each program with its real path, size and time. */
  parts: string[]
}

/** Looked at whatever the gates are: most tools are scripts of one of these. */
const always = ['git', 'node', 'sh']

/**
 * The system and the programs that gates and preparing name, found on `path` as a process of theirs would find them. A
 * program is told by its real path, its size and when it was written: an update changes one of them. Packages are in the
 * tree, by their lock files. Not seen: what these programs start in turn, copied files, the network.
 */
export async function toolchainOf(
  { gates, worktrees }: Pick<Configuration, 'gates' | 'worktrees'>,
  path: string,
): Promise<Toolchain> {
  const commands = [...Object.values(gates), ...worktrees.prepare].map(({ command }) => command)
  const programs = [...new Set([...always, ...commands.flatMap(programOf)])].sort()
  const found = await Promise.all(programs.map(async program => `${program} ${await identityOf(program, path)}`))
  const parts = [`${process.platform} ${process.arch} ${release()}`, ...found]
  return {
    id: createHash('sha256')
      .update(JSON.stringify([1, ...parts]))
      .digest('hex'),
    parts,
  }
}

/** One that is given as a path from the checkout is in the tree. */
function programOf(command: CommandLine): string[] {
  const [program = ''] = 'shell' in command ? ['sh'] : command.words
  return program.includes('/') && !isAbsolute(program) ? [] : [program]
}

async function identityOf(program: string, path: string): Promise<string> {
  const places = isAbsolute(program)
    ? [program]
    : path
        .split(':')
        .filter(isAbsolute)
        .map(folder => join(folder, program))
  for (const place of places) {
    const real = await realPathIfThere(place).catch(() => undefined)
    const there = real === undefined ? undefined : await stat(real).catch(() => undefined)
    if (there?.isFile() && (there.mode & 0o111) !== 0) return `${real} ${there.size} ${there.mtime.toISOString()}`
  }
  return 'is not there'
}
