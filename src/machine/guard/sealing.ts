// Which of the system's means of keeping a command from writing MAIN works on this machine, found out by trying.

import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Coverage, coverageOf, type SealTier } from '#domain/guard/tier.ts'
import { run } from '../command.ts'
import { wordsOf } from '../worktree/in-turn.ts'
import { sealByLandlock } from './seal-landlock.ts'
import { type SealedCommand, sealByBindMounts, sealByBubblewrap } from './seal-mounts.ts'
import type { SealPlan } from './seal-plan.ts'

const SEALS = { bubblewrap: sealByBubblewrap, bind: sealByBindMounts, landlock: sealByLandlock }

export type WorkingTier = keyof typeof SEALS

export interface Sealing extends Coverage {
  /** The strongest that works. */
  tier: SealTier
  /** Those stronger than it, each with the reason why it doesn't work here. */
  failed: { tier: WorkingTier; reason: string }[]
}

/** Takes some tenths of a second: ask once. */
export async function sealing(): Promise<Sealing> {
  const failed: Sealing['failed'] = []
  for (const tier of ['bubblewrap', 'bind', 'landlock'] as const) {
    const reason = await whyNot(tier)
    if (reason === undefined) return { tier, failed, ...coverageOf[tier] }
    failed.push({ tier, reason })
  }
  return { tier: 'none', failed, ...coverageOf.none }
}

/** The command that runs the given one, and all that it starts, so that it can't write what the plan closes. */
export async function seal(command: SealedCommand, plan: SealPlan, tier: WorkingTier): Promise<SealedCommand> {
  return SEALS[tier](command, plan)
}

/** The last one goes by the view that a process outside has of the disk. */
const ATTEMPTS = `
echo x > closed/new
echo x >> closed/old
true > closed/old
ln closed/old closed/twin
mv closed/old closed/moved
rm -f closed/old
mkdir closed/folder
echo x > closed/open/new
mv closed/open/new closed/open/moved
echo x > /proc/${process.pid}/root$PWD/closed/through
`

/** Lets a sealed shell try, and looks from outside at what came of it. Undefined: the tier works. */
export async function whyNot(tier: WorkingTier): Promise<string | undefined> {
  const ground = await realpath(await mkdtemp(join(tmpdir(), 'flower-seal-')))
  try {
    const [closed, open] = [join(ground, 'closed'), join(ground, 'closed/open')]
    await mkdir(open, { recursive: true })
    await writeFile(join(closed, 'old'), 'old')
    const plan = { closed: [closed], open: [open], closedAgain: [] }
    const { program, args } = await seal({ program: 'sh', args: ['-c', ATTEMPTS] }, plan, tier)
    const ended = await run(program, args, { cwd: ground, timeoutMs: 20_000, maxBytes: 100_000 })
    if (ended.outcome === 'missing') return `there is no ${ended.program}`
    const there = (await readdir(closed)).sort().join(' ')
    const kept = there === 'old open' && (await readFile(join(closed, 'old'), 'utf8')) === 'old'
    const written = (await readdir(open)).join(' ') === 'moved'
    if (kept && written) return undefined
    const said = ended.outcome === 'ok' ? '' : wordsOf(ended).split('\n')[0]
    return `${kept ? 'a sealed command could not write what is open' : 'a sealed command could write what is closed'}: ${said}`
  } finally {
    await rm(ground, { recursive: true, force: true })
  }
}
