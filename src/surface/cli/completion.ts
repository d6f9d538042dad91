/** Completions for bash, zsh and fish: static, written from the contract. */
import { publicNames } from '#contract/catalogue.ts'
import { commandOf, isScoped, nouns, type OperationCommand, operationsOf, shortForms, verbOf } from './command.ts'
import type { LocalCommands } from './door.ts'
import { ownCommands } from './help.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

/** Undefined for another shell. */
export function completionFor(shell: string, commands: LocalCommands): string | undefined {
  const words = wordsOf(commands)
  if (shell === 'bash') return bash(words)
  if (shell === 'zsh') return zsh(words)
  return shell === 'fish' ? fish(words) : undefined
}

/** A command by the words that lead to it, with what may follow. */
type Known = {
  path: string
  flags: string[]
  /** What a flag takes, where that is a closed list. */
  values: Map<string, readonly string[]>
  /** What stands at a place, counted from 0, where that is a closed list. */
  places: Map<number, readonly string[]>
}
type Words = { first: string[]; verbs: Map<string, string[]>; known: Known[] }

function wordsOf(commands: LocalCommands): Words {
  const locals = Object.keys(commands)
  const verbs = new Map(nouns.map(noun => [noun, operationsOf(noun).map(verbOf)]))
  verbs.set('completion', [...shells])
  const operations = publicNames.map(name => commandOf(name))
  const known = operations.flatMap(command => {
    const long = `${command.noun} ${command.verb}`
    return [...new Set([long, command.spelled])].map(path => knownOf(path, command))
  })
  const here = Object.entries(commands).map(([path, command]): Known => {
    const flags = command.options.map(([flags]) => flags.split(' ')[0] ?? '')
    return {
      path,
      flags: [...flags, '--help'],
      values: new Map(Object.entries(command.choices ?? {})),
      places: new Map(),
    }
  })
  const shorts = [...shortForms.keys()].filter(short => !short.includes(' '))
  const first = [...new Set([...locals, ...ownCommands.map(([name]) => name), ...shorts, ...nouns])]
  return {
    first,
    verbs: verbs.set('help', first).set('schema', publicNames),
    known: [...known, ...here],
  }
}

function knownOf(path: string, command: OperationCommand): Known {
  const { fields, places, entry } = command
  const flags = fields.flatMap(field =>
    field.kind === 'switch' ? [`--${field.flag}`, `--no-${field.flag}`] : [`--${field.flag}`],
  )
  return {
    path,
    flags: [
      ...flags,
      ...[...shortForms.keys()]
        .filter(short => short.startsWith(`${path} --`))
        .map(short => short.slice(path.length + 1)),
      ...(isScoped(command) ? ['--all-projects'] : []),
      ...(entry.effect === 'write' ? ['--command-id'] : []),
      '--json',
      '--help',
    ],
    values: new Map(fields.filter(field => field.choices.length > 0).map(field => [`--${field.flag}`, field.choices])),
    places: new Map(places.flatMap((field, at) => (field.choices.length > 0 ? [[at, field.choices] as const] : []))),
  }
}

/** The arms of a `case "$path <flag or place>"` in a POSIX-like shell, each calling `offer` with its words. */
function arms(known: readonly Known[], offer: (words: readonly string[]) => string): string {
  const lines = known.flatMap(each => [
    ...[...each.values].map(([flag, words]) => `    '${each.path} ${flag}') ${offer(words)} ;;`),
    ...[...each.places].map(([place, words]) => `    '${each.path} ${place}') ${offer(words)} ;;`),
  ])
  return lines.join('\n')
}

const flagArms = (known: readonly Known[], offer: (words: readonly string[]) => string): string =>
  known.map(each => `    '${each.path}') ${offer(each.flags)} ;;`).join('\n')

const verbArms = (words: Words, offer: (words: readonly string[]) => string): string =>
  [...words.verbs].map(([noun, verbs]) => `    '${noun}') ${offer(verbs)} ;;`).join('\n')

const isNoun = (): string => nouns.join('|')

function bash(words: Words): string {
  const offer = (list: readonly string[]): string => `words='${list.join(' ')}'`
  return `# flower: completions for bash. Use: source <(flower completion bash)
_flower() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local path="\${COMP_WORDS[1]-}" place=$((COMP_CWORD - 2)) words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${words.first.join(' ')}' -- "$cur"))
    return
  fi
  case "$path" in
    ${isNoun()})
      case "\${COMP_WORDS[2]-}" in
        ''|[0-9#-]*) ;;
        *) if [ "$COMP_CWORD" -gt 2 ]; then path="$path \${COMP_WORDS[2]}" place=$((COMP_CWORD - 3)); fi ;;
      esac ;;
  esac
  if [ "$COMP_CWORD" -eq 2 ] && [[ "$cur" != -* ]]; then
    case "$path" in
${verbArms(words, offer)}
    esac
  fi
  if [ -z "$words" ]; then
    case "$path $prev" in
${arms(words.known, offer)}
    esac
  fi
  if [ -z "$words" ]; then
    case "$path $place" in
${arms(words.known, offer)}
    esac
  fi
  if [ -z "$words" ] && [[ "$cur" == -* ]]; then
    case "$path" in
${flagArms(words.known, offer)}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _flower flower
`
}

function zsh(words: Words): string {
  const offer = (list: readonly string[]): string => `offered=(${list.map(word => `'${word}'`).join(' ')})`
  return `#compdef flower
# flower: completions for zsh. Use: source <(flower completion zsh)
_flower() {
  local cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}" route="\${words[2]}"
  local -i place=$((CURRENT - 3))
  local -a offered
  if (( CURRENT == 2 )); then
    compadd -- ${words.first.join(' ')}
    return
  fi
  case "$route" in
    ${isNoun()})
      case "\${words[3]}" in
        ''|[0-9#-]*) ;;
        *) (( CURRENT > 3 )) && route="$route \${words[3]}" && place=$((CURRENT - 4)) ;;
      esac ;;
  esac
  if (( CURRENT == 3 )) && [[ "$cur" != -* ]]; then
    case "$route" in
${verbArms(words, offer)}
    esac
  fi
  if (( ! \${#offered} )); then
    case "$route $prev" in
${arms(words.known, offer)}
    esac
  fi
  if (( ! \${#offered} )); then
    case "$route $place" in
${arms(words.known, offer)}
    esac
  fi
  if (( ! \${#offered} )) && [[ "$cur" == -* ]]; then
    case "$route" in
${flagArms(words.known, offer)}
    esac
  fi
  if (( \${#offered} )); then compadd -- $offered; else _files; fi
}
if (( $+functions[compdef] )); then compdef _flower flower; fi
`
}

function fish(words: Words): string {
  const lines = [
    `complete -c flower -f -n 'test (count (commandline -opc)) -eq 1' -a '${words.first.join(' ')}'`,
    ...[...words.verbs].map(
      ([noun, verbs]) =>
        `complete -c flower -f -n '__flower_at ${noun}; and test (count (commandline -opc)) -eq 2' -a '${verbs.join(' ')}'`,
    ),
    ...words.known.flatMap(({ path, flags, values, places }) => [
      ...flags.map(flag => {
        const choices = values.get(flag)
        return `complete -c flower -n '__flower_at ${path}' -l ${flag.slice(2)}${choices ? ` -x -a '${choices.join(' ')}'` : ''}`
      }),
      ...[...places].map(
        ([place, choices]) =>
          `complete -c flower -f -n '__flower_at ${path}; and test (count (commandline -opc)) -eq ${place + 1 + path.split(' ').length}' -a '${choices.join(' ')}'`,
      ),
    ]),
  ]
  return `# flower: completions for fish. Use: flower completion fish | source
function __flower_at
    set -l tokens (commandline -opc)
    set -l last (math 1 + (count $argv))
    set -l given $tokens[2..$last]
    test "$given" = "$argv"
end
${lines.join('\n')}
`
}
