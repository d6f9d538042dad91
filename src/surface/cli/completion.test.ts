import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { localCommands } from '../../../test/cli.ts'
import { completionFor } from './completion.ts'

/** Where a shell is installed on this machine; undefined where it isn't. */
const found = (shell: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(':')
    .map(folder => `${folder}/${shell}`)
    .find(existsSync)

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const script = `${completionFor('bash', localCommands)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _flower; printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = execFileSync('bash', ['--norc', '-uc', script, 'bash', 'flower', ...words], { encoding: 'utf8' })
  return out.split('\n').filter(Boolean)
}

it('bash completes commands, verbs, flags and the words of a closed list', () => {
  expect(offered('')).toEqual(expect.arrayContaining(['up', 'add', 'ls', 'brief', 'dispatch', 'completion', 'help']))
  expect(offered('scr')).toEqual(['scratchpad'])
  expect(offered('brief', 'spe')).toEqual(['spec-history'])
  expect(offered('dispatch', 'c')).toEqual(['claim', 'complete', 'cancel'])
  expect(offered('dispatch', '4', '--l')).toEqual(['--leg'])
  expect(offered('dispatch', '4', '--leg', '')).toEqual(['design', 'build', 'review', 'fix'])
  expect(offered('brief', 'capture', '--no-r')).toEqual(['--no-review'])
  expect(offered('brief', 'set-status', '4', 'pl')).toEqual(['planned'])
  expect(offered('dispatch', 'release', 'd1', '8', 'usage')).toEqual(['usage_limit'])
  expect(offered('add', '--auto')).toEqual(['--auto-dispatch'])
  expect(offered('verify', '--m')).toEqual(['--main'])
  expect(offered('up', '--p')).toEqual(['--port'])
  expect(offered('completion', 'f')).toEqual(['fish'])
  expect(offered('show', '')).toEqual([])
})

it.skipIf(!found('zsh'))('zsh completes them too (skipped where zsh is not installed)', () => {
  // In place of zsh's own, which work inside its line editor only.
  const script = `compadd() { shift; local each; for each in "$@"; do [[ $each == \${words[CURRENT]}* ]] && print -r -- "$each"; done; return 0 }
_files() { print files }
${completionFor('zsh', localCommands)}
offer() { words=(flower "$@"); CURRENT=$#words; _flower }
offer brief spe; offer brief set-status 4 pl; offer dispatch 4 --leg de; offer dispatch 4 --l; offer verify --m; offer completion f; offer show ''`
  const out = execFileSync(found('zsh') as string, ['-fc', script], { encoding: 'utf8' })
  const all = ['spec-history', 'planned', 'design', '--leg', '--main', 'fish', 'files']
  expect(out.split('\n').filter(Boolean)).toEqual(all)
})

it.skipIf(!found('fish'))('fish completes them too (skipped where fish is not installed)', () => {
  const script = `${completionFor('fish', localCommands)}
complete -C 'flower brief spe'
complete -C 'flower brief set-status 4 pl'
complete -C 'flower dispatch 4 --leg de'`
  const out = execFileSync(found('fish') as string, ['--no-config', '-c', script], { encoding: 'utf8' })
  expect(out.split('\n').filter(Boolean)).toEqual(['spec-history', 'planned', 'design'])
})

it('there are none for another shell', () => {
  expect(completionFor('csh', localCommands)).toBeUndefined()
})
