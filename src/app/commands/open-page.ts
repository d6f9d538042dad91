/** `flower open`: a link that opens the page signed in, once. */
import type { Client } from '#client/client.ts'
import { openInBrowser } from '#machine/desktop.ts'
import { CannotStart } from '../cannot-start.ts'
import { findServer, openHome } from '../home.ts'

type Environment = Readonly<Record<string, string | undefined>>

export async function openPage(
  env: Environment,
  client: Client,
  { open, json }: { open: boolean; json: boolean },
): Promise<number> {
  const url = env.FLOWER_URL || (await findServer(await openHome(env)))?.url
  if (!url) throw new CannotStart('No flower runs on this home.', 'Start it with `flower up`.', 6)
  const { path } = await client.call('system.openLink', {})
  const link = `${url.replace(/\/+$/, '')}${path}`
  process.stdout.write(`${json ? JSON.stringify({ url: link }) : link}\n`)
  if (open && process.stdout.isTTY) await openInBrowser(link)
  return 0
}
