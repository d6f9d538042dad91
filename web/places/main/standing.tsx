/** How MAIN's checkout stands, in the aside. */
import type { MainView } from '#contract/shapes.ts'
import { RelativeTime } from '../../bloom/clock.tsx'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { AsideSection } from '../../bloom/section.tsx'
import { CopyButton } from '../../bloom/text/well.tsx'
import { Words } from '../../house/words.tsx'
import { short } from '../merge/words.ts'
import { standingOf, upstreamWords } from './words.ts'

export function Standing({ main }: { main: MainView }) {
  const { standing, path, branch, errand, project } = main
  const { state, words, tone } = standingOf(main)
  return (
    <AsideSection id="main" eyebrow="primary · stable" title={`MAIN of ${project}`}>
      <p className="main-state">
        <span className="state">
          <StateGlyph state={state} />
          <b className={tone && `${tone}-ink`}>{words}</b>
        </span>
        {standing && (
          <span className="small dim">
            looked at <RelativeTime at={standing.at} ago />
          </span>
        )}
      </p>
      {standing && (
        <p className="tip">
          <span className="mono" title={standing.tip ?? undefined}>
            {standing.tip === null ? 'no commit' : short(standing.tip)}
          </span>{' '}
          on{' '}
          <span className="mono">
            <Said>{branch}</Said>
          </span>
          , {upstreamWords(standing.upstream)}
        </p>
      )}
      {standing?.status === 'off_branch' && (
        <p className="small clay-ink">
          HEAD is on <Said>{standing.branch ?? 'no branch'}</Said>. Check <Said>{branch}</Said> out there again:{' '}
          <CopyButton text={`git -C '${path.replaceAll("'", "'\\''")}' switch ${branch}`}>Copy the command</CopyButton>
        </p>
      )}
      {standing && standing.detail !== '' && (
        <p className="small dim">
          <Said>
            <Words text={standing.detail} />
          </Said>
        </p>
      )}
      {standing && <Files standing={standing} />}
      {errand === 'rescue' && (
        <p className="state">
          <StateGlyph state="running" /> being moved into a worktree
        </p>
      )}
      <p className="m-path small dim mono">
        <Said>{path}</Said>
      </p>
    </AsideSection>
  )
}

/** As many are named here. */
const most = 8

function Files({ standing: { files, changed } }: { standing: NonNullable<MainView['standing']> }) {
  if (changed === 0) return null
  return (
    <ul className="m-files small mono" aria-label="Changed from outside">
      {files.slice(0, most).map(file => (
        <li key={file}>
          <Said>{file}</Said>
        </li>
      ))}
      {changed > most && <li className="dim">and {changed - Math.min(most, files.length)} more</li>}
    </ul>
  )
}
