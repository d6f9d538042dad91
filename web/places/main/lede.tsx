/** How MAIN stands in one sentence, and which MAIN it is. */
import type { LandingView, MainView } from '#contract/shapes.ts'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { useRead } from '../../house/read.ts'
import type { Projects } from '../../shell/project.ts'
import { short } from '../merge/words.ts'
import { landedSince, midnight, standingOf } from './words.ts'

type LedeProps = {
  main: MainView | undefined
  waiting: number | undefined
  landings: readonly LandingView[] | undefined
}

/** `MAIN is clean at 8d1f0aa, 3 in the queue, 2 landed today.` */
export function Lede({ main, waiting, landings }: LedeProps) {
  if (main === undefined) return <h1 className="lede">MAIN</h1>
  const { words, tone } = standingOf(main)
  const tip = main.standing?.tip
  return (
    <h1 className="lede">
      MAIN is <b className={tone && `${tone}-ink`}>{words}</b>
      {tip && (
        <>
          {' '}
          at <span className="mono">{short(tip)}</span>
        </>
      )}
      {waiting !== undefined && (
        <>
          , <b>{waiting === 0 ? 'nothing' : waiting}</b> in the queue
        </>
      )}
      {landings !== undefined && (
        <>
          , <b>{landedSince(landings, midnight()) || 'nothing'}</b> landed today
        </>
      )}
      .
    </h1>
  )
}

/** The MAINs that there are, each with how it stands; only where there is something to choose. */
export function Mains({ projects, shown }: { projects: Projects; shown: string }) {
  if (projects.length < 2) return null
  return (
    <nav className="mains" aria-label="MAIN of">
      {projects.map(({ slug }) => (
        <a key={slug} href={`/main?project=${slug}`} aria-current={slug === shown ? 'page' : undefined}>
          <Mark project={slug} /> {slug}
        </a>
      ))}
    </nav>
  )
}

function Mark({ project }: { project: string }) {
  const main = useRead('main.status', { project }).data?.main
  if (main === undefined) return null
  const { state, words } = standingOf(main)
  return (
    <span title={words}>
      <StateGlyph state={state} />
      <span className="hide">{words}:</span>
    </span>
  )
}
