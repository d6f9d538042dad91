/** Briefs from elsewhere: looked at first, then taken in. */
import { useState } from 'react'
import type { Input, Output } from '#contract/catalogue.ts'
import { Button } from '../../bloom/button.tsx'
import { Segment } from '../../bloom/choice.tsx'
import { Field } from '../../bloom/field.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { Notice } from '../../bloom/says.tsx'
import { counted } from '../../bloom/spoken.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { ChooseFile, type Chosen } from './choose-file.tsx'

type Format = Input<'data.import'>['format']
type Answer = Output<'data.import'>

const foreign: readonly { value: Format; name: string; note: string }[] = [
  { value: 'beads', name: 'beads', note: 'its issues.jsonl' },
  { value: 'backlog', name: 'Backlog.md', note: 'its folder, or one task' },
  { value: 'taskmaster', name: 'task-master', note: 'its tasks.json' },
  { value: 'github', name: 'GitHub', note: 'what gh issue list --json prints' },
]

/** What another house exported brings its own projects. */
const own: typeof foreign = [{ value: 'flower', name: 'flower', note: 'an export of another house' }]

const sources = [
  { value: 'file', name: 'A file' },
  { value: 'path', name: 'A path' },
] as const

/** @param project - where the Briefs go; where none is named, an export of a whole house is taken in */
export function Import({ project }: { project: string | undefined }) {
  const formats = project === undefined ? own : foreign
  const [format, setFormat] = useState<Format>(project === undefined ? 'flower' : 'beads')
  const [source, setSource] = useState<(typeof sources)[number]['value']>('file')
  const [path, setPath] = useState('')
  const [file, setFile] = useState<Chosen>()
  const [foreseen, setForeseen] = useState<Answer>()
  const look = useWrite('data.import')
  const take = useWrite('data.import', {
    done: ({ made }) => ({ words: made === 0 ? 'All of it was here already.' : `${counted(made, 'Brief')} came in.` }),
  })
  const input = {
    format,
    project,
    ...(source === 'path' ? { path: path.trim() } : { content: file?.text }),
  } satisfies Input<'data.import'>
  const isReady = source === 'path' ? path.trim() !== '' : file !== undefined
  const anew =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setForeseen(undefined)
    }
  const onLook = () => void look.write({ ...input, dryRun: true }).then(setForeseen, () => setForeseen(undefined))
  const onTake = async () => {
    if (await isTaken(take.write(input))) setForeseen(undefined)
  }
  const refused = look.refused ?? take.refused
  return (
    <div className="import">
      <div className="import-from">
        {formats.length > 1 && <Pick label="from" value={format} choices={formats} onChange={anew(setFormat)} />}
        <Segment label="Where it is read from" choices={sources} value={source} onChange={anew(setSource)} />
      </div>
      {source === 'path' ? (
        <Field
          label="File or folder on the machine of flower"
          value={path}
          spellCheck={false}
          onChange={event => anew(setPath)(event.target.value)}
        />
      ) : (
        <ChooseFile chosen={file} onChoose={anew(setFile)} />
      )}
      {project === undefined && (
        <p className="small dim">
          It goes whole into a house that is still empty. Nothing that is here is overwritten.
        </p>
      )}
      <p className="project-do">
        <Button busy={look.busy} refused={isReady ? undefined : 'choose what to read first'} onClick={onLook}>
          See what would come
        </Button>
      </p>
      {refused && <RefusedNotice said={refused} />}
      {foreseen && <Foreseen answer={foreseen} busy={take.busy} onTake={() => void onTake()} />}
    </div>
  )
}

/** Problems that are shown. */
const most = 50

function Foreseen({ answer, busy, onTake }: { answer: Answer; busy: boolean; onTake: () => void }) {
  const { made, unchanged, conflicts, problems } = answer
  return (
    <>
      <Notice
        tone={conflicts > 0 ? 'amber' : 'petal'}
        live
        actions={
          made > 0 && (
            <Button small busy={busy} onClick={onTake}>
              Take {counted(made, 'Brief')} in
            </Button>
          )
        }
      >
        <b>{made === 0 ? 'Nothing new would come.' : `${counted(made, 'Brief')} would come in.`}</b>{' '}
        {unchanged > 0 && `${unchanged} are here already and stay as they are. `}
        {conflicts > 0 && `${conflicts} differ from what is here, which is not overwritten. `}
        Nothing was written yet.
      </Notice>
      {problems.length > 0 && (
        <ul className="problems" aria-label="Problems">
          {problems.slice(0, most).map(({ where, problem }, place) => (
            <li key={place} dir="auto">
              <span className="mono">{where}</span> {problem}
            </li>
          ))}
          {problems.length > most && <li className="dim">{problems.length - most} more</li>}
        </ul>
      )}
    </>
  )
}
