/** Who is the author of the commit that brings a branch, and what it says. */
import type { Submission } from '#domain/landing/submission.ts'
import { briefRef } from '#domain/ref.ts'
import { git } from '#machine/git/command.ts'
import type { Signature, Trailer } from '#machine/landing/commit-object.ts'

export type Wording = { author: Signature; message: string; trailers: Trailer[] }

type Wish = { gitDir: string; submission: Submission; onto: string; committer: Signature }

/** A merge is the queue's. A squash is the work itself: its author is that of the last commit, the others are named beside. */
export async function wordingOf({ gitDir, submission, onto, committer }: Wish): Promise<Wording> {
  const plain = { author: committer, message: titleOf(submission), trailers: trailersOf(submission) }
  if (submission.style !== 'squash') return plain
  const own = await ownCommits(gitDir, submission.tip, onto)
  const last = own.at(-1)
  if (!last) return plain
  const others = [...new Set(own.map(signed))].filter(each => each !== signed(last))
  return {
    author: { name: last.name, email: last.email, at: new Date(last.at) },
    message:
      own.length === 1
        ? last.message
        : `${plain.message}\n\n${own.map(each => `* ${withoutBrief(each.message)}`).join('\n\n')}`,
    trailers: [...plain.trailers, ...others.map(value => ({ key: 'Co-authored-by', value }))],
  }
}

const titleOf = ({ briefId, branch }: Submission): string =>
  briefId === null ? `Land ${branch}` : `Land ${briefRef(briefId)} (${branch})`

const trailersOf = ({ briefId }: Submission): Trailer[] =>
  briefId === null ? [] : [{ key: 'Brief', value: briefRef(briefId) }]

/** It is said once, at the end. */
const withoutBrief = (message: string): string => message.replace(/\n+Brief: #\d+\s*$/, '')

type Own = { name: string; email: string; at: string; message: string }

const signed = ({ name, email }: Own): string => `${name} <${email}>`

/** More than these are named by the branch alone. */
const mostCommits = 200

/** What `onto` lacks, oldest first. */
async function ownCommits(gitDir: string, tip: string, onto: string): Promise<Own[]> {
  const format = ['%an', '%ae', '%aI', '%B'].join('%x00')
  const range = ['--no-merges', `--max-count=${mostCommits}`, '--end-of-options', tip, `^${onto}`]
  const read = await git({ gitDir }, ['log', '-z', '--reverse', `--format=${format}`, ...range])
  const fields = read.outcome === 'ok' ? read.stdout.split('\0') : []
  const own: Own[] = []
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [name = '', email = '', when = '', message = ''] = fields.slice(at, at + 4)
    own.push({ name, email, at: when, message: message.trim() })
  }
  return own
}
