/** How MAIN of each project stands, in a line. */
import type { ReactNode } from 'react'
import type { MainView, MergeView } from '#contract/shapes.ts'
import { State } from '../../bloom/glyph.tsx'
import { Ref, Said } from '../../bloom/mark.tsx'
import { Loading } from '../../bloom/nothing.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { Words } from '../../house/words.tsx'
import { guardWords, layerNames, layerOf, standingOf } from '../main/words.ts'
import { isLive, short } from '../merge/words.ts'

/** `failed` stands where it could not be read. */
export function Mains(props: { mains: readonly MainView[]; merges: readonly MergeView[]; failed: ReactNode }) {
  const { mains, merges, failed } = props
  return (
    <AsideSection id="main" eyebrow="primary · stable" title="MAIN">
      {mains.length === 0 ? (
        (failed ?? <Loading label="Loading MAIN" />)
      ) : (
        <ul className="room-mains">
          {mains.map(main => (
            <Main
              key={main.project}
              main={main}
              isOnly={mains.length === 1}
              waiting={merges.filter(each => isLive(each) && each.project === main.project)}
            />
          ))}
        </ul>
      )}
    </AsideSection>
  )
}

function Main({ main, isOnly, waiting }: { main: MainView; isOnly: boolean; waiting: readonly MergeView[] }) {
  const { project, standing, paused, waits, layers } = main
  const { state, words, tone } = standingOf(main)
  const tip = standing?.tip
  return (
    <li>
      <p className="room-main">
        <State state={state} tone={tone}>
          <Said>{project}</Said> is {words}
        </State>
        {tip && <span className="mono small dim">{short(tip)}</span>}
      </p>
      <p className="small dim">
        <Ref href={`/main?project=${project}`}>
          {waiting.length === 0 ? 'nothing waits to land' : `${waiting.length} in the merge queue`}
        </Ref>
        {paused && ', paused'}
        {waits && !paused && (
          <>
            {': '}
            <Said>
              <Words text={waits} />
            </Said>
          </>
        )}
      </p>
      {layers.length > 0 && (isOnly ? <Layers layers={layers} /> : <p className="small dim">{guardWords(layers)}</p>)}
    </li>
  )
}

function Layers({ layers }: { layers: MainView['layers'] }) {
  return (
    <>
      <p className="label label-row">
        guard <span className="dim">{guardWords(layers)}</span>
      </p>
      <ul className="guard" aria-label="Layers of the guard">
        {layers.map(layer => {
          const { state, words, tone } = layerOf(layer)
          return (
            <li key={layer.layer}>
              <State state={state} tone={tone}>
                {layerNames[layer.layer]}
              </State>
              <span>{words}</span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
