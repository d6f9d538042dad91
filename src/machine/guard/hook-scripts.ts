// The hooks of MAIN's guard as text: small POSIX shell that needs git and nothing of flower's.

import { isAbsolute } from 'node:path'
import { BRIEF_FILE } from './brief-file.ts'
import type { HookFile } from './hook-file.ts'
import { handOver, scriptOf, word } from './shell-script.ts'

/** What the scripts have to know; all paths are absolute and real. */
export interface HookFacts {
  /** The common git folder. */
  gitDir: string
  /** MAIN's branch, without `refs/heads/`. */
  branch: string
  /** Where the merge queue lays down its one-time tokens. */
  tokenFolder: string
  /** The folder of the repository's own hooks; a relative one is looked for in each checkout, as git does. */
  ownHooks: string
}

/** flower's folder in the common git folder. Without it the guard is out, whatever else was forgotten. */
export const guardFolderOf = (gitDir: string): string => `${gitDir}/flower`

// Hooks of which flower wants nothing; they are named so that the repository's own ones run, those that come later too.
const PASSED_ON = `applypatch-msg pre-applypatch post-applypatch pre-merge-commit post-commit pre-rebase post-checkout
  post-merge pre-push pre-receive update post-receive post-update pre-auto-gc post-rewrite sendemail-validate
  p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit`.split(/\s+/)

// `push-to-checkout` and `proc-receive` change what git does by being there, `post-index-change` runs at every turn.
const ONLY_IF_THERE = ['push-to-checkout', 'proc-receive', 'post-index-change']

/**
 * Every hook by its name. `there` are the names of what runs in the folder of the repository's own hooks now: those are
 * started under their own name by a script. The others are links to where they would be, which git passes over while
 * there is nothing; where the folder is a different one in each checkout, they are scripts too.
 */
export function hookFiles(facts: HookFacts, there: readonly string[]): Map<string, HookFile> {
  const { ownHooks } = facts
  const bodies = new Map<string, string>([
    ['reference-transaction', referenceTransaction(facts)],
    ['pre-commit', preCommit(facts)],
    ['prepare-commit-msg', prepareCommitMessage(facts)],
    ['commit-msg', commitMessage(facts)],
  ])
  const links = isAbsolute(ownHooks) ? [...PASSED_ON, ...ONLY_IF_THERE] : []
  const scripts = [...there.filter(name => /^[a-z0-9-]+$/.test(name)), ...(links.length > 0 ? [] : PASSED_ON)]
  for (const name of scripts) if (!bodies.has(name)) bodies.set(name, handOver(ownHooks, name))
  const files = new Map<string, HookFile>(links.map(name => [name, { link: `${ownHooks}/${name}` }]))
  for (const [name, body] of bodies) files.set(name, { script: scriptOf(guardFolderOf(facts.gitDir), name, body) })
  return files
}

// `$own` is the git folder of this very checkout: git exports it in every linked worktree, and only there is a
// `commondir`. The name of the branch plays no part.
const IN_WORKTREE = `own=\${GIT_DIR:-.git}
linked() { [ -f "$own/commondir" ]; }
agent() {
  [ -n "$FLOWER_RUN" ] && return 0
  case $FLOWER_ACTOR in agent:*) return 0 ;; esac
  return 1
}
`

const wayOut = (gitDir: string): string => `say() { printf 'flower: %s\\n' "$1" >&2; }
way_out() {
  say 'Work in a worktree instead: flower worktree create --name my-change'
  agent || say 'Where flower is gone, this takes its guard out: rm -r '${word(word(guardFolderOf(gitDir)))}
}
`

const preCommit = ({ gitDir, ownHooks }: HookFacts): string => `${IN_WORKTREE}${wayOut(gitDir)}if ! linked; then
  say 'This is MAIN, the checkout that is served: nobody commits here, the merge queue does.'
  way_out
  exit 1
fi
${handOver(ownHooks, 'pre-commit')}`

// A message that has words already gets its trailer here; one that is still to be written gets it in commit-msg, as an
// editor that is left without a word must still mean "no commit".
const prepareCommitMessage = ({ ownHooks }: HookFacts): string => `${IN_WORKTREE}${TRAILER}
case $2 in
  # Given on the command line, a line that begins like a comment is none.
  message) read_message "$1" && { [ -z "$last" ] || add_plainly "$1" || add_by_git "$1" "$(printf '\\001')"; } ;;
  merge | squash | commit) read_message "$1" && [ -n "$last" ] && add_by_git "$1" ;;
esac
${handOver(ownHooks, 'prepare-commit-msg')}`

const commitMessage = ({ ownHooks }: HookFacts): string => `${IN_WORKTREE}${TRAILER}
if read_message "$1" && [ -n "$(git stripspace --strip-comments < "$1")" ]; then add_by_git "$1"; fi
${handOver(ownHooks, 'commit-msg')}`

// Almost every commit has a short message and no trailers: then the shell adds ours without starting git, which would
// take most of the time that the guard costs.
const TRAILER = `read_message() {
  linked && [ -f "$own/${BRIEF_FILE}" ] || return 1
  IFS= read -r id < "$own/${BRIEF_FILE}"
  case $id in '' | *[!0-9]*) return 1 ;; esac
  last= unended= parts=0 gap=1 plain=1
  while IFS= read -r line || { [ -n "$line" ] && unended=1; }; do
    case $line in
      '') gap=1 ;;
      *)
        [ -z "$gap" ] || parts=$((parts + 1)) gap=
        last=$line
        case $line in [#';']* | ---* | '('*) plain= ;; esac
        [ "$parts" -lt 2 ] || case $line in *:*) plain= ;; esac ;;
    esac
  done < "$1"
  [ "$last" != "Brief: #$id" ]
}
add_plainly() {
  [ -n "$plain" ] && [ -z "$gap" ] && printf '%s\\nBrief: #%s\\n' "\${unended:+$end}" "$id" >> "$1"
}
# Without its line end, as git merge leaves it, a one-line message and its trailer would be one paragraph.
add_by_git() {
  [ -z "$unended" ] || echo >> "$1"
  git \${2:+-c "core.commentChar=$2"} -c trailer.separators=: interpret-trailers --in-place --no-divider \\
    --where end --if-exists addIfDifferent --if-missing add --trailer "Brief: #$id" "$1" || :
}
end='
'
`

// Only the state 'prepared' can still say no. The first lines are read by the shell itself, which is faster than to
// start a program; a fetch of ten thousand refs is not.
const referenceTransaction = (facts: HookFacts): string => `hook=${word(`${facts.ownHooks}/reference-transaction`)}
if [ "$1" != prepared ]; then
  [ -f "$hook" ] && [ -x "$hook" ] && exec "$hook" "$@"
  exit 0
fi
ref=${word(`refs/heads/${facts.branch}`)}
common=${word(facts.gitDir)}
tokens=${word(facts.tokenFolder)}
lines= count=0 end='
'
while [ "$count" -lt 20 ] && IFS= read -r line; do
  lines=$lines$line$end count=$((count + 1))
done
[ "$count" -lt 20 ] || lines=$lines$(cat; echo .) lines=\${lines%.}
${IN_WORKTREE}${wayOut(facts.gitDir)}${JUDGE}
case $lines in
  *" $ref$end"* | *" HEAD$end"*) judge_all ;;
esac
[ -f "$hook" ] && [ -x "$hook" ] || exit 0
printf %s "$lines" | "$hook" "$@"
`

// For one line of a transaction, `$1` is the old value as the caller gave it (zeros when it gave none), `$2` the new one.
const JUDGE = `has_token() {
  case $FLOWER_LANDING_TOKEN in '' | *[!A-Za-z0-9_-]*) return 1 ;; esac
  token=$tokens/$FLOWER_LANDING_TOKEN
  [ -f "$token" ] && IFS= read -r promised < "$token" && [ "$promised" = "$1 $2 $ref" ] && rm "$token" 2> /dev/null
}
# git pack-refs takes away the branch's own file once packed-refs holds the same value; a real deletion holds a lock there.
is_packed() {
  [ ! -e "$common/packed-refs.lock" ] && grep -qxF "$1 $ref" "$common/packed-refs" 2> /dev/null
}
follows_upstream() {
  agent && return 1
  upstream=$(git for-each-ref '--format=%(upstream)' "$ref")
  case $upstream in refs/remotes/*) ;; *) return 1 ;; esac
  git merge-base --is-ancestor "$1" "$2" && git merge-base --is-ancestor "$2" "$upstream"
}
may_move() {
  case $2 in
    ref:*) return 1 ;;
    *[!0]*) ;;
    *) is_packed "$1"; return ;;
  esac
  has_token "$1" "$2" && return 0
  now=$(git rev-parse --verify --quiet "$ref") || return 1
  [ "$now" = "$2" ] || follows_upstream "$now" "$2"
}
judge_all() {
  branch= head=
  while read -r old new name; do
    [ "$name" = HEAD ] && head=$new
    [ "$name" = "$ref" ] || continue
    branch=$new
    may_move "$old" "$new" && continue
    say "\${ref#refs/heads/} is MAIN's branch: only the merge queue moves it, or the operator by a fast-forward to its upstream."
    way_out
    exit 1
  done << END
$lines
END
  [ -n "$head" ] && [ -z "$branch" ] && [ "$head" != "ref:$ref" ] && ! linked || return 0
  say "This is MAIN, the checkout that is served: its HEAD stays on \${ref#refs/heads/}."
  way_out
  exit 1
}
`
