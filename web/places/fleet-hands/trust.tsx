/** The commands of a flower.yaml that nobody has trusted yet: what they are, and the word of an operator. */
import { useState } from 'react'
import type { Output } from '#contract/catalogue.ts'
import type { WorktreeView } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Notice } from '../../bloom/says.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Well } from '../../bloom/text/well.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import { showAtOnce } from './at-once.ts'
import './trust.css'

export type Configuration = Output<'project.show'>['project']['configuration']

/** What waits for trust in a project now; undefined when nothing does. */
export function useUntrusted(project: string, isAsked: boolean): Configuration | undefined {
  const { data } = useRead('project.show', { project }, { enabled: isAsked })
  const configuration = data?.project.configuration
  return configuration && !configuration.trusted && configuration.problems.length === 0 ? configuration : undefined
}

/** `waiting` are prepared once their commands are trusted. */
export function Untrusted(props: {
  project: string
  configuration: Configuration
  waiting: readonly WorktreeView[]
  /** What the last preparing said: it may have failed before, and for another reason. */
  said: string | null
  isOperator: boolean
}) {
  const { project, configuration, waiting, said, isOperator } = props
  const [isSaid, setSaid] = useState(false)
  const { hash, commands } = configuration
  const trust = useWrite('project.trust', { done: () => ({ words: `What ${project} runs is trusted.` }) })
  const prepare = useWrite('worktree.prepare', {
    optimistic: ({ worktreeId }) => showAtOnce(worktreeId, { status: 'preparing', errand: 'prepare', reason: null }),
  })
  const onTrust = async () => {
    if (!(await isTaken(trust.write({ project, hash })))) return
    for (const { id } of waiting) await isTaken(prepare.write({ worktreeId: id }))
  }
  const refused = trust.refused ?? prepare.refused
  return (
    <>
      <Notice
        tone="petal"
        actions={
          <>
            {said !== null && (
              <Button small aria-expanded={isSaid} onClick={() => setSaid(!isSaid)}>
                What it said
              </Button>
            )}
            {isOperator && (
              <Button small busy={trust.busy || prepare.busy} onClick={() => void onTrust()}>
                {waiting.length === 0 ? 'Trust these commands' : 'Trust and prepare'}
                {waiting.length > 1 && ` ${waiting.length}`}
              </Button>
            )}
          </>
        }
      >
        <b>Waits for trust:</b> flower.yaml of <Said>{project}</Said> would run {counted(commands.length, 'command')},
        and an operator has not said that it may.{' '}
        {!isOperator && (
          <>
            An operator trusts it with <code>flower project trust {hash}</code>.{' '}
          </>
        )}
        <span className="dim">
          This content alone, <span className="mono">{hash.slice(0, 12)}</span>; a change asks again.
        </span>
      </Notice>
      <Commands commands={commands} />
      {isSaid && said !== null && <Well label="what it said" text={said} lines={50} copy="Copy it" />}
      {refused && <RefusedNotice said={refused} />}
    </>
  )
}

/** Each command word for word, with its place in the file. */
export function Commands({ commands }: Pick<Configuration, 'commands'>) {
  if (commands.length === 0) return null
  return (
    <dl className="commands" aria-label="Commands">
      {commands.map(({ path, text }) => (
        <div key={path}>
          <dt>{path}</dt>
          <dd dir="auto">{text}</dd>
        </div>
      ))}
    </dl>
  )
}
