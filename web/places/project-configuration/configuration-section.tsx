/** A project's flower.yaml as MAIN has it: what it says, what is wrong in it, and whether its commands may run. */
import { useState } from 'react'
import { type Section as Part, sectionsOf } from '#domain/configuration/sections-of.ts'
import { Fold } from '../../bloom/button.tsx'
import { State } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { Notice } from '../../bloom/says.tsx'
import { Section } from '../../bloom/section.tsx'
import { counted } from '../../bloom/spoken.ts'
import { Words } from '../../house/words.tsx'
import { Commands, type Configuration, Untrusted } from '../fleet-hands/trust.tsx'
import type { ProjectShown } from '../projects/project-place.tsx'

type Props = { project: ProjectShown; isOperator: boolean }

export function ConfigurationSection({ project, isOperator }: Props) {
  const { slug, path, configuration } = project
  return (
    <Section
      id="configuration"
      eyebrow="configuration · trust"
      title="flower.yaml"
      tools={<Standing configuration={configuration} />}
    >
      {configuration.problems.length > 0 ? (
        <Problems configuration={configuration} path={path} />
      ) : (
        <>
          {configuration.trusted ? (
            <Trusted configuration={configuration} />
          ) : (
            <Untrusted project={slug} configuration={configuration} waiting={[]} said={null} isOperator={isOperator} />
          )}
          <Understood configuration={configuration} />
        </>
      )}
    </Section>
  )
}

function Standing({ configuration: { problems, trusted, commands } }: { configuration: Configuration }) {
  if (problems.length > 0) return <State state="blocked">{counted(problems.length, 'problem')}</State>
  if (!trusted) return <State state="asks">not trusted yet</State>
  return <State state="done">{commands.length === 0 ? 'runs nothing' : 'trusted'}</State>
}

function Problems({ configuration, path }: { configuration: Configuration; path: string }) {
  return (
    <>
      <Notice tone="clay">
        <b>It can't be understood, so nothing of it is used.</b> Correct it in <Said>{path}</Said>/flower.yaml; it is
        read again by itself.
      </Notice>
      <ul className="problems" aria-label="Problems">
        {configuration.problems.map(problem => (
          <li key={problem} dir="auto">
            <Words text={problem} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Trusted as it is; any change of it asks again. */
function Trusted({ configuration: { commands, hash } }: { configuration: Configuration }) {
  const [open, setOpen] = useState(false)
  if (commands.length === 0) return <p className="small dim">It runs no command, so there is nothing to trust.</p>
  return (
    <>
      <p className="small">
        <Fold open={open} onClick={() => setOpen(!open)}>
          {counted(commands.length, 'command')} may run
        </Fold>{' '}
        <span className="dim">
          trusted as content <span className="mono">{hash.slice(0, 12)}</span>; a change asks again
        </span>
      </p>
      {open && <Commands commands={commands} />}
    </>
  )
}

function Understood({ configuration: { parsed } }: { configuration: Configuration }) {
  const sections = sectionsOf(parsed)
  if (sections.length === 0) return <Empty>It says nothing: everything is as it is by itself.</Empty>
  return (
    <div className="understood">
      {sections.map(section => (
        <Understanding key={section.name} section={section} />
      ))}
    </div>
  )
}

function Understanding({ section: { name, lines } }: { section: Part }) {
  return (
    <section aria-label={name}>
      <h3 className="label">{name}</h3>
      <dl className="facts">
        {lines.map(({ key, line, words }) => (
          <div key={key}>
            <dt dir="auto">{key}</dt>
            <dd>
              {line !== undefined && <code dir="auto">{line}</code>}{' '}
              <Said>
                <Words text={words} />
              </Said>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
