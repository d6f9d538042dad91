// Says how this user would seal a shell command: node test/guard/sealed.ts TIER WISH SCRIPT. Prints the words as JSON, or why not.

import { planSeal, type SealWish } from '#machine/guard/seal-plan.ts'
import { seal, type WorkingTier, whyNot } from '#machine/guard/sealing.ts'

const [tier = '', wish = '{}', script = ''] = process.argv.slice(2)

async function words() {
  const reason = await whyNot(tier as WorkingTier)
  if (reason !== undefined) return { reason }
  const planning = await planSeal(JSON.parse(wish) as SealWish)
  if (planning.outcome !== 'planned') return { reason: planning.outcome }
  const { program, args } = await seal({ program: 'sh', args: ['-c', script] }, planning.plan, tier as WorkingTier)
  return { words: [program, ...args] }
}

process.stdout.write(JSON.stringify(await words()))
