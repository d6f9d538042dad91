/** What somebody meant who typed a command that there is not: by its verb, by what other tools call it, by a slip of the finger. */
import { publicNames } from '#contract/catalogue.ts'
import { readRef } from '#domain/ref.ts'
import { nearest } from '#domain/words/nearest.ts'
import { nouns, operationsOf, shortForms, spelledOf, verbOf } from './command.ts'
import { kebab } from './field.ts'

/** Other tools' words for what is done every day, each with the commands that do it here. */
export const otherWords: readonly (readonly [words: string, commands: readonly string[]])[] = [
  ['new create capture task todo issue ticket', ['add']],
  ['list tasks issues briefs board all', ['ls']],
  ['status state', ['ls', 'active', 'main status']],
  ['view get cat read', ['show']],
  ['info', ['system info', 'show']],
  ['serve server run daemon restart', ['up']],
  ['start', ['up', 'agent start', 'service start']],
  ['stop kill', ['agent stop', 'service stop', 'dispatch cancel']],
  ['log logs history events', ['trace list', 'agent log', 'service logs']],
  ['watch tail follow live feed', ['room feed', 'agent log']],
  ['take next work pick', ['claim']],
  ['finish finished complete', ['done']],
  ['close cancel', ['brief set-status', 'dispatch cancel']],
  ['comment append write', ['note']],
  ['question', ['ask']],
  ['decide reply', ['answer']],
  ['questions', ['decisions']],
  ['find grep query', ['search']],
  ['push submit pr', ['land']],
  ['queue', ['recall queue', 'merge queue']],
  ['rm remove delete', ['worktree remove', 'project remove', 'brief set-status']],
  ['undo', ['merge revert', 'worktree restore', 'demo']],
  ['edit spec plan', ['brief write-spec']],
  ['deps depend depends block parent', ['brief relate']],
  ['wt fleet lanes', ['worktree list']],
  ['repo repos', ['project list']],
  ['notes memo', ['scratchpad list']],
  ['merges', ['merge queue']],
  ['whoami me who', ['system info']],
  ['login signin auth page', ['open']],
  ['config settings', ['project show', 'project configure']],
  ['setup install connect', ['init']],
  ['message msg send', ['tell']],
  ['renew beat', ['dispatch heartbeat']],
  ['rebase pull', ['worktree sync']],
  ['diff', ['merge changes']],
  ['cost spend usage', ['agent costs']],
  ['bug idea', ['feedback file']],
  ['diagnose', ['doctor']],
  ['version', ['--version']],
]

/** Verbs that other tools have for those of a noun; the first that the noun has is meant. */
export const otherVerbs: readonly (readonly [words: string, verbs: readonly string[]])[] = [
  ['new add create make open', ['create', 'capture', 'register', 'ask', 'write', 'file', 'start', 'submit']],
  ['ls all index', ['list', 'queue']],
  ['list status state', ['list', 'status', 'queue', 'show']],
  ['get view info cat read inspect', ['show', 'read', 'status', 'list']],
  ['rm delete del drop destroy close end', ['remove', 'revoke', 'withdraw', 'cancel', 'stop', 'set-status']],
  ['edit change set modify', ['configure', 'update', 'write-spec', 'write', 'set-status']],
  ['up run restart begin', ['start']],
  ['down kill', ['stop', 'cancel', 'remove']],
  ['tail log follow', ['logs', 'log']],
  ['undo back', ['revert', 'restore']],
  ['done finish', ['complete', 'set-status']],
  ['comment note say', ['append', 'discuss', 'comment']],
  ['depend depends block parent child', ['relate']],
  ['pull rebase merge update', ['sync', 'update']],
]

/** What is asked of a noun and stands elsewhere. */
export const elsewhere: Readonly<Record<string, string>> = {
  'brief show': 'show',
  'brief search': 'search',
  'brief claim': 'claim',
  'brief land': 'land',
  'brief status': 'show',
  'dispatch list': 'recall queue',
  'dispatch ls': 'recall queue',
  'dispatch create': 'dispatch',
  'dispatch start': 'agent start',
  'decision ls': 'decisions',
  'recall resume': 'show',
  'main sync': 'worktree sync',
  'main merge': 'land',
  'merge land': 'land',
  'worktree merge': 'land',
}

const inWords = (table: typeof otherWords, word: string): readonly string[] | undefined =>
  table.find(([words]) => words.split(' ').includes(word))?.[1]

/** At most three commands, as they are typed after `flower`; none when nothing is near. */
export function meantBy(typed: string, locals: readonly string[]): readonly string[] {
  const word = kebab(typed).toLowerCase()
  const known = inWords(otherWords, word)
  if (known) return known.filter(each => locals.includes(each) || !isLocalOnly(each))
  const byVerb = publicNames.filter(name => verbOf(name) === word).map(spelledOf)
  if (byVerb.length > 0) return byVerb.slice(0, 3)
  const one = word.replace(/s$/, '')
  if (one !== word && nouns.includes(one) && operationsOf(one).some(name => verbOf(name) === 'list'))
    return [`${one} list`]
  const close = nearest(word, [...locals, ...shortForms.keys(), ...nouns, 'help', 'schema', 'completion'])
  if (close && isLikely(word, close)) return [close]
  const closeVerb = nearest(word, publicNames.map(verbOf))
  return closeVerb && isLikely(word, closeVerb) ? meantBy(closeVerb, locals) : []
}

const isLocalOnly = (command: string): boolean =>
  !command.startsWith('-') && !command.includes(' ') && !shortForms.has(command) && !nouns.includes(command)

/** Of short words two letters are most of it: whoever slips begins with the right one. */
const isLikely = (word: string, close: string): boolean =>
  word[0] === close[0] || (word.length > 4 && close.includes(word.slice(1)))

/** The same for a verb that the noun hasn't got. */
export function meantOf(noun: string, typed: string): readonly string[] {
  const word = kebab(typed).toLowerCase()
  const verbs = operationsOf(noun).map(verbOf)
  const away = elsewhere[`${noun} ${word}`]
  if (away) return [away]
  if (noun === 'dispatch' && readRef('dispatch', typed) !== undefined) return ['dispatch show']
  const other = inWords(otherVerbs, word)?.find(each => verbs.includes(each))
  if (other)
    return operationsOf(noun)
      .filter(name => verbOf(name) === other)
      .map(spelledOf)
  const close = nearest(word, verbs)
  if (close) return [`${noun} ${close}`]
  return publicNames
    .filter(name => verbOf(name) === word)
    .map(spelledOf)
    .slice(0, 3)
}
