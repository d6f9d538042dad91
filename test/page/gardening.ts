/** A garden with gates, for tests of what lands in it: work that is judged, held up while somebody looks, and landed. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { MergeView } from '#contract/shapes.ts'
import { build, commitFiles } from './built.ts'
import type { Stage } from './stage.ts'

/** A gate that waits, where a tree holds `hold`, until somebody writes `go` into the folder or takes that folder away. */
const holding = `const { existsSync, watch } = require('node:fs')
const folder = process.argv[2]
const look = () => (existsSync(folder + '/go') || !existsSync(folder)) && process.exit(0)
if (existsSync('hold')) look() || watch(folder, look)
`

export type Gardening = {
  /** The text of a flower.yaml with two gates: `beds` is red where there are weeds, `held` waits for `go`. */
  configuration: (more?: string) => string
  /** That flower.yaml is committed in MAIN and trusted. */
  configure: (more?: string) => Promise<void>
  go: () => void
  /** Work of a Brief, committed on its branch and handed back. */
  grow: (...args: DropFirst<Parameters<typeof build>>) => ReturnType<typeof build>
  /** Until the newest submission of a Brief says so. */
  until: (briefId: number, isSo: (merge: MergeView) => boolean) => Promise<void>
  landed: (briefId: number) => Promise<void>
}

type DropFirst<All extends unknown[]> = All extends [unknown, ...infer Rest] ? Rest : never

/** Sets the hooks that keep two tests apart. */
export function gardening(stage: Stage): Gardening {
  const folder = () => join(stage.garden(), '..', 'gates')
  const go = () => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(join(folder(), 'go'), '')
  }
  beforeEach(() => {
    mkdirSync(folder(), { recursive: true })
    rmSync(join(folder(), 'go'), { force: true })
  })
  afterEach(go)
  const configuration = (more = '') =>
    `gates:\n  beds: { run: sh beds.sh }\n  held: { run: node hold.cjs ${folder()} }\n${more}`
  const until: Gardening['until'] = async (briefId, isSo) => {
    const look = async () => (await stage.ada().call('merge.queue', { briefId, ended: true })).items.slice(0, 1)
    await expect.poll(async () => (await look()).some(isSo)).toBe(true)
  }
  return {
    configuration,
    configure: async (more = '') => {
      await stage.git(stage.garden(), 'rm', '-q', '--ignore-unmatch', 'hold')
      await commitFiles(stage.git, stage.garden(), 'Plant', {
        'flower.yaml': configuration(more),
        'beds.sh': 'if grep -rq weeds beds; then echo "weeds in the beds"; exit 1; fi; echo "all beds are clean"\n',
        'hold.cjs': holding,
        'beds/roses.md': `${Array.from({ length: 12 }, (_, at) => `rose ${at + 1}\n`).join('')}${Math.random()}\n`,
      })
      const { project } = await stage.ada().call('project.show', {})
      await stage.ada().call('project.trust', { hash: project.configuration.hash })
    },
    go,
    grow: (...args) => build({ server: stage.server(), git: stage.git }, ...args),
    until,
    landed: briefId => until(briefId, merge => merge.status === 'landed'),
  }
}
