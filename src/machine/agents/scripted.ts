// Our own small agent, which follows a script: its program says what it does in our own words already.

import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { AgentSaid } from '#domain/agent/said.ts'
import { ownProgram } from '../own-program.ts'
import type { Begin } from './driver.ts'

const AGENT = ownProgram('agents/scripted-agent')
const SMALL = ['--max-old-space-size=32', '--max-semi-space-size=1']
/** A prompt may name another script beside the one that is given: `[[script: rose]]`. */
const NAMED = /\[\[script: ?([\w-]+)\]\]/

export const beginScripted: Begin = async host => {
  const [script = ''] = host.start.harness.args
  const named = NAMED.exec(host.start.prompt)?.[1]
  const path = scriptFor(named === undefined ? script : join(dirname(script), `${basename(named)}.json`), host.env)
  host.write('packet.md', host.start.prompt)
  const child = await host.launch({
    words: [process.execPath, ...SMALL, AGENT, path, host.start.resume ?? ''],
    env: { FLOWER_PACKET: join(host.folder, 'packet.md') },
    hear: line => {
      const said = saidIn(line)
      if (said) host.say(said)
    },
  })
  void child.ended.then(host.leave)
  return {
    send: text => {
      child.write(`${JSON.stringify({ text })}\n`)
      return true
    },
    interrupt: () => child.write(`${JSON.stringify({ interrupt: true })}\n`),
    finish: () => void child.process.stdin.end(),
  }
}

/** The nearest that there is: `rose.fix.2.json` for the second attempt of a fix, `rose.fix.json` for any, `rose.json` for the rest. */
function scriptFor(path: string, { FLOWER_LEG, FLOWER_ATTEMPT }: NodeJS.ProcessEnv): string {
  const name = path.replace(/\.json$/, '')
  const nearer = [`${name}.${FLOWER_LEG}.${FLOWER_ATTEMPT}.json`, `${name}.${FLOWER_LEG}.json`]
  return nearer.find(each => existsSync(each)) ?? path
}

/** What the program prints beside that is only in the log. */
function saidIn(line: string): AgentSaid | undefined {
  try {
    return line.startsWith('{"kind":') ? (JSON.parse(line) as AgentSaid) : undefined
  } catch {
    return undefined
  }
}
