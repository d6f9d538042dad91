// Commits read and written as the very bytes that they are, so that nothing of an author's is changed on the way.

import { ask, DURABLY, type GitFailure } from './plumbing.ts'

export interface Signature {
  name: string
  email: string
  at: Date
}

export interface RawCommit {
  id: string
  tree: string
  parents: string[]
  /** Header lines that a copy keeps, as bytes in latin1: `author …` and, where there is one, `encoding …`. */
  author: string
  encoding?: string
  /** Bytes in latin1. */
  message: string
}

export interface CommitToWrite {
  tree: string
  parents: string[]
  /** A signature, or the whole header line of another commit. */
  author: Signature | string
  committer: Signature
  encoding?: string
  /** Text, or bytes in latin1 together with a header line of another commit. */
  message: string
}

/** Writes a commit and answers its id; the same wish gives the same id. */
export async function writeCommit(gitDir: string, wish: CommitToWrite): Promise<string | GitFailure> {
  const copied = typeof wish.author === 'string'
  const lines = [
    `tree ${wish.tree}`,
    ...wish.parents.map(parent => `parent ${parent}`),
    typeof wish.author === 'string' ? wish.author : signatureLine('author', wish.author),
    signatureLine('committer', wish.committer),
    ...(wish.encoding === undefined ? [] : [wish.encoding]),
  ]
  const message = copied ? wish.message : utf8Bytes(wish.message)
  const input = Buffer.from(`${lines.join('\n')}\n\n${message}`, 'latin1')
  const args = [...DURABLY, 'hash-object', '-t', 'commit', '-w', '--stdin']
  const written = await ask(gitDir, args, { input, writes: true })
  return written.outcome === 'ok' ? written.stdout.trim() : written
}

/** Reads commits whole, in the order of their ids. */
export async function readCommits(gitDir: string, ids: string[]): Promise<RawCommit[] | GitFailure> {
  const input = ids.map(id => `${id}\n`).join('')
  const read = await ask(gitDir, ['cat-file', '--batch'], { input, maxBytes: 256 * 1024 * 1024 })
  if (read.outcome !== 'ok') return read
  const commits: RawCommit[] = []
  let at = 0
  for (const id of ids) {
    const lineEnd = read.stdout.indexOf('\n', at)
    const [, kind, size] = read.stdout.slice(at, lineEnd).split(' ')
    if (kind !== 'commit') return { outcome: 'failed', step: 'git cat-file', detail: `${id} is no commit` }
    const end = lineEnd + 1 + Number(size)
    commits.push(parseCommit(id, read.stdout.slice(lineEnd + 1, end)))
    at = end + 1
  }
  return commits
}

function parseCommit(id: string, bytes: string): RawCommit {
  const headEnd = bytes.indexOf('\n\n')
  const head = headEnd < 0 ? bytes : bytes.slice(0, headEnd)
  const lines = head.split('\n')
  const valuesOf = (key: string) =>
    lines.filter(line => line.startsWith(`${key} `)).map(line => line.slice(key.length + 1))
  return {
    id,
    tree: valuesOf('tree')[0] ?? '',
    parents: valuesOf('parent'),
    author: lines.find(line => line.startsWith('author ')) ?? '',
    encoding: lines.find(line => line.startsWith('encoding ')),
    message: headEnd < 0 ? '' : bytes.slice(headEnd + 2),
  }
}

function signatureLine(key: string, { name, email, at }: Signature): string {
  // What would end the line or the address early can't stand in either.
  const plain = (text: string) => text.replace(/[<>\p{Cc}]/gu, '').trim()
  return utf8Bytes(`${key} ${plain(name)} <${plain(email)}> ${Math.floor(at.getTime() / 1_000)} +0000`)
}

function utf8Bytes(text: string): string {
  return Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('latin1')
}

export interface Trailer {
  key: string
  value: string
}

/**
 * A message that ends with these trailers, in a paragraph that git reads as trailers: the message's own last one, when it is
 * nothing else, or a new one. A trailer that is there already is not repeated.
 */
export function withTrailers(message: string, trailers: Trailer[]): string {
  const text = message.trim()
  const paragraphs = text.split(/\n\s*\n/)
  const last = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '').split('\n') : []
  const joins = last.length > 0 && last.every(line => /^[A-Za-z0-9-]+: \S/.test(line))
  const lines = trailers.map(({ key, value }) => `${key}: ${value.replace(/\s+/g, ' ').trim()}`)
  const missing = [...new Set(lines)].filter(line => !joins || !last.includes(line))
  if (missing.length === 0) return `${text}\n`
  return `${text}${joins ? '\n' : '\n\n'}${missing.join('\n')}\n`
}
