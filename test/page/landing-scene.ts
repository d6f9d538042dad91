/** A day at the merge queue, by a real one: two landed, one came back, one is judged, one waits for a review with its changes. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MergeView } from '#contract/shapes.ts'
import { build, commitFiles, type Grounds } from './built.ts'

const before = `import type { Place } from './place.ts'

/** What a worktree gets of its own. */
export function renderEnv(template: Template, place: Place): string {
  const values = new Map(template.entries())
  values.set('PORT', String(place.ports.first))
  values.set('SITE', place.site.host)
  return serialise(values)
}
`
const after = before
  .replace(
    "  values.set('PORT', String(place.ports.first))",
    "  values.set('PORT', String(place.ports.named('web')))\n  values.set('LANES', String(3))",
  )
  .replace(
    '  return serialise(values)',
    "  // Secrets travel only to worktrees that serve.\n  return serialise(place.isolation === 'code' ? withoutSecrets(values) : values)",
  )

export type LandingScene = {
  /** The Brief whose changes wait for a review. */
  changed: number
  /** Lets the gate go on that is held, and waits until what it holds up has landed. */
  end: () => Promise<void>
}

/** `garden` is MAIN of the only project; `folder` is one beside it, for what holds a gate up. */
export async function landingScene(grounds: Grounds, garden: string, folder: string): Promise<LandingScene> {
  const { server, git } = grounds
  const ada = server.client()
  mkdirSync(folder, { recursive: true })
  await commitFiles(git, garden, 'Plant', {
    'flower.yaml': `gates:\n  types: { run: echo 214 files }\n  walls: { run: sh walls.sh }\n  test: { run: node test.cjs ${folder} }\nafterLanding:\n  restart: { run: echo restarted }\n  migrate: { run: echo migrated, approve: operator }\n`,
    'walls.sh': 'if grep -rn "from .*store" src/web; then echo "walls: web may not import store"; exit 1; fi\n',
    'test.cjs': `const { existsSync, watch } = require('node:fs')
const folder = process.argv[2]
const look = () => !existsSync(folder + '/hold') && process.exit(0)
if (existsSync('src/site.ts')) look() || watch(folder, look)
`,
    'src/machine/worktree-env.ts': before,
    'src/machine/ports.ts': 'export const first = 4100\n',
    'src/web/page.ts': 'export const page = 1\n',
  })
  const { project } = await ada.call('project.show', {})
  await ada.call('project.trust', { hash: project.configuration.hash })
  const until = async (briefId: number, status: MergeView['status']) => {
    const newest = async () => (await ada.call('merge.queue', { briefId, ended: true })).items[0]
    while ((await newest())?.status !== status) await new Promise(resolve => setTimeout(resolve, 200))
  }
  for (const [title, file] of [
    ['Prepare once, prove it clean', 'prepare'],
    ['MAIN moves only by the queue', 'queue'],
  ] as const) {
    const { briefId } = await build(grounds, title, { [`src/${file}.ts`]: `export const ${file} = true\n` })
    await until(briefId, 'landed')
  }
  const red = await build(grounds, 'Read rollouts that end mid-line', {
    'src/web/rollouts.ts': "import { rows } from '../store'\n",
  })
  await until(red.briefId, 'ejected')
  const changed = await build(
    grounds,
    'Ports, env and a site for each worktree',
    {
      'src/machine/worktree-env.ts': after,
      'src/machine/ports.ts': 'export const first = 4200\nexport const named = (name: string) => first + name.length\n',
      'src/domain/isolation.ts': "export const isolations = ['isolated', 'shared', 'code'] as const\n",
      'docs/ports.md': '# Ports\n\nEach service has one of its own, by name.\n',
    },
    { agent: 'flower-design', review: true },
  )
  writeFileSync(join(folder, 'hold'), '')
  const held = await build(
    grounds,
    'A stopped site says so, at once and by name',
    { 'src/site.ts': 'export const says = 1\n' },
    { agent: 'flower-codex' },
  )
  await until(held.briefId, 'testing')
  return {
    changed: changed.briefId,
    end: async () => {
      rmSync(join(folder, 'hold'), { force: true })
      await until(held.briefId, 'landed')
    },
  }
}
