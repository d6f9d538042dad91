/** One changed file: its diff, and what is said of its lines. */
import { lazy, Suspense } from 'react'
import { Button } from '../../bloom/button.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Failure } from '../../house/failures.tsx'
import { short } from '../merge/words.ts'
import type { DraftComments } from './draft-comments.ts'
import { type ChangedFile, type Changes, useFile } from './reads.ts'
import type { SaidBefore } from './said-before.ts'
import { Draft, Thread } from './thread.tsx'

// With its colours it is heavier than the rest of this place.
const Diff = lazy(() => import('../../bloom/code/diff.tsx').then(module => ({ default: module.Diff })))

type FileViewProps = {
  briefId: number
  changes: Changes
  file: ChangedFile
  comments: DraftComments
  said: readonly SaidBefore[]
  mayComment: boolean
}

export function FileView(props: FileViewProps) {
  const { briefId, changes, file, comments, mayComment } = props
  const { path, from } = file
  const { data, error, refetch } = useFile(briefId, path, changes.tip)
  const diff = data?.changes?.diff
  const whole = { file: path, line: null, quoted: '', tip: changes.tip }
  return (
    <div className="file-view">
      <p className="file-head small">
        <span className="mono">
          <Said>{path}</Said>
        </span>
        {from !== undefined && (
          <span className="dim">
            was{' '}
            <span className="mono">
              <Said>{from}</Said>
            </span>
          </span>
        )}
        {mayComment && (
          <Button small look="bare" icon="session" onClick={() => comments.begin(whole)}>
            Comment on the file
          </Button>
        )}
      </p>
      {diff === undefined && error && <Failure error={error} again={() => void refetch()} />}
      {diff === undefined && !error && data === undefined && <Loading label={`Loading ${path}`} />}
      {diff === undefined && data !== undefined && (
        <Empty>There is no diff of it: {data.reason ?? 'it changed just now'}.</Empty>
      )}
      {diff && (diff.binary || diff.text === '') && (
        <>
          <Apart {...props} lines={noLines} />
          <Empty>{diff.binary ? <Said>{diff.text}</Said> : 'No line of it changed.'}</Empty>
        </>
      )}
      {diff && !diff.binary && diff.text !== '' && <Lines {...props} text={diff.text} />}
      {diff?.cut && <p className="small dim">The rest is cut: git diff {short(changes.base)} shows all of it.</p>}
    </div>
  )
}

const noLines: ReadonlyMap<number, string> = new Map()

function Lines(props: FileViewProps & { text: string }) {
  const { changes, file, comments, said, mayComment, text } = props
  const { path } = file
  const under = (line: number, quoted: string) => {
    const before = said.filter(each => each.file === path && each.line === line)
    const draft = comments.all.find(each => each.file === path && each.line === line && each.quoted === quoted)
    if (before.length === 0 && draft === undefined) return null
    return (
      <>
        {before.map(each => (
          <Thread key={each.body} said={each} />
        ))}
        {draft && <Draft comment={draft} comments={comments} />}
      </>
    )
  }
  const above = (lines: ReadonlyMap<number, string>) => <Apart {...props} lines={lines} />
  const begin = (line: number, quoted: string) => comments.begin({ file: path, line, quoted, tip: changes.tip })
  return (
    <Suspense fallback={<Loading label={`Loading ${path}`} />}>
      <Diff path={path} text={text} above={above} under={under} onLine={mayComment ? begin : undefined} />
    </Suspense>
  )
}

/** What is said of the file as a whole, and of lines that are no longer as they were when it was said. */
function Apart({ file, comments, said, lines }: FileViewProps & { lines: ReadonlyMap<number, string> }) {
  const { path } = file
  const before = said.filter(each => each.file === path && (each.line === null || !lines.has(each.line)))
  const drafts = comments.all.filter(
    each => each.file === path && (each.line === null || lines.get(each.line) !== each.quoted),
  )
  if (before.length === 0 && drafts.length === 0) return null
  return (
    <div className="apart">
      {before.map(each => (
        <Thread key={`${each.line} ${each.body}`} said={each} isApart />
      ))}
      {drafts.map(each => (
        <Draft
          key={each.line}
          comment={each}
          comments={comments}
          note={each.line === null ? undefined : `on line ${each.line} as it was at ${short(each.tip)}`}
        />
      ))}
    </div>
  )
}
