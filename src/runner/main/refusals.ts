/** Takes up what the agents' guard has refused and laid down in files. */
import type { Client } from '#client/client.ts'
import { takeRefusals } from '#machine/guard/refusal-spool.ts'

export async function takeUpRefusals(client: Client, folder: string): Promise<void> {
  await takeRefusals(folder, async ({ mainPath, actor, briefId, tool, what, reason }, id) => {
    const brief = Number(briefId)
    const input = {
      mainPath,
      tool,
      path: what,
      reason,
      ...(actor === undefined ? {} : { actor }),
      ...(Number.isSafeInteger(brief) && brief > 0 ? { briefId: brief } : {}),
    }
    await client.call('main.reportRefusal', input, { commandId: `refusal-${id}` })
  })
}
