/** The layers that guard MAIN: what each prevents, and what it only notices. */
import { useState } from 'react'
import type { MainView } from '#contract/shapes.ts'
import { Button } from '../../bloom/button.tsx'
import { State } from '../../bloom/glyph.tsx'
import { type Column, Rows } from '../../bloom/list/rows.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Empty } from '../../bloom/nothing.tsx'
import { Section } from '../../bloom/section.tsx'
import { Words } from '../../house/words.tsx'
import type { Reader } from '../merge/writes.ts'
import { GuardDialog } from './guard-dialog.tsx'
import { guardWords, type Layer, layerNames, layerOf } from './words.ts'

export function Guard({ main, reader }: { main: MainView; reader: Reader }) {
  const [asking, setAsking] = useState<'install' | 'remove'>()
  const { layers } = main
  return (
    <Section
      id="guard"
      className="guarding"
      eyebrow="guard · layers"
      title={layers.length === 0 ? 'Guard' : `Guard: ${guardWords(layers)}`}
      tools={<Hooks main={main} reader={reader} ask={setAsking} />}
    >
      {layers.length === 0 ? (
        <Empty>The guard was not looked at yet; the runner does it once it watches MAIN.</Empty>
      ) : (
        <Rows
          label="Layers of the guard"
          className="layers"
          rows={layers}
          keyOf={each => each.layer}
          columns={columns}
        />
      )}
      {asking && <GuardDialog main={main} install={asking === 'install'} onClose={() => setAsking(undefined)} />}
    </Section>
  )
}

const Told = ({ text }: { text: string }) => (
  <Said>
    <Words text={text} />
  </Said>
)

const nothing = <span className="dim">nothing</span>

const columns: readonly Column<Layer>[] = [
  {
    head: 'layer',
    className: 'l-name',
    cell: layer => {
      const { state, words, tone } = layerOf(layer)
      return (
        <span className="two">
          <b>{layerNames[layer.layer]}</b>
          <span className="small">
            <State state={state} tone={tone}>
              {words}
            </State>
          </span>
          {layer.by !== '' && (
            <span className="under mono">
              <Said>{layer.by}</Said>
            </span>
          )}
        </span>
      )
    },
  },
  {
    head: 'prevents',
    className: 'l-words',
    cell: ({ prevents, state }) => (
      <>
        <span className="narrow-label">prevents </span>
        {prevents === '' || state !== 'in_force' ? nothing : <Told text={prevents} />}
        {prevents !== '' && state !== 'in_force' && (
          <span className="dim">
            {' '}
            now; in force: <Told text={prevents} />
          </span>
        )}
      </>
    ),
  },
  {
    head: 'only detects',
    className: 'l-words',
    cell: ({ detects, detail }) => (
      <>
        <span className="narrow-label">only detects </span>
        {detects === '' ? nothing : <Told text={detects} />}
        {detail !== '' && (
          <span className="l-detail dim small">
            <Told text={detail} />
          </span>
        )}
      </>
    ),
  },
]

/** What can be done with the hooks, or what is being done. */
function Hooks(props: { main: MainView; reader: Reader; ask: (asking: 'install' | 'remove') => void }) {
  const { main, reader, ask } = props
  const { errand, guarded, layers } = main
  if (errand === 'guard' || errand === 'unguard')
    return <State state="running">{errand === 'guard' ? 'hooks are being put in' : 'hooks are being taken away'}</State>
  if (!reader.isOperator) return null
  const holds = layers.some(each => each.layer === 'git' && each.state === 'in_force')
  return (
    <>
      {!holds && (
        <Button small icon="lock" onClick={() => ask('install')}>
          {guarded ? 'Put the hooks back' : 'Put the hooks in'}
        </Button>
      )}
      {(holds || guarded) && (
        <Button small look="bare" onClick={() => ask('remove')}>
          Take the hooks away
        </Button>
      )}
    </>
  )
}
