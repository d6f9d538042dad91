/** `flower mcp`: MCP on stdin and stdout for one agent's session; it starts the server when there is none. */
import { callerFrom } from '#domain/caller.ts'
import { guardStdout } from '#surface/mcp/stdout-guard.ts'

type Environment = Readonly<Record<string, string | undefined>>

export async function mcpOnStdio(env: Environment): Promise<number> {
  const stdout = guardStdout()
  // Only after the guard: what is loaded from here on can't reach the protocol's stream.
  const [{ serveMcpStdio }, { connect }, { projectOfFolder }, { startServer }, { version }] = await Promise.all([
    import('#surface/mcp/stdio.ts'),
    import('./connect.ts'),
    import('./folder-project.ts'),
    import('./start-server.ts'),
    import('./version.ts'),
  ])
  const open = async (identity: ReturnType<typeof callerFrom>) =>
    (await connect({ env, identity, startServer: () => startServer(env) })).client
  await serveMcpStdio({
    env,
    version,
    connect: open,
    projectOf: async folder => projectOfFolder(folder, await open(callerFrom(env, { otherwise: 'agent' }))),
    folder: () => process.cwd(),
    stdin: process.stdin,
    stdout,
    complain: words => process.stderr.write(`flower: ${words}\n`),
  })
  return 0
}
