import { describe, expect, it } from 'vitest'
import { publicNames } from '#contract/catalogue.ts'
import { localCommands } from '../../../test/cli.ts'
import { nouns, operationsOf, verbOf } from './command.ts'
import { elsewhere, meantBy, meantOf, otherVerbs, otherWords } from './meant.ts'
import { routeOf } from './route.ts'

const locals = ['up', 'init', 'open', 'mcp', 'demo', ...Object.keys(localCommands)]
const exists = (command: string): boolean =>
  command.startsWith('--') || routeOf([...command.split(' '), '4'], locals).to !== 'noun'

describe('what somebody meant', () => {
  it('is always a command that there is', () => {
    for (const [words, commands] of otherWords) {
      for (const command of commands) expect(exists(command), command).toBe(true)
      for (const word of words.split(' ')) expect(meantBy(word, locals), word).toEqual(commands)
    }
    for (const command of Object.values(elsewhere)) expect(exists(command), command).toBe(true)
    const verbs = new Set(publicNames.map(verbOf))
    for (const verb of otherVerbs.flatMap(([, each]) => each)) expect(verbs, verb).toContain(verb)
  })

  it('has no word that is a command itself, and none twice', () => {
    const words = otherWords.flatMap(([each]) => each.split(' '))
    expect(new Set(words).size).toBe(words.length)
    for (const word of words) expect(() => routeOf([word], locals), word).toThrow('There is no command')
  })

  it('is found for the verb of every operation, whatever its noun', () => {
    for (const name of publicNames) {
      const verb = verbOf(name)
      let meant: readonly string[] = ['known']
      try {
        routeOf([verb], locals)
      } catch {
        meant = meantBy(verb, locals)
      }
      expect(meant.length, verb).toBeGreaterThan(0)
    }
  })

  it('is found for the usual verbs of every noun that has such a one', () => {
    for (const noun of nouns)
      for (const [words, verbs] of otherVerbs) {
        const has = operationsOf(noun).map(verbOf)
        if (!verbs.some(each => has.includes(each))) continue
        for (const word of words.split(' ').filter(each => !has.includes(each)))
          expect(meantOf(noun, word), `${noun} ${word}`).toHaveLength(1)
      }
  })

  it.each([
    ['opne', 'open'],
    ['capture x', 'add'],
    ['cancel 4', 'brief set-status', 'dispatch cancel'],
    ['approve 4', 'brief approve', 'merge approve'],
    ['heartbaet d1', 'dispatch heartbeat'],
    ['worktrees', 'worktree list'],
    ['brief captrue x', 'brief capture'],
    ['brief new x', 'add'],
    ['worktree rm w1', 'worktree remove'],
    ['merge list', 'merge queue'],
    ['dispatch d4', 'dispatch show'],
    ['worktree claim', 'claim', 'file claim'],
  ])('is said where `flower %s` is refused', (line, ...commands) => {
    const said = commands.map(each => `\`flower ${each}\``).join(' or ')
    expect(() => routeOf(line.split(' '), locals)).toThrow(`; did you mean ${said}?`)
  })

  it.each(['xyzzy', 'tset', 'zap'])('is nobody’s guess for %s', word => {
    expect(meantBy(word, locals)).toEqual([])
  })
})
