/** The commands that are no operation: they start, open, serve or seed something on this machine. */
import type { Client } from '#client/client.ts'
import type { LocalCommand, LocalCommands, LocalOptions } from '#surface/cli/door.ts'

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
    init: initCommand(env, client),
    open: {
      summary: 'Print a link that opens the page signed in, once, and open it when there is a desktop.',
      options: [
        ['--no-open', 'only print the link'],
        ['--json', 'print it as JSON: {"url": …}'],
      ],
      example: 'open',
      run: async options => {
        const { openPage } = await import('./open-page.ts')
        return openPage(env, await client(), { open: options.open !== false, json: options.json === true })
      },
    },
    mcp: {
      summary: 'Speak MCP on standard input and output, for an agent.',
      options: [],
      example: 'mcp',
      run: async () => (await import('./mcp-stdio.ts')).mcpOnStdio(env),
    },
    ...askedByHarnesses(env),
    ...besideAgents(env, client),
    demo: {
      summary: 'Seed the cast in a repository of its own: Ada, Ben, their agents and an epic to look around in.',
      options: [
        ['--undo', 'take back what it handed over, and its project off the list'],
        ['--json', 'print it as JSON: {"project": …, "path": …, "briefs": […]}'],
      ],
      example: 'demo',
      run: async options => {
        const { runDemo, undoDemo } = await import('./run-demo.ts')
        const json = options.json === true
        return options.undo === true ? undoDemo(env, await client(), json) : runDemo(env, json)
      },
    },
  }
}

const initCommand = (env: Environment, client: () => Promise<Client>): LocalCommand => ({
  summary: 'Connect your own Claude Code or Codex to flower, file by file as you agree; `--undo` puts each back.',
  options: [
    ['--harness <name...>', 'claude, codex; default those that are installed'],
    ['--guard', 'guard MAIN too, as `flower main guard` does'],
    ['--yes', 'ask nothing: make every change of this repository and of the harness’s own configuration'],
    ['--undo', 'put back what it changed here'],
    ['--project <path>', 'the checkout; default the one that you stand in'],
    ['--json', 'print the plan; with --yes, what was done'],
  ],
  choices: { '--harness': ['claude', 'codex'] },
  example: 'init --harness claude',
  run: async options => {
    const { runInit } = await import('./run-init.ts')
    return runInit(env, options, client)
  },
})

const besideAgents = (env: Environment, client: () => Promise<Client>): Record<'attach' | 'seal', LocalCommand> => ({
  attach: {
    summary: "Open an agent's session in its harness's own interface; it goes on by itself when you leave that.",
    options: [],
    words: '<agent>',
    example: 'attach builder-7',
    run: async (_, words) => (await import('./attach.ts')).attach(env, words, await client()),
  },
  seal: {
    summary: 'Run a command in a worktree so that neither it nor what it starts can write MAIN.',
    options: [],
    words: '-- <command> …',
    example: 'seal -- npm test',
    run: async (_, words) => (await import('./seal.ts')).sealCommand(env, words, await client()),
  },
})

/** What an agent's harness runs as its hooks. */
function askedByHarnesses(env: Environment): Record<'guard' | 'remind', LocalCommand> {
  return {
    guard: {
      summary: "Judge an agent's use of a tool, asked by its harness on standard input, before it is used.",
      options: [
        ['--worktree <path>', "the agent's own worktree"],
        ['--main <path>', "MAIN's checkout"],
        ['--branch <name>', "MAIN's branch"],
        ['--session', 'for a session that a person opened: advice in MAIN, a guard in a worktree, nothing elsewhere'],
      ],
      example: 'guard --worktree ../roses-4 --main . --branch main',
      run: async ({ worktree, main, branch, session }) => {
        const { guardSession, guardTool } = await import('./guard.ts')
        const wish = { worktree: textOf(worktree), main: textOf(main), branch: textOf(branch) }
        return session ? guardSession(env, wish) : guardTool(env, wish)
      },
    },
    remind: {
      summary: "Say what an agent's session should know as it begins, asked by its harness.",
      options: [['--main <path>', "MAIN's checkout"]],
      example: 'remind --main .',
      run: async ({ main }) => (await import('./remind.ts')).remind(env, textOf(main)),
    },
  }
}

const textOf = (value: LocalOptions[string]): string | undefined => (typeof value === 'string' ? value : undefined)
