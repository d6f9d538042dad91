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
import { isolationWords } from '../fleet/words.ts'

type Isolation = keyof typeof isolationWords
const isolations = ['isolated', 'shared', 'code'] as const

export type DialogProps = {
  projects: Projects
  /** What is shown now. */
  project: string | undefined
  onClose: () => void
  onDone: (worktreeId: number) => void
}

/** What is asked for, as it is being written; names survive a reload. */
function useWish({ projects, project: shown }: Pick<DialogProps, 'projects' | 'project'>) {
  const [project, setProject] = useState(shown ?? projects[0]?.slug ?? '')
  const [name, setName] = useDraft('worktree name')
  const [brief, setBrief] = useDraft('worktree brief')
  const [base, setBase] = useState('')
  const [isolation, setIsolation] = useState<Isolation>('isolated')
  const [follows, setFollows] = useState(false)
  const briefId = brief.trim() === '' ? undefined : readRef('brief', brief)
  const wrongBrief = brief.trim() !== '' && briefId === undefined ? 'write the number of a Brief: #4' : undefined
  const input: Input<'worktree.create'> = {
    project,
    isolation,
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(briefId !== undefined && { briefId }),
    ...(base.trim() !== '' && !follows && { base: base.trim() }),
    ...(follows && { follows: 'main' as const }),
  }
  return {
    input,
    wrongBrief,
    missing: name.trim() === '' && brief.trim() === '' ? 'name it, or its Brief' : wrongBrief,
    written: { project, name, brief, base, isolation, follows },
    change: { setProject, setName, setBrief, setBase, setIsolation, setFollows },
    clear: () => {
      setName('')
      setBrief('')
    },
  }
}

export function MakeDialog({ projects, project, onClose, onDone }: DialogProps) {
  const form = useId()
  const wish = useWish({ projects, project })
  const { write, busy, refused } = useWrite('worktree.create', {
    done: made => ({ words: `${ref('worktree', made.worktreeId)} ${made.name} is ${made.status}.` }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wish.missing !== undefined || busy) return
    void write(wish.input).then(
      made => {
        wish.clear()
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
          <Button look="petal" type="submit" form={form} busy={busy} refused={wish.missing}>
            Make it
          </Button>
        </>
      }
    >
      <form id={form} className="make" onSubmit={submit}>
        <Fields projects={projects} wish={wish} />
      </form>
      <WillHappen input={wish.input} />
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}

function Fields({ projects, wish }: { projects: Projects; wish: ReturnType<typeof useWish> }) {
  const { written, change } = wish
  return (
    <>
      {projects.length > 1 && (
        <Pick
          label="project"
          value={written.project}
          choices={projects.map(({ slug }) => ({ value: slug, name: slug }))}
          onChange={change.setProject}
        />
      )}
      <div className="make-pair">
        <Field
          label="Name"
          hint="left out, it is called after its Brief"
          value={written.name}
          spellCheck={false}
          autoComplete="off"
          placeholder="water-roses"
          onChange={event => change.setName(event.target.value)}
        />
        <Field
          label="Brief"
          value={written.brief}
          autoComplete="off"
          placeholder="#4"
          refused={wish.wrongBrief}
          onChange={event => change.setBrief(event.target.value)}
        />
      </div>
      <div className="fieldset">
        <Segment
          label="Isolation"
          choices={isolations.map(value => ({ value, name: value }))}
          value={written.isolation}
          onChange={change.setIsolation}
        />
        <span className="field-hint">{isolationWords[written.isolation].long}</span>
      </div>
      <Switch
        label="Follows MAIN"
        hint="read-only, without a branch; brought up to date after each landing"
        on={written.follows}
        onChange={change.setFollows}
      />
      {!written.follows && (
        <Field
          label="Begins at"
          hint="a branch, tag or commit; left out, MAIN’s tip"
          value={written.base}
          spellCheck={false}
          autoComplete="off"
          onChange={event => change.setBase(event.target.value)}
        />
      )}
    </>
  )
}

/** What the press would do. */
function WillHappen({ input }: { input: Input<'worktree.create'> }) {
  const { project, name, briefId, base, follows } = input
  const { data } = useRead('project.show', { project }, { enabled: project !== '' })
  const configuration = data?.project.configuration
  const runs = configuration?.commands.filter(({ path }) => path.startsWith('worktrees.prepare')) ?? []
  const branch = `flower/${name ?? (briefId === undefined ? '…' : `${briefId}-…`)}`
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
            , from <Said>{base ?? 'MAIN’s tip'}</Said>, proven clean.
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
