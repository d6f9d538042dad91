/** What programs do with the paths that they are given. */

/** They write nothing but their output. Of a program that is in no list we suppose that it writes wherever it is led. */
const READERS = new Set(
  `cat tac rev ls head tail less more bat grep egrep fgrep rg ag wc diff cmp comm join paste fold stat file tree du df pwd
  echo printf test [ [[ true false : which type whereis basename dirname realpath readlink md5sum sha1sum sha256sum cksum
  uniq cut tr column jq nl od xxd hexdump strings date sleep wait exit return shift set shopt ulimit umask trap id whoami
  uname hostname ps pgrep yes seq expr let read mapfile local declare typeset readonly export unset alias unalias history
  jobs fg bg disown clear tput nproc free uptime lsof man help hash getopts break continue flower`.split(/\s+/),
)

/** Every path that they are given is written. */
const WRITERS = new Set('mkdir touch tee truncate ln mkfifo mknod split patch'.split(' '))

/** Every path that they are given is changed or taken away, often with all that is below. */
const DESTROYERS = new Set('rm rmdir mv unlink shred chmod chown chgrp setfacl chattr'.split(' '))

/** They read all paths but the last, or but the one after `-t`. */
const COPIERS = new Set(['cp', 'install', 'rsync', 'scp'])

/** Whoever runs a text that we are not shown does what the text says. */
const INTERPRETERS = /^(?:ba|da|z|k|a)?sh$|^(?:python|perl|ruby|node|deno|bun|php|lua)[\d.]*$/

export type Effect =
  | { kind: 'reads' }
  /** These paths are written, and with `deep` all that is below them. */
  | { kind: 'writes'; paths: string[]; deep?: boolean }
  /** Whatever is named anywhere in its words and its input may be written; `hidden`: what it does isn't shown to us. */
  | { kind: 'may_write'; hidden: boolean }

/** What a program other than git does, by its name without folders and its arguments. */
export function effectOf(name: string, args: string[]): Effect {
  const operands = args.filter(arg => !arg.startsWith('-'))
  if (name === 'sed') return isInPlace(args) ? { kind: 'writes', paths: operands } : { kind: 'reads' }
  if (name === 'find') return effectOfFind(args)
  if (name === 'sort')
    return hasOption(args, '-o', '--output') ? { kind: 'may_write', hidden: false } : { kind: 'reads' }
  if (name === 'awk' || name === 'gawk' || name === 'mawk') {
    return args.some(arg => /[>|]|system|inplace/.test(arg)) ? { kind: 'may_write', hidden: false } : { kind: 'reads' }
  }
  if (name === 'yq') return isInPlace(args) ? { kind: 'writes', paths: operands } : { kind: 'reads' }
  if (name === 'dd')
    return { kind: 'writes', paths: args.flatMap(arg => (arg.startsWith('of=') ? [arg.slice(3)] : [])) }
  if (READERS.has(name)) return { kind: 'reads' }
  if (WRITERS.has(name)) return { kind: 'writes', paths: pathsOf(args) }
  if (DESTROYERS.has(name)) return { kind: 'writes', paths: pathsOf(args), deep: true }
  if (COPIERS.has(name)) return effectOfCopier(args)
  return { kind: 'may_write', hidden: INTERPRETERS.test(name) && operands.length === 0 }
}

/** Operands, and what options name with `=`. */
function pathsOf(args: string[]): string[] {
  return args.flatMap(arg => (arg.startsWith('-') ? arg.split('=').slice(1) : [arg]))
}

function effectOfCopier(args: string[]): Effect {
  if (args.some(arg => /^--(?:delete|remove-source-files)/.test(arg)))
    return { kind: 'writes', paths: pathsOf(args), deep: true }
  const at = args.findIndex(arg => /^-[a-zA-Z]*t$|^--target-directory$/.test(arg))
  const named = args.flatMap(arg => /^--target-directory=(.*)$/s.exec(arg)?.[1] ?? [])
  const last = args.findLast(arg => !arg.startsWith('-'))
  const target = named[0] ?? (at < 0 ? last : args[at + 1])
  return { kind: 'writes', paths: target === undefined ? [] : [target] }
}

const ACTIONS = /^-(?:delete|exec|execdir|ok|okdir|fprint|fprint0|fprintf|fls)$/

function effectOfFind(args: string[]): Effect {
  if (!args.some(arg => ACTIONS.test(arg))) return { kind: 'reads' }
  const runs = args.findIndex(arg => /^-(?:exec|execdir|ok|okdir)$/.test(arg))
  const inner = args.slice(runs + 1)
  const name = inner[0]
  // Only what it starts for each could write, and that doesn't.
  const harmless = runs >= 0 && !args.some(arg => /^-(?:delete|fprint|fls)/.test(arg)) && name !== undefined
  if (harmless && effectOf(baseOf(name), inner.slice(1)).kind === 'reads') return { kind: 'reads' }
  const first = args.findIndex(arg => /^[-(!]/.test(arg))
  const starts = args.slice(0, first < 0 ? undefined : first)
  return { kind: 'writes', paths: starts.length > 0 ? starts : ['.'], deep: true }
}

const isInPlace = (args: string[]): boolean => args.some(arg => /^-[a-zA-Z]*i|^--in-?place/.test(arg))

const hasOption = (args: string[], ...options: string[]): boolean =>
  args.some(arg =>
    options.some(option => arg === option || arg.startsWith(option.startsWith('--') ? `${option}=` : option)),
  )

/** A program's name without its folder. */
export const baseOf = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

export interface Unwrapped {
  words: string[]
  /** Variables that are set for the command, as `NAME=value`. */
  assigned: string[]
  /** Words that said how to run it. */
  taken: string[]
  /** It gets more words than are shown. */
  hidden: boolean
}

/** Takes off what only says how to run the command that follows. */
export function unwrapped(words: string[]): Unwrapped {
  const [program = '', ...rest] = words
  const name = baseOf(program)
  const skip = WRAPPERS.get(name)
  if (skip === undefined) return { words, assigned: [], taken: [], hidden: false }
  let at = 0
  const assigned: string[] = []
  for (; at < rest.length; at += 1) {
    const word = rest[at] ?? ''
    if (name === 'env' && /^[A-Za-z_]\w*=/.test(word)) assigned.push(word)
    else if (word === '--') {
      at += 1
      break
    } else if (skip.includes(word)) at += 1
    else if (!word.startsWith('-')) break
  }
  if (name === 'timeout') at += 1
  const inner = unwrapped(rest.slice(at))
  return {
    words: inner.words,
    assigned: [...assigned, ...inner.assigned],
    taken: [...rest.slice(0, at), ...inner.taken],
    hidden: name === 'xargs' || inner.hidden,
  }
}

/** With their options that take a word of their own. */
const WRAPPERS = new Map<string, string[]>([
  ['env', ['-u', '--unset', '-C', '--chdir', '-S']],
  ['sudo', ['-u', '-g', '-h', '-p', '-C', '-D']],
  ['doas', ['-u', '-C']],
  ['nice', ['-n']],
  ['ionice', ['-c', '-n', '-p']],
  ['timeout', ['-s', '-k', '--signal', '--kill-after']],
  ['stdbuf', ['-i', '-o', '-e']],
  ['xargs', ['-I', '-n', '-P', '-d', '-L', '-s', '-E', '-a']],
  ['nohup', []],
  ['setsid', []],
  ['time', ['-f', '-o']],
  ['command', []],
  ['builtin', []],
  ['exec', ['-a']],
])
