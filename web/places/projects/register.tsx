import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Button, Fold } from '../../bloom/button.tsx'
import { Field } from '../../bloom/field.tsx'
import { Words } from '../../house/words.tsx'
import { useWrite } from '../../house/write.ts'

/** Adds a repository by its folder. What the house can't tell by itself, which branch is MAIN's, it asks for here. */
export function Register({ id }: { id: string }) {
  const [path, setPath] = useState('')
  const [name, setName] = useState('')
  const [branch, setBranch] = useState('')
  const [isMore, setMore] = useState(false)
  const navigate = useNavigate()
  const { write, busy, refused } = useWrite('project.register', {
    done: ({ project }) => ({ words: `Project ${project} is known` }),
  })
  const onAdded = ({ project }: { project: string }) => {
    if (window.location.pathname === '/projects') void navigate({ href: `/projects/${project}` })
  }
  // A name that is taken and a branch that is unclear are answered in further fields.
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (path.trim() === '') return
    const input = { path: path.trim(), name: name.trim() || undefined, primaryBranch: branch.trim() || undefined }
    void write(input).then(onAdded, () => setMore(true))
  }
  return (
    <form className="add-project" onSubmit={onSubmit}>
      <Field
        id={id}
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
      <Fold open={isMore} onClick={() => setMore(!isMore)}>
        its name and MAIN's branch
      </Fold>
      {isMore && (
        <div className="add-more">
          <Field
            label="Name"
            hint="else that of its folder"
            value={name}
            maxLength={60}
            spellCheck={false}
            onChange={event => setName(event.target.value)}
          />
          <Field
            label="MAIN's branch"
            hint="else the one that the remote, or git, names"
            value={branch}
            maxLength={200}
            spellCheck={false}
            onChange={event => setBranch(event.target.value)}
          />
        </div>
      )}
    </form>
  )
}
