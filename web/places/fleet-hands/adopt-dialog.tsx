/** Adopting a worktree that somebody made by hand. */
import { type FormEvent, useId } from 'react'
import { ref } from '#domain/ref.ts'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { useDraft } from '../../bloom/write/draft.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { useWrite } from '../../house/write.ts'
import type { DialogProps } from './make-dialog.tsx'

export function AdoptDialog({ onClose, onDone }: Pick<DialogProps, 'onClose' | 'onDone'>) {
  const form = useId()
  const [path, setPath] = useDraft('worktree path')
  const { write, busy, refused } = useWrite('worktree.adopt', {
    done: made => ({ words: `${ref('worktree', made.worktreeId)} ${made.name} is adopted.` }),
  })
  const missing = path.trim() === '' ? 'name its folder' : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined || busy) return
    void write({ path: path.trim() }).then(
      made => {
        setPath('')
        onDone(made.worktreeId)
      },
      () => {},
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Adopt a worktree"
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button look="petal" type="submit" form={form} busy={busy} refused={missing}>
            Adopt it
          </Button>
        </>
      }
    >
      <form id={form} className="make" onSubmit={submit}>
        <Field
          label="Its folder, whole"
          hint="made with git worktree add, of a project that flower knows"
          value={path}
          spellCheck={false}
          autoComplete="off"
          placeholder="/path/to/worktree"
          onChange={event => setPath(event.target.value)}
        />
      </form>
      <ol className="will-happen">
        <li>It stays where it is, on its branch, with everything in it.</li>
        <li>It is prepared as flower.yaml says: files, environment, commands.</li>
        <li>From then on it stands here, and agents can be given it.</li>
      </ol>
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}
