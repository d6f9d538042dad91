import { type FormEvent, useId } from 'react'
import type { MainView } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { Said } from '../../bloom/mark.tsx'
import { useDraft } from '../../bloom/write/draft.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { useWrite } from '../../house/write.ts'
import { few } from '../merge/words.ts'
import { filesWords } from './words.ts'

/** Moves what came into MAIN from outside to where it can be worked on. */
export function RescueDialog({ main, onClose }: { main: MainView; onClose: () => void }) {
  const form = useId()
  const { project, branch, standing, unfinished } = main
  const [name, setName] = useDraft(`rescue name ${project}`)
  const { write, busy, refused } = useWrite('main.rescue', {
    done: () => ({ words: 'It is being moved into a worktree.' }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    void write({ project, ...(name.trim() !== '' && { name: name.trim() }) }).then(
      () => {
        setName('')
        onClose()
      },
      () => {},
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Move what came in from outside into a worktree?"
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button look="petal" type="submit" form={form} busy={busy}>
            Move it
          </Button>
        </>
      }
    >
      {unfinished !== undefined && (
        <p>
          It goes on with what was kept as{' '}
          <span className="mono small">
            <Said>{unfinished}</Said>
          </span>
          .
        </p>
      )}
      {standing !== null && standing.changed > 0 && (
        <p>
          {filesWords(standing.changed)}:{' '}
          <span className="mono small">
            <Said>{few(standing.files, standing.changed, 8)}</Said>
          </span>
        </p>
      )}
      <ol className="will-happen">
        <li>All of it is kept under a ref of its own, as it is now.</li>
        <li>
          A worktree is made at the tip of{' '}
          <span className="mono">
            <Said>{branch}</Said>
          </span>{' '}
          and holds these changes, not committed, for whoever goes on with them.
        </li>
        <li>
          MAIN’s files are brought back to its commit: files that git does not know go along, and only those that it
          ignores stay. The queue goes on.
        </li>
      </ol>
      <form id={form} onSubmit={submit}>
        <Field
          label="Name of the worktree"
          hint="left out, it is named after the rescue"
          value={name}
          spellCheck={false}
          autoComplete="off"
          placeholder="found-in-main"
          onChange={event => setName(event.target.value)}
        />
      </form>
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}
