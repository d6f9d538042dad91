import { type FormEvent, useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { FirstVisit } from '../../bloom/nothing.tsx'
import { Words } from '../../house/failures.tsx'
import { useWrite } from '../../house/write.ts'
import type { Projects } from '../../shell/project.ts'

function AddProject() {
  const [path, setPath] = useState('')
  const { write, busy, refused } = useWrite('project.register', {
    done: ({ project }) => ({ words: `Project ${project} is known` }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() !== '') void write({ path: path.trim() }).catch(() => {})
  }
  return (
    <form className="add-project" onSubmit={onSubmit}>
      <Field
        id="capture"
        label="Folder of a git repository"
        value={path}
        placeholder="/path/to/repository"
        spellCheck={false}
        onChange={event => setPath(event.target.value)}
        refused={refused && <Words text={`${refused.sentence} ${refused.next}`} />}
      />
      <Button type="submit" look="petal" busy={busy}>
        Add
      </Button>
    </form>
  )
}

/** The first visit: a project, a Brief, a hand-over. */
export function FirstSteps({ projects, mayAdd }: { projects: Projects; mayAdd: boolean }) {
  const [first] = projects
  return (
    <FirstVisit
      steps={[
        {
          title: 'Add a project',
          done: first !== undefined,
          children: first
            ? `${first.slug} is known. Nothing in it was changed.`
            : mayAdd
              ? 'A git repository on this machine. Nothing in it is changed.'
              : 'An operator adds it: a git repository on this machine.',
          action: first === undefined && mayAdd && <AddProject />,
        },
        {
          title: 'Capture a Brief',
          children: `${first ? 'Write above' : 'Write'} what should happen. One line is enough; the first line becomes the title.`,
        },
        {
          title: 'Hand it over',
          children: 'On the page of the Brief, once it is planned: its packet is rendered, and one agent claims it.',
        },
      ]}
    />
  )
}
