/** Making a worktree: what it is called, for which Brief, how far apart, and what that would do. */
import { type FormEvent, useId, useState } from 'react'
import type { Input } from '#contract/catalogue.ts'
import { readRef, ref } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { Segment, Switch } from '../../bloom/choice.tsx'
import { Field } from '../../bloom/field.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { Pick } from '../../bloom/float/menu.tsx'
import { Said } from '../../bloom/mark.tsx'
import { counted } from '../../bloom/spoken.ts'
import { useDraft } from '../../bloom/write/draft.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { useWrite } from '../../house/write.ts'
import type { Projects } from '../../shell/project.ts'
import { isolationWords } from './words.ts'

type Isolation = keyof typeof isolationWords
const isolations = ['isolated', 'shared', 'code'] as const

export type DialogProps = {
  projects: Projects
  /** What is shown now. */
  project: string | undefined
  onClose: () => void
  onDone: (worktreeId: number) => void
}

export function MakeDialog({ projects, project: shown, onClose, onDone }: DialogProps) {
  const form = useId()
  const [project, setProject] = useState(shown ?? projects[0]?.slug ?? '')
  const [name, setName] = useDraft('worktree name')
  const [brief, setBrief] = useDraft('worktree brief')
  const [base, setBase] = useState('')
  const [isolation, setIsolation] = useState<Isolation>('isolated')
  const [follows, setFollows] = useState(false)
  const { write, busy, refused } = useWrite('worktree.create', {
    done: made => ({ words: `${ref('worktree', made.worktreeId)} ${made.name} is ${made.status}.` }),
  })
  const briefId = brief.trim() === '' ? undefined : readRef('brief', brief)
  const wrongBrief = brief.trim() !== '' && briefId === undefined ? 'write the number of a Brief: #4' : undefined
  const missing = name.trim() === '' && brief.trim() === '' ? 'name it, or its Brief' : wrongBrief

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined || busy) return
    const asked: Input<'worktree.create'> = {
      project,
      isolation,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(briefId !== undefined && { briefId }),
      ...(base.trim() !== '' && { base: base.trim() }),
      ...(follows && { follows: 'main' as const }),
    }
    void write(asked).then(
      made => {
        setName('')
        setBrief('')
        onDone(made.worktreeId)
      },
      () => {},
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Make a worktree"
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button look="petal" type="submit" form={form} busy={busy} refused={missing}>
            Make it
          </Button>
        </>
      }
    >
      <form id={form} className="make" onSubmit={submit}>
        {projects.length > 1 && (
          <Pick
            label="project"
            value={project}
            choices={projects.map(({ slug }) => ({ value: slug, name: slug }))}
            onChange={setProject}
          />
        )}
        <div className="make-pair">
          <Field
            label="Name"
            hint="left out, it is called after its Brief"
            value={name}
            spellCheck={false}
            autoComplete="off"
            placeholder="water-roses"
            onChange={event => setName(event.target.value)}
          />
          <Field
            label="Brief"
            value={brief}
            inputMode="numeric"
            autoComplete="off"
            placeholder="#4"
            refused={wrongBrief}
            onChange={event => setBrief(event.target.value)}
          />
        </div>
        <div className="fieldset">
          <Segment
            label="Isolation"
            choices={isolations.map(value => ({ value, name: value }))}
            value={isolation}
            onChange={setIsolation}
          />
          <span className="field-hint">{isolationWords[isolation].long}</span>
        </div>
        <Switch
          label="Follows MAIN"
          hint="read-only, without a branch; brought up to date after each landing"
          on={follows}
          onChange={setFollows}
        />
        {!follows && (
          <Field
            label="Begins at"
            hint="a branch, tag or commit; left out, MAIN’s tip"
            value={base}
            spellCheck={false}
            autoComplete="off"
            onChange={event => setBase(event.target.value)}
          />
        )}
      </form>
      <WillHappen project={project} name={name.trim()} briefId={briefId} base={base.trim()} follows={follows} />
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}

/** What the press would do. */
function WillHappen(props: {
  project: string
  name: string
  briefId: number | undefined
  base: string
  follows: boolean
}) {
  const { project, name, briefId, base, follows } = props
  const configuration = useRead('project.show', { project }, { enabled: project !== '' }).data?.project.configuration
  const runs = configuration?.commands.filter(({ path }) => path.startsWith('worktrees.prepare')) ?? []
  const branch = name === '' ? (briefId === undefined ? 'flower/…' : `flower/${briefId}-…`) : `flower/${name}`
  return (
    <ol className="will-happen">
      <li>
        {follows ? (
          <>A checkout of MAIN’s tip, apart from MAIN.</>
        ) : (
          <>
            A checkout of its own on{' '}
            <span className="mono">
              <Said>{branch}</Said>
            </span>
            , from <Said>{base === '' ? 'MAIN’s tip' : base}</Said>, proven clean.
          </>
        )}
      </li>
      <li>
        {runs.length === 0
          ? 'Files and environment as flower.yaml says; it names no command for preparing.'
          : `Files, environment and ${counted(runs.length, 'command')} of flower.yaml: `}
        {runs.map(({ path, text }) => (
          <code key={path}>{text} </code>
        ))}
      </li>
      {configuration && !configuration.trusted && (
        <li className="amber-ink">It then waits: no operator has trusted this flower.yaml.</li>
      )}
    </ol>
  )
}
