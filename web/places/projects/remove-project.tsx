/** Taking a project off the list. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { Dialog } from '../../bloom/float/dialog.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { RefusedNotice } from '../../house/failures.tsx'
import { useWrite } from '../../house/write.ts'
import type { ProjectShown } from './project-place.tsx'

export function RemoveProject({ project }: { project: ProjectShown }) {
  const [open, setOpen] = useState(false)
  return (
    <Section id="remove" eyebrow="off · the list" title="Take it off the list">
      <p className="small dim">
        Its repository, Briefs and traces stay. What is in its queue and in its worktrees is no longer looked after.
      </p>
      <p className="project-do">
        <Button clay onClick={() => setOpen(true)}>
          {`Take ${project.slug} off the list…`}
        </Button>
      </p>
      {open && <RemoveDialog project={project} onClose={() => setOpen(false)} />}
    </Section>
  )
}

function RemoveDialog({ project, onClose }: { project: ProjectShown; onClose: () => void }) {
  const { slug, path, openBriefs } = project
  const navigate = useNavigate()
  const again = useWrite('project.register', { done: () => ({ words: `${slug} is on the list again.` }) })
  const { write, busy, refused } = useWrite('project.remove', {
    done: () => ({
      words: `${slug} is off the list.`,
      undo: () => void again.write({ path, name: slug, primaryBranch: project.primaryBranch }).catch(() => {}),
    }),
  })
  const remove = () =>
    void write({ project: slug }).then(
      () => navigate({ to: '/projects' }),
      () => {},
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        <>
          Take <Said>{slug}</Said> off the list?
        </>
      }
      actions={
        <>
          <Button onClick={onClose}>Leave it</Button>
          <Button clay busy={busy} onClick={remove}>
            Take it off
          </Button>
        </>
      }
    >
      <p>What stays:</p>
      <ul className="will-happen">
        <li>
          the repository at <span className="mono small">{path}</span>, with its branches and worktrees, as it is;
        </li>
        <li>
          {openBriefs === 0 ? 'its Briefs' : `its Briefs, ${counted(openBriefs, 'open one')} among them`}, traces and
          decisions: Recall still finds them;
        </li>
        <li>the hooks that guard MAIN, until it is unguarded.</li>
      </ul>
      <p>
        What ends: nothing of it is handed over, started or landed any more. Its folder adds it again, as a new project.
      </p>
      {refused && <RefusedNotice said={refused} />}
    </Dialog>
  )
}
