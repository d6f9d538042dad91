// The person's desktop, where there is one.

import { tmpdir } from 'node:os'
import { startAndLeave } from './command.ts'

export type BrowserOpening =
  /** A program was started with the address; whether a window came of it is out of our sight. */
  | { outcome: 'tried' }
  /** No screen here (a server, a container, a remote shell). */
  | { outcome: 'no_desktop' }
  /** There is a screen but no program to open an address with. */
  | { outcome: 'no_opener'; program: string }

// What a graphical program needs beyond the clean environment to find its screen and its session.
const SESSION =
  'DISPLAY WAYLAND_DISPLAY XAUTHORITY DBUS_SESSION_BUS_ADDRESS XDG_CURRENT_DESKTOP DESKTOP_SESSION BROWSER'

/** Opens an http(s) address in the person's browser. Throws a TypeError for any other address: that is our own mistake. */
export async function openInBrowser(
  url: string,
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<BrowserOpening> {
  const address = new URL(url)
  if (address.protocol !== 'http:' && address.protocol !== 'https:') throw new TypeError(`not a web address: ${url}`)
  const opener = openerFor(platform, environment)
  if (opener === undefined) return { outcome: 'no_desktop' }
  const [program, ...args] = opener
  const env: Record<string, string> = {}
  for (const name of ['PATH', ...SESSION.split(' ')]) {
    const value = environment[name]
    if (value !== undefined) env[name] = value
  }
  const started = await startAndLeave(program, [...args, address.href], { cwd: tmpdir(), env })
  return started.outcome === 'started' ? { outcome: 'tried' } : { outcome: 'no_opener', program }
}

function openerFor(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open']
  // `start` would need cmd.exe, which reads `&` in an address as a command's end.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return environment.DISPLAY || environment.WAYLAND_DISPLAY ? ['xdg-open'] : undefined
}
