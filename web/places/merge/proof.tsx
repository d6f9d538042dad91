/** Why a commit may be in MAIN: what was judged, by what, and what it said. */
import { type ReactNode, useState } from 'react'
import type { LandingView } from '#contract/shapes.ts'
import { Fold } from '../../bloom/button.tsx'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { CopyButton } from '../../bloom/text/well.tsx'
import { useRead } from '../../house/read.ts'
import { GateLog } from './gates.tsx'
import type { Verdict } from './gates-shown.ts'

type Proven = LandingView['gates'][number]

export function Proof({ landing }: { landing: LandingView }) {
  const { commit, tree, previous, toolchain, gates, by, branch } = landing
  const verdicts = useVerdicts(landing)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['commit', <Id key="commit" id={commit} copy="Copy commit" />],
    ['tree', <Id key="tree" id={tree} />],
    ['before it', <Id key="before" id={previous} />],
    ['by', by === 'queue' ? 'the merge queue' : `somebody else, on ${branch}; judged green afterwards`],
    ['toolchain', <Id key="toolchain" id={toolchain} />],
  ]
  return (
    <div className="proof-in">
      <dl className="facts" aria-label="Proof">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {gates.length === 0 ? (
        <p className="small dim">MAIN had no gates then: nothing was asked of this tree.</p>
      ) : (
        <ul className="proven" aria-label="Gates that this tree passed">
          {gates.map(gate => (
            <ProvenGate key={gate.gate} gate={gate} run={runOf(gate, tree, verdicts)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Id({ id, copy }: { id: string; copy?: string }) {
  return (
    <>
      <span className="mono">{id}</span> {copy !== undefined && <CopyButton text={id}>{copy}</CopyButton>}
    </>
  )
}

/** All that was said of what it brought; a run of an earlier submission of the same tree is not among them. */
function useVerdicts({ mergeIds }: LandingView): readonly Verdict[] {
  const [mergeId = 0] = mergeIds.toReversed()
  return useRead('merge.show', { mergeId }, { enabled: mergeId > 0 }).data?.merge.verdicts ?? []
}

const runOf = (gate: Proven, tree: string, verdicts: readonly Verdict[]): Verdict | undefined =>
  verdicts.find(each => each.log === gate.log) ?? verdicts.find(each => each.gate === gate.gate && each.tree === tree)

function ProvenGate({ gate, run }: { gate: Proven; run: Verdict | undefined }) {
  const [open, setOpen] = useState(false)
  const isFlake = gate.verdict === 'flaky'
  return (
    <li>
      <span className="gate">
        <StateGlyph state={gate.verdict === 'passed' || isFlake ? 'done' : 'failed'} />
        <Said>{gate.gate}</Said>
      </span>
      <span className={isFlake ? 'amber-ink' : 'dim'}>{isFlake ? 'green on retry, a flake' : gate.verdict}</span>
      <span className="dim">
        defined as <span className="mono">{gate.definitionHash.slice(0, 12)}</span>
      </span>
      {run ? (
        <Fold open={open} aria-label={`Log of ${gate.gate}`} onClick={() => setOpen(!open)}>
          log
        </Fold>
      ) : (
        <span className="dim">
          log <span className="mono">{gate.log}</span>
        </span>
      )}
      {open && run && <GateLog run={run} />}
    </li>
  )
}
