/** A house in which everything has happened, told in texts that are hard to set: other scripts, long words, pictures of letters. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from '../stage.ts'

const endless = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'.repeat(3)
const arabic = 'اسقِ الورود عند الجدار قبل المطر، وانظر #1 ثم w1'
const hebrew = 'להשקות את הוורדים ליד הקיר'
const emoji = '👩‍🌾🌹🏳️‍🌈 roses 🇨🇭 👨‍👩‍👧‍👦'
const spec = Array.from({ length: 1_000 }, (_, at) =>
  at % 50 === 0 ? `## Part ${at / 50} ${emoji}` : `${at}. a line of the plan, with \`code\`, **weight** and ${hebrew}`,
).join('\n')

export type World = { brief: number; epic: number }

export async function build(stage: Stage): Promise<World> {
  const ada = stage.ada()
  const builder = stage.agent()
  const brief = await stage.capture(`${arabic} ${endless}`.slice(0, 119), { spec })
  await ada.call('brief.configure', { briefId: brief, labels: [emoji, endless.slice(0, 60), 'סימן'] })
  const epic = await stage.capture(`${emoji} an epic of everything`, {
    spec: '- [x] dug\n- [ ] planted\n\n| a | b |\n|--|--|\n| 1 | 2 |',
  })
  await ada.call('brief.split', {
    briefId: epic,
    children: [{ text: 'Dig' }, { text: endless, after: [0] }, { text: hebrew, after: [1] }],
  })
  for (const body of [arabic, endless, emoji, spec.slice(0, 20_000)])
    await ada.call('brief.append', { briefId: brief, body })
  await ada.call('brief.setStatus', { briefId: brief, status: 'planned' })
  await ada.call('brief.dispatch', { briefId: brief })
  const { worktreeId } = await ada.call('worktree.create', { briefId: brief, wait: 50 })
  await ada.call('worktree.create', {
    name: 'a-name-that-somebody-typed-in-one-breath-and-never-looked-at-again',
    wait: 50,
  })
  await builder.call('dispatch.claim', {})
  await builder.call('file.claim', { paths: [`beds/${'deep/'.repeat(20)}**`], worktreeId })
  await builder.call('decision.ask', {
    briefId: brief,
    header: arabic,
    body: emoji,
    options: [endless.slice(0, 200), hebrew],
  })
  await ada.call('scratchpad.write', { briefId: brief, title: emoji, body: arabic })
  await builder.call('brief.link', { briefId: brief, type: 'branch', ref: `flower/${endless}`, relation: 'made' })
  writeFileSync(join(stage.garden(), 'flower.yaml'), `gates:\n  ${'g'.repeat(40)}: { run: echo ${endless} }\n`)
  return { brief, epic }
}
