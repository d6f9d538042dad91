import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/setup/longest-first.ts'

const stories = ['test/stories/**/*.test.ts', 'test/page/**/*.test.ts']

export default defineConfig({
  resolve: { conditions: ['flower-source'] },
  ssr: { resolve: { conditions: ['flower-source'] } },
  test: {
    pool: 'forks',
    // Far above what any of them takes: a machine with much to do is no fault of ours.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    // What is started hundreds of times is compiled once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/flower') },
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/setup/spawner.ts'],
    globalSetup: ['test/setup/built.ts', 'test/setup/postgres.ts', 'test/setup/browser.ts', 'test/setup/agents.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
          exclude: stories,
          // By itself a run leaves one processor alone.
          maxWorkers: availableParallelism(),
        },
      },
      // These drive a browser, most of them a server too, and wait for them half of the time: two at once, after everything small.
      {
        extends: true,
        test: {
          name: 'stories',
          include: stories,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
