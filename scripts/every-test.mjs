// Every test; then what was red once more, one file after the other, with nothing beside it. See docs/decisions/0024.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pass, say, tool } from './boot.mjs'

/** Of more red files than these a busy machine is not the cause. */
const FEW = 4

/** Runs all tests of the folder that we are in; answers 0, or the exit code of what stayed red. */
export async function everyTest() {
  const folder = mkdtempSync(join(tmpdir(), 'flower-tests-'))
  const report = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const first = await pass(tool('vitest'), ['run', ...reporters])
    const red = first === 0 || !existsSync(report) ? [] : redFiles(report)
    return red.length === 0 || red.length > FEW ? first : await onceMore(red)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onceMore(red) {
  say(`once more, by themselves: ${red.join(' ')}`)
  const second = await pass(tool('vitest'), ['run', '--no-file-parallelism', ...red])
  if (second === 0) say(`red beside others, green by themselves: ${red.join(' ')}`)
  return second
}

function redFiles(report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults.filter(each => each.status === 'failed').map(each => relative(process.cwd(), each.name))
}
