/** Where MAIN lies, and which branch is MAIN's. */
import { type FormEvent, useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { RelativeTime } from '../../bloom/clock.tsx'
import { Field } from '../../bloom/field.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { CopyButton } from '../../bloom/text/well.tsx'
import { Words } from '../../house/words.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import type { ProjectShown } from './project-place.tsx'

type Props = { project: ProjectShown; isOperator: boolean }

export function Checkout({ project, isOperator }: Props) {
  const { slug, path, gitDir, primaryBranch, remoteUrl, createdAt, openBriefs, liveDispatches } = project
  return (
    <Section id="checkout" eyebrow="primary checkout · MAIN" title="Checkout">
      <dl className="facts">
        <div>
          <dt>folder</dt>
          <dd>
            <span className="mono">
              <Said>{path}</Said>
            </span>{' '}
            <CopyButton text={path}>Copy</CopyButton>
          </dd>
        </div>
        <div>
          <dt>MAIN's branch</dt>
          <dd>
            <Branch project={project} isOperator={isOperator} />
          </dd>
        </div>
        {gitDir !== `${path}/.git` && (
          <div>
            <dt>git folder</dt>
            <dd className="mono">
              <Said>{gitDir}</Said>
            </dd>
          </div>
        )}
        <div>
          <dt>remote</dt>
          <dd>
            {remoteUrl === null ? (
              'none'
            ) : (
              <span className="mono">
                <Said>{remoteUrl}</Said>
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>work</dt>
          <dd>
            <Ref href={`/briefs?project=${slug}`}>{counted(openBriefs, 'open Brief')}</Ref>, {liveDispatches} handed
            over; <Ref href={`/main?project=${slug}`}>MAIN and its queue</Ref>,{' '}
            <Ref href="/fleet">its node in Fleet</Ref>
          </dd>
        </div>
        <div>
          <dt>known</dt>
          <dd>
            since <RelativeTime at={createdAt} ago />
          </dd>
        </div>
      </dl>
      {project.configuration.otherBranch !== undefined && (
        <Notice tone="amber">
          flower.yaml names <code>{project.configuration.otherBranch}</code> as MAIN's branch, and{' '}
          <code>{primaryBranch}</code> is registered: change one of the two.
        </Notice>
      )}
    </Section>
  )
}

function Branch({ project: { slug, primaryBranch }, isOperator }: Props) {
  const [branch, setBranch] = useState<string>()
  const configure = useWrite('project.configure', {
    done: output => ({
      words: `${output.primaryBranch} is MAIN's branch. ${output.next}`,
      undo: () => void isTaken(configure.write({ project: slug, primaryBranch })),
    }),
  })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const name = branch?.trim() ?? ''
    if (name === '' || name === primaryBranch) return setBranch(undefined)
    if (await isTaken(configure.write({ project: slug, primaryBranch: name }))) setBranch(undefined)
  }
  if (branch === undefined)
    return (
      <>
        <span className="mono">
          <Said>{primaryBranch}</Said>
        </span>{' '}
        {isOperator && (
          <Button small onClick={() => setBranch(primaryBranch)}>
            Change…
          </Button>
        )}
      </>
    )
  return (
    <form className="add-project" onSubmit={event => void onSubmit(event)}>
      <Field
        label="MAIN's branch"
        silent
        autoFocus
        value={branch}
        spellCheck={false}
        onChange={event => setBranch(event.target.value)}
        hint="What waits to land has to be done first; nothing lands until MAIN has it checked out."
        refused={configure.refused && <Words text={`${configure.refused.sentence} ${configure.refused.next}`} />}
      />
      <Button type="submit" busy={configure.busy}>
        Save
      </Button>
      <Button look="bare" onClick={() => setBranch(undefined)}>
        Leave it
      </Button>
    </form>
  )
}
