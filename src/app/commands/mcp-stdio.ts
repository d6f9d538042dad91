/** `flower mcp`: MCP on stdin and stdout for one agent's session; it starts the server when there is none. */
import type { Environment } from '#domain/caller.ts'
import { guardStdout } from '#surface/mcp/stdout-guard.ts'

export async function mcpOnStdio(env: Environment): Promise<number> {
  const stdout = guardStdout()
  // Only after the guard: what is loaded from here on can't reach the protocol's stream.
  const [{ serveMcpStdio }, { connect }, { projectOfFolder, worktreeOfFolder }, { startServer }, { version }] =
    await Promise.all([
      import('#surface/mcp/stdio.ts'),
      import('../connect.ts'),
      import('../folder-project.ts'),
      import('../start-server.ts'),
      import('../version.ts'),
    ])
  await serveMcpStdio({
    env,
    version,
    connect: async identity => (await connect({ env, identity, startServer: () => startServer(env) })).client,
    projectOf: projectOfFolder,
    worktreeOf: worktreeOfFolder,
    folder: () => process.cwd(),
    stdin: process.stdin,
    stdout,
    complain: words => process.stderr.write(`flower: ${words}\n`),
  })
  return 0
}
