// A person at their machine: a home of their own, repositories, and `flower init` as they start it.

import { mkdir, readdir, readFile, readlink, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type InitOptions, init } from '#app/commands/init.ts'
import { connect } from '#app/connect.ts'
import type { OwnStart } from '#machine/connecting/find-programs.ts'
import type { PracticeGround } from '../practice-repository.ts'

const SOURCE = join(import.meta.dirname, '../../src/app/flower.ts')

export type Said = { code: number; out: string; err: string }

export type Person = {
  /** Their own folder. */
  home: string
  flowerHome: string
  env: Record<string, string>
  /** How they started flower. */
  start: OwnStart
  /** In a folder; `answers` are what they type, one by one, and then they close the input. Left out, nobody is there. */
  init: (folder: string, options?: InitOptions, answers?: readonly Answer[]) => Promise<Said>
}

/** A function does something before it answers. */
export type Answer = string | (() => string)

/** `name` makes their home unlike that of others on the same ground. */
export async function personOn(ground: PracticeGround, name: string): Promise<Person> {
  const home = join(ground.path, `${name}'s home`)
  await mkdir(home)
  const flowerHome = join(home, '.flower')
  const env = { HOME: home, FLOWER_HOME: flowerHome, PATH: process.env['PATH'] ?? '', USER: 'ada' }
  const start = { node: process.execPath, nodeOptions: ['--conditions=flower-source'], script: SOURCE }
  return {
    home,
    flowerHome,
    env,
    start,
    init: (folder, options, answers) => run({ env, start, folder }, options, answers),
  }
}

async function run(
  { env, start, folder }: { env: Record<string, string>; start: OwnStart; folder: string },
  options: InitOptions = {},
  answers?: readonly Answer[],
): Promise<Said> {
  const said = { out: '', err: '' }
  const left = [...(answers ?? [])]
  let opened: ReturnType<typeof connect> | undefined
  const identity = { actor: { kind: 'operator', ref: 'ada' }, role: 'operator' } as const
  const output = (to: 'out' | 'err') => ({ write: (text: string) => void (said[to] += text), isTerminal: false })
  const ask = async (question: string): Promise<string | undefined> => {
    said.out += question
    const answer = left.shift()
    return typeof answer === 'function' ? answer() : answer
  }
  try {
    const code = await init(options, {
      env,
      folder,
      start,
      client: async () => (await (opened ??= connect({ env, identity }))).client,
      ask: answers ? ask : undefined,
      stdout: output('out'),
      stderr: output('err'),
    })
    return { code, ...said }
  } catch (reason) {
    const { exitCode = 1, message, cure = '' } = reason as { exitCode?: number; message: string; cure?: string }
    return { code: exitCode, out: said.out, err: `${said.err}${message} ${cure}` }
  } finally {
    await (await opened)?.close()
  }
}

export async function put(path: string, content: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content, { mode })
}

/** Every file below a folder with its mode and its bytes, and every folder; not git's own, but for what it leaves out. */
export async function everythingIn(...folders: string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (/\/(?:\.git|\.flower)(?:\/|$)/.test(path) && !path.endsWith('/info/exclude')) continue
      const mode = entry.isSymbolicLink() ? 0 : (await stat(path)).mode & 0o777
      const content = entry.isFile()
        ? await readFile(path, 'base64')
        : entry.isSymbolicLink()
          ? await readlink(path)
          : ''
      found[path] = `${mode.toString(8)} ${content}`
    }
  }
  return found
}
