/** Which processes of this machine an agent's host or program is that speaks to a server. Linux. */
import { readdirSync, readFileSync } from 'node:fs'

export function processesOf(url: string): number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(pid => environmentOf(pid).includes(`FLOWER_URL=${url}\0`))
    .map(Number)
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    return ''
  }
}
