import type { MainView } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { Said } from '../../bloom/mark.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { useWrite } from '../../house/write.ts'

type GuardDialogProps = { main: MainView; install: boolean; onClose: () => void }

/** Putting git's hooks around MAIN, or taking them away: what that does, before it is done. */
export function GuardDialog({ main, install, onClose }: GuardDialogProps) {
  const { project } = main
  const { write, busy, refused } = useWrite('main.guard', {
    done: () => ({ words: install ? 'The hooks are being put in.' : 'The hooks are being taken away.' }),
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={install ? 'Put git’s hooks around MAIN?' : 'Take git’s hooks away from MAIN?'}
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button
            look={install ? 'petal' : 'line'}
            clay={!install}
            busy={busy}
            onClick={() => void write({ project, install }).then(onClose, () => {})}
          >
            {install ? 'Put them in' : 'Take them away'}
          </Button>
        </>
      }
    >
      {install ? <Installing main={main} /> : <Removing />}
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}

function Installing({ main: { path, branch } }: { main: MainView }) {
  return (
    <ol className="will-happen">
      <li>
        One folder, <code>flower</code>, and one line of its config are added in the git folder of{' '}
        <span className="mono">
          <Said>{path}</Said>
        </span>
        . Nothing else is changed, and both go again without a trace.
      </li>
      <li>Hooks that the repository has go on running, after ours.</li>
      <li>
        <span className="mono">
          <Said>{branch}</Said>
        </span>{' '}
        then moves only for the merge queue, or forward to its upstream when you pull. A commit in MAIN is refused, with
        the way into a worktree.
      </li>
      <li>
        Commits in a Brief’s worktree get the line <code>Brief: #4</code>, by which they link themselves.
      </li>
      <li>Who leaves the hooks out, or takes them away, is not stopped by them: the watch notices.</li>
    </ol>
  )
}

function Removing() {
  return (
    <ol className="will-happen">
      <li>Our folder and our line in git’s config go; the repository’s own hooks run as before.</li>
      <li>Until they are back git refuses nothing: a commit in MAIN, and a branch that is moved, is only noticed.</li>
      <li>Commits in worktrees get no line of their Brief.</li>
    </ol>
  )
}
