/**
 * Loaded into a real flower and its spawner before their own code (`node --import`), it kills that process at a point that a test names: a git
 * that it starts, or a change of the disk. What is to happen stands in a file, so that a flower that runs already can be doomed,
 * and the one after it too. flower itself knows nothing of it.
 */
import childProcess, { type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** `during`: a program has begun and lives on. One of `match` (a regular expression) and `count` (the so-manyth point) names it. */
export type Doom = { when: 'before' | 'during' | 'after'; match?: string; count?: number }

const file = process.env.DOOM_FILE ?? ''
/** Programs are started by the spawner beside flower, who reads this too: there flower dies first. */
const doomed = process.argv[1]?.includes('spawner-process') ? [process.ppid, process.pid] : [process.pid]

function next(): Doom | undefined {
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as Doom[])[0]
}

/** `number` is which one it was when it began: others may have begun since. */
type Point = { text: string; number: number }

const isMeant = (doom: Doom, { text, number }: Point): boolean =>
  doom.match === undefined ? doom.count === number : new RegExp(doom.match).test(text)

function reach(point: Point, when: Doom['when']): void {
  const doom = next()
  if (!doom || doom.when !== when || !isMeant(doom, point)) return
  const [, ...others] = JSON.parse(readFileSync(file, 'utf8')) as Doom[]
  appendFileSync(`${file}.log`, `† ${when} ${point.text}\n`)
  if (others.length === 0) rmSync(file)
  else {
    writeFileSync(`${file}.next`, JSON.stringify(others))
    renameSync(`${file}.next`, file)
  }
  for (const pid of doomed) process.kill(pid, 'SIGKILL')
}

/** Which one of this life it is; flower and its spawner write into one log. */
function numberOf(text: string): number {
  const lines = readFileSync(`${file}.log`, 'utf8').split('\n')
  return lines.lastIndexOf(text) - lines.findLastIndex(line => line.startsWith('†'))
}

function begin(text: string): Point {
  if (!next()) return { text, number: -1 }
  appendFileSync(`${file}.log`, `${text}\n`)
  const point = { text, number: numberOf(text) }
  reach(point, 'before')
  return point
}

const changing = ['appendFile', 'chmod', 'copyFile', 'link', 'lutimes', 'mkdir', 'rename', 'rm', 'rmdir', 'symlink', 'unlink', 'utimes', 'writeFile'] as const // biome-ignore format: a list of names

for (const name of changing) {
  const real = files[name] as (...args: unknown[]) => Promise<unknown>
  const watched = async (...args: unknown[]): Promise<unknown> => {
    const paths = args.filter(each => typeof each === 'string' || Buffer.isBuffer(each)).map(String)
    const point = begin(`${name} ${(name === 'writeFile' ? paths.slice(0, 1) : paths).join(' -> ')}`)
    const done = await real(...args)
    reach(point, 'after')
    return done
  }
  Object.assign(files, { [name]: watched })
}

const { spawn } = childProcess
/** git without what flower always says, so that a point reads like the command that a person would type, and where. */
const shown = (program: string, args: readonly string[], { cwd = '' }: { cwd?: string }): string =>
  `${plain(program, args)} in ${cwd}`
const plain = (program: string, args: readonly string[]): string =>
  [program, ...args].join(' ').replace(/ --no-pager| -c \S+=\S*| --(?:git-dir|work-tree)=.*?(?= --no-pager)/g, '')

Object.assign(childProcess, {
  spawn: (program: string, args: readonly string[], options: { cwd?: string }): ChildProcess => {
    const point = begin(shown(program, args, options))
    const child = spawn(program, args, options)
    child.once('spawn', () => reach(point, 'during'))
    // Before flower hears of it.
    child.prependOnceListener('exit', () => reach(point, 'after'))
    return child
  },
})
syncBuiltinESMExports()
