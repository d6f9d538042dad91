import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseConfiguration } from '#domain/configuration/parse.ts'
import { flower as command } from './cli.ts'
import { practiceGround } from './practice-repository.ts'
import { startServer, type TestServer } from './server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const agents = readFileSync(join(root, 'docs/agents.md'), 'utf8')
const blocks = (language: string, text = readme): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)\\n\`\`\`$`, 'gm'))].map(match => match[1] ?? '')

const commands = blocks('sh').flatMap(block => block.split('\n'))
const flower = commands.filter(each => each.startsWith('flower '))

/** The test of the package runs this block as it stands. */
const packaging =
  blocks('sh')
    .find(each => each.includes('npm pack'))
    ?.split('\n') ?? []

/** What runs these tests. */
const elsewhere: Record<string, { in: string; says: string }> = { 'npm test': { in: '.ci/run', says: 'npm test' } }

/** `a "b c" d` as arguments. */
const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(match => match[1] ?? match[2] ?? '')

describe('the README', () => {
  let server: TestServer
  let folder = ''
  let env: NodeJS.ProcessEnv
  beforeAll(async () => {
    const ground = await practiceGround()
    folder = await ground.repository('garden')
    writeFileSync(
      join(folder, 'tasks.jsonl'),
      `${JSON.stringify({ id: 'bd-1', title: 'Mend the fence', status: 'open', priority: 2, issue_type: 'task' })}\n`,
    )
    server = await startServer({ project: folder })
    env = { ...process.env, FLOWER_HOME: server.home, NO_COLOR: '1' }
  })
  afterAll(() => server.remove())

  const run = (line: string) =>
    new Promise<{ code: number | null; out: string; words: string }>(resolve => {
      const [, ...args] = words(line)
      execFile(
        process.execPath,
        [join(root, 'bin/flower.mjs'), ...args],
        { cwd: folder, env, encoding: 'utf8' },
        (error, out, said) =>
          resolve({ code: error ? (typeof error.code === 'number' ? error.code : -1) : 0, out, words: said }),
      )
    })

  it('has only commands that something runs', () => {
    const own = commands.filter(each => !each.startsWith('flower ') && !packaging.includes(each))
    const unknown = own.filter(each => each !== 'npm start' && !(each in elsewhere))
    expect(unknown).toEqual([])
    for (const [command, place] of Object.entries(elsewhere)) {
      expect([command, readFileSync(join(root, place.in), 'utf8').includes(place.says)]).toEqual([command, true])
    }
  })

  it('names only commands that there are', async () => {
    const texts = [readme, agents, readFileSync(join(root, 'docs/guard.md'), 'utf8')]
    const named = texts.flatMap(text => [...text.matchAll(/`flower ([^`\n]+)`/g)].map(match => match[1] ?? ''))
    // Up to the first word that is somebody's own.
    const heads = named.map(each => (/^(?:[a-z]+(?:-[a-z]+)*(?: |$))+/.exec(each)?.[0] ?? each).trim())
    expect(heads.length).toBeGreaterThan(30)
    for (const head of new Set(heads)) {
      const asked = [
        'help',
        ...head
          .split(' ')
          .filter(word => word !== 'help' && word !== 'bash')
          .slice(0, 2),
      ]
      // This machine's own commands are known to the program alone.
      const isKnown = (await command(server.client(), asked)).code === 0
      expect([head, isKnown || (await run(`flower ${asked.join(' ')}`)).code === 0]).toEqual([head, true])
    }
  })

  it('shows a tour in which every command works, in its order', async () => {
    expect(flower.length).toBeGreaterThan(10)
    for (const line of flower.filter(each => each !== 'flower demo')) {
      const { code, words: said } = await run(line)
      expect([line, code, code === 0 ? '' : said]).toEqual([line, 0, ''])
    }
    const titlesIn = async (line: string) =>
      (JSON.parse((await run(`${line} --json`)).out) as { items: { title: string }[] }).items.map(each => each.title)
    const own = await titlesIn('flower ls')
    expect((await run('flower demo')).code).toBe(0)
    expect(await titlesIn('flower ls')).toEqual(own)
    expect((await titlesIn('flower ls --project demo')).length).toBeGreaterThan(own.length)
    expect((await run('flower demo --undo')).code).toBe(0)
    // A dozen programs one after the other.
  }, 180_000)

  it('starts flower with its first command', async () => {
    const home = mkdtempSync(join(tmpdir(), 'flower-readme-'))
    const child = spawn('npm', ['start', '--', '--no-open', '--port', '0', '--project', folder], {
      cwd: root,
      env: { ...process.env, FLOWER_HOME: home },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = new Promise(resolve => child.once('exit', resolve))
    const link = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        const found = /http:\S+/.exec(chunk)?.[0]
        if (found) resolve(found)
      })
      child.once('exit', code => reject(new Error(`npm start ended with ${code}`)))
    })
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303)
    child.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true, maxRetries: 10 })
  })

  it.each([...blocks('yaml'), ...blocks('yaml', agents)])(
    'writes a flower.yaml that flower reads, with nothing left out: %s',
    block => {
      const { problems, configuration } = parseConfiguration(block)
      expect(problems).toEqual([])
      for (const section of block.matchAll(/^\w+(?=:)/gm)) expect(configuration).toHaveProperty(section[0])
    },
  )

  it.each(blocks('json'))('connects an MCP client as it says: %s', async block => {
    const { mcpServers } = JSON.parse(block) as {
      mcpServers: { flower: { command: string; args: string[]; env?: Record<string, string> } }
    }
    const { command, args, env: own } = mcpServers.flower
    expect(command).toBe('flower')
    const client = new Client({ name: 'reader', version: '1' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(root, 'bin/flower.mjs'), ...args],
        cwd: folder,
        env: { PATH: process.env['PATH'] ?? '', FLOWER_HOME: server.home, ...own },
        stderr: 'ignore',
      }),
    )
    const { tools } = await client.listTools()
    expect(tools.map(each => each.name)).toContain('dispatch_claim')
    await client.close()
  })
})
