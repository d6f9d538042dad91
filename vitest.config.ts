import { defineConfig } from 'vitest/config'

const stories = ['test/stories/**/*.test.ts', 'test/page/**/*.test.ts']

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Its condition `source` is TypeScript, which Node doesn't strip below node_modules.
    server: { deps: { inline: ['eventsource', '@modelcontextprotocol/client'] } },
    globalSetup: ['test/setup/postgres.ts', 'test/setup/browser.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'web/**/*.test.{ts,tsx}'],
          exclude: stories,
        },
      },
      // These drive a browser, most of them a server too: one at a time, after everything small.
      {
        extends: true,
        test: {
          name: 'stories',
          include: stories,
          testTimeout: 120_000,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
