/** The whole of `flower.yaml`: every key may be left out, and an empty file is the defaults. */
import { z } from 'zod'
import { afterLanding, agents, checks, gates, policy } from './guards.ts'
import { main, services, sites, worktrees } from './sections.ts'

export const Configuration = z.strictObject({
  main: main.prefault({}),
  worktrees: worktrees.prefault({}),
  services,
  sites,
  gates,
  afterLanding,
  checks,
  agents: agents.prefault({}),
  policy: policy.prefault({}),
})

/** As it is understood: durations in milliseconds, commands split, defaults filled in. */
export type Configuration = z.output<typeof Configuration>

/** The file's name, at the root of a project. */
export const configurationFile = 'flower.yaml'
