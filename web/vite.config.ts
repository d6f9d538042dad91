import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The fonts' licence asks to travel with every copy of them, so it goes beside them into the build. */
function fontLicences(): Plugin {
  const folder = here('./bloom/fonts/')
  return {
    name: 'font-licences',
    apply: 'build',
    generateBundle() {
      for (const name of readdirSync(folder).filter(file => file.endsWith('.OFL.txt'))) {
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source: readFileSync(folder + name) })
      }
    },
  }
}

const config: UserConfig = {
  root: here('./'),
  base: '/',
  plugins: [react(), fontLicences()],
  resolve: {
    conditions: ['flower-source', 'module', 'browser', 'development|production'],
    // Its form for browsers lets innerHTML read `&amp;`; the policy of the page forbids that, so it gets the one with a table.
    alias: {
      'decode-named-character-reference': here('../node_modules/decode-named-character-reference/index.js'),
    },
  },
  build: {
    outDir: here('../dist/page'),
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    // The policy of the page allows nothing inline: no data: fonts, no polyfill script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
}

export default defineConfig(({ command }) => {
  // Users get what is made for production, whatever the shell or the test runner of who builds it says.
  if (command === 'build') process.env.NODE_ENV = 'production'
  return config
})
