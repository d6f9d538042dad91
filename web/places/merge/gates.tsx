import { useState } from 'react'
import type { MergeView } from '#contract/shapes.ts'
import { Fold } from '../../bloom/button.tsx'
import { StateGlyph } from '../../bloom/glyph.tsx'
import { Said } from '../../bloom/mark.tsx'
import { Well } from '../../bloom/text/well.tsx'
import { useRead } from '../../house/read.ts'
import { type GateShown, gatesOf, type Verdict } from './gates-shown.ts'
import './merge.css'
import { isLive, short, tookWords } from './words.ts'

/** Milliseconds until verdicts are read once more: a gate begins without an event. */
const [whileTesting, whileResting] = [2_000, 30_000]

/** The gates that MAIN's flower.yaml names, in its order. */
export function useGateNames(project: string): readonly string[] | undefined {
  const commands = useRead('project.show', { project }).data?.project.configuration.commands
  return commands?.flatMap(({ path }) => (path.startsWith('gates.') ? [path.slice('gates.'.length)] : []))
}

/** What the gates have said of a submission, kept fresh while it is tested. */
export function useGates(merge: MergeView): readonly GateShown[] | undefined {
  const names = useGateNames(merge.project)
  const every = () => (merge.status === 'testing' ? whileTesting : whileResting)
  const shown = useRead('merge.show', { mergeId: merge.id }, { every }).data?.merge
  if (names === undefined || shown === undefined) return undefined
  // What is over is shown as it was judged then, whatever the gates are by now.
  return gatesOf(isLive(shown) ? names : [], shown.verdicts, shown)
}

/** The gates in a row, each with its state, and the last lines of those that somebody opens. */
export function Gates({ gates, label }: { gates: readonly GateShown[]; label: string }) {
  const [opened, setOpened] = useState<string>()
  const open = gates.find(each => each.name === opened)?.run
  return (
    <div className="gates-in">
      <ul className="gates" aria-label={label}>
        {gates.map(gate => (
          <li key={gate.name}>
            <GateMark gate={gate} />
            {gate.run && (
              <Fold
                icon={<></>}
                open={gate.name === opened}
                aria-label={`Log of ${gate.name}`}
                onClick={() => setOpened(gate.name === opened ? undefined : gate.name)}
              >
                log
              </Fold>
            )}
          </li>
        ))}
      </ul>
      {open && <GateLog run={open} />}
    </div>
  )
}

function GateMark({ gate: { name, state, note, isRed, isFlake, run } }: { gate: GateShown }) {
  return (
    <span className={state === 'queued' ? 'gate dim' : 'gate'} title={run?.summary}>
      <StateGlyph state={state} />
      <span className={isRed ? 'clay-ink' : undefined}>
        <Said>{name}</Said> <span className={isRed ? undefined : isFlake ? 'amber-ink' : 'dim'}>{note}</span>
        {state === 'queued' && <span className="hide">to come</span>}
        {state === 'done' && !isFlake && <span className="hide"> passed</span>}
      </span>
    </span>
  )
}

/** One run of a gate: what became of it, and the last that it said. */
export function GateLog({ run }: { run: Verdict }) {
  const { gate, lines, summary, exitCode, commit, tookMs, log } = run
  const how = exitCode === null ? 'no exit code' : `exit code ${exitCode}`
  const note = `run ${run.run} on ${short(commit)}, ${tookWords(tookMs)}, ${how}`
  return (
    <div className="gate-log">
      <p className="small">
        <Said>{summary}</Said>{' '}
        <span className="dim">
          whole log: <span className="mono">{log}</span>
        </span>
      </p>
      <Well
        label={`last lines of ${gate}`}
        note={note}
        text={lines.length === 0 ? '(it said nothing)' : lines.join('\n')}
        lines={30}
        copy="Copy the lines"
      />
    </div>
  )
}
