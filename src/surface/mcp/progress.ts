/** Signs of life while a call waits, for a client that asked for them. */
import type { ServerContext } from '@modelcontextprotocol/server'

const EVERY_MS = 10_000

/**
 * Tells progress at once and every ten seconds until `call` ends: only when it may wait (`wait` in seconds), and only to
 * a client that gave a token. No call waits longer than the contract's 50 seconds, below what clients wait.
 */
export async function whileWaiting<Answer>(
  call: Promise<Answer>,
  wait: unknown,
  context: ServerContext,
): Promise<Answer> {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined || typeof wait !== 'number' || wait <= 0) return call
  let progress = 0
  const tell = (): void => {
    const params = { progressToken, progress, total: wait, message: 'Still waiting' }
    // A client that went away makes this fail; the call's own answer says so better.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
    progress += EVERY_MS / 1_000
  }
  tell()
  const timer = setInterval(tell, EVERY_MS)
  timer.unref()
  return call.finally(() => clearInterval(timer))
}
