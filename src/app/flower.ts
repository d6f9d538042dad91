import { readFileSync } from 'node:fs'

if (process.argv[2] === '--version') {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  process.stdout.write(`${JSON.parse(manifest).version}\n`)
}
