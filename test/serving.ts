/** Projects with services for the stories, and a real Vite app. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '#client/client.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { siteHost } from '#domain/serving/site-name.ts'
import { endTree } from '#machine/service/end-tree.ts'
import { readRun } from '#machine/service/run-record.ts'
import type { PracticeGround } from './practice-repository.ts'
import type { TestServer } from './server.ts'

/** A repository with these files, known to flower, whose flower.yaml is trusted. Answers its path. */
export async function plantProject(
  { ground, client }: { ground: PracticeGround; client: Client },
  name: string,
  plant: { files?: Record<string, string>; yaml: string },
): Promise<string> {
  const path = await ground.repository(name)
  for (const [file, text] of Object.entries(plant.files ?? {})) writeFileSync(join(path, file), text)
  writeFileSync(join(path, 'flower.yaml'), plant.yaml)
  await ground.git(path, 'add', '-A')
  await ground.git(path, 'commit', '-q', '-m', 'Plant')
  await client.call('project.register', { path, name })
  await client.call('project.trust', { project: name, hash: configurationHash(plant.yaml) })
  return path
}

/** Where the sites of a server are; by worktree, or MAIN's. */
export async function sitesOf(server: TestServer): Promise<(project: string, worktree?: string) => string> {
  const { sites } = await server.client().call('system.info', {})
  const port = new URL((sites ?? '').replaceAll(/<\w+>/g, 'x')).port
  return (project, worktree) => `http://${siteHost(project, worktree)}:${port}`
}

/** The processes of a service that were started last, by its keeper's record. */
export const runOf = (home: string, key: string) => readRun(join(home, 'services', key))

/** Ends the server and whatever its services left, which outlive it. */
export async function removeServing(server: TestServer): Promise<void> {
  await server.kill()
  const root = join(server.home, 'services')
  const places = foldersIn(root).flatMap(place => foldersIn(join(root, place)).map(each => `${place}/${each}`))
  for (const key of places) {
    const run = runOf(server.home, key)
    if (run) await endTree(run, 0)
  }
  await server.remove()
}

function foldersIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}

const modules = join(import.meta.dirname, '../node_modules')

/** A page that says what `words.js` says, and says it anew without being loaded anew. */
export const viteApp = {
  files: {
    '.gitignore': 'node_modules\n.vite\n',
    'index.html': '<h1></h1><input><script type="module" src="/main.js"></script>',
    'main.js': `import { words } from './words.js'
const show = text => { document.querySelector('h1').textContent = text }
show(words)
if (import.meta.hot) import.meta.hot.accept('./words.js', next => show(next.words))
`,
    'words.js': `export const words = 'MAIN'\n`,
    // The modules are shared, what Vite makes of them is not.
    'vite.config.mjs': `export default { cacheDir: '.vite' }\n`,
  },
  yaml: `worktrees:
  prepare: [[ln, -sfn, ${JSON.stringify(modules)}, node_modules]]
services:
  web:
    run: [${JSON.stringify(process.execPath)}, ${JSON.stringify(join(modules, 'vite/bin/vite.js'))}, --port, '{{port.web}}', --strictPort]
    port: 24173
    health: /
sites: { shop: web }
`,
}
