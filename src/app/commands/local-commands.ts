/** The commands that are no operation: they start, open, serve or seed something on this machine. */
import type { Client } from '#client/client.ts'
import type { LocalCommands } from '#surface/cli/door.ts'

type Environment = Readonly<Record<string, string | undefined>>

export function localCommands(env: Environment, client: () => Promise<Client>): LocalCommands {
  return {
    up: {
      summary: 'Start flower and stay: the store, the page, MCP and the reconciler.',
      options: [
        ['--project <path>', 'register this repository; default the one that you stand in'],
        ['--port <number>', 'listen here; default 4747 or FLOWER_PORT, 0 takes a free one'],
        ['--no-open', 'only print the link'],
      ],
      example: 'up --port 0',
      run: async options => {
        const { stayUp } = await import('../stay-up.ts')
        return stayUp(env, {
          project: textOf(options.project),
          port: textOf(options.port),
          open: options.open !== false,
        })
      },
    },
    open: {
      summary: 'Print a link that opens the page signed in, once, and open it when there is a desktop.',
      options: [['--no-open', 'only print the link']],
      example: 'open',
      run: async options => {
        const { openPage } = await import('./open-page.ts')
        return openPage(env, await client(), options.open !== false)
      },
    },
    mcp: {
      summary: 'Speak MCP on standard input and output, for an agent.',
      options: [],
      example: 'mcp',
      run: async () => (await import('./mcp-stdio.ts')).mcpOnStdio(env),
    },
    guard: {
      summary: "Judge an agent's use of a tool, asked by its harness on standard input, before it is used.",
      options: [
        ['--worktree <path>', "the agent's own worktree"],
        ['--main <path>', "MAIN's checkout"],
        ['--branch <name>', "MAIN's branch"],
      ],
      example: 'guard --worktree ../roses-4 --main . --branch main',
      run: async ({ worktree, main, branch }) => {
        const { guardTool } = await import('./guard.ts')
        return guardTool(env, { worktree: textOf(worktree), main: textOf(main), branch: textOf(branch) })
      },
    },
    demo: {
      summary: 'Seed the cast: Ada, Ben, their agents and an epic to look around in.',
      options: [],
      example: 'demo',
      run: async () => (await import('./run-demo.ts')).runDemo(env),
    },
  }
}

const textOf = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
