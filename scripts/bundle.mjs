// `node scripts/bundle.mjs <folder>`: writes what `src` is at run time, each program that is started by its file and what
// they share, in as few files as that takes: loading a thousand small ones was most of a start.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { root } from './boot.mjs'

const programs = {
  'app/flower': 'app/flower.ts',
  'machine/host': 'machine/agents/host.ts',
  'machine/keeper': 'machine/service/keeper.ts',
  'machine/scripted-agent': 'machine/agents/scripted-agent.ts',
  'machine/spawner-process': 'machine/spawner-process.ts',
}

/** They stay packages of their own: they look for files beside themselves, or for what is not always there. */
const external = ['pg', 'pino']

const [dir] = process.argv.slice(2)
const { output } = await build({
  cwd: root,
  input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, 'src', path)])),
  platform: 'node',
  external,
  resolve: { conditionNames: ['flower-source', 'node', 'import', 'default'] },
  logLevel: 'warn',
  output: { dir, entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
})
const modules = output.flatMap(file => Object.keys(file.modules ?? {}))
writeFileSync(join(dir, 'licenses.txt'), licensesOf(modules))

/** Of every package that has code in the output, as each of them asks for. */
function licensesOf(paths) {
  const folders = new Set(paths.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? []))
  const texts = [...folders].map(licenseIn)
  return texts.toSorted((one, other) => one.localeCompare(other)).join('\n')
}

function licenseIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : ''
  return `${name} ${version}, ${license}\n\n${text}\n`
}
