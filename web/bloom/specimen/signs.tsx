import { LeaseClock, RelativeTime } from '../clock.tsx'
import { Curve, Meter, Money, Rollup, SetMeter, Tokens } from '../figure.tsx'
import { Bloom, type BloomStatus, NodeGlyph, State, StateGlyph, statusWord, type WorkState } from '../glyph.tsx'
import { Section } from '../section.tsx'
import { ago, Piece } from './piece.tsx'

const steps: readonly [BloomStatus, string][] = [
  ['idea', 'a seed'],
  ['refining', 'one'],
  ['planned', 'two'],
  ['dispatched', 'three, handed over'],
  ['in_progress', 'four, leaf from here'],
  ['in_review', 'five'],
  ['complete', 'six, and in MAIN'],
]
const aside: readonly BloomStatus[] = ['deferred', 'cancelled', 'abandoned']

export function Flowers() {
  return (
    <Section id="flower" eyebrow="signature · status" title="A brief opens petal by petal">
      <ol className="stages">
        {steps.map(([status, words]) => (
          <li key={status}>
            <span className="stage-big">
              <Bloom status={status} size="large" silent />
            </span>
            <Bloom status={status} silent />
            <b>{statusWord(status)}</b>
            <span className="dim small">{words}</span>
          </li>
        ))}
      </ol>
      <p className="beside">
        <span className="label">aside</span>
        {aside.map(status => (
          <span key={status} className="beside-one">
            <Bloom status={status} silent />
            {status}
          </span>
        ))}
        <span className="label">derived</span>
        <span className="beside-one">
          <Bloom status="planned" blocked />
        </span>
        <span className="state clay-ink">
          <StateGlyph state="blocked" />
          blocked, a thorn beside the flower, always with its reason
        </span>
      </p>
    </Section>
  )
}

const states: readonly WorkState[] = [
  'queued',
  'claimed',
  'running',
  'done',
  'changes',
  'failed',
  'cancelled',
  'waits',
  'parked',
  'idle',
  'gone',
]

const nodes = [
  ['plain', 'dim', 'the house did something'],
  ['words', undefined, 'somebody’s words, ink for an operator'],
  ['page', undefined, 'a text was kept'],
  ['ask', 'amber', 'a question'],
  ['leaf', 'leaf', 'it went well'],
  ['thorn', 'clay', 'it was refused or broke'],
] as const

const curve = [
  [0, 0.17],
  [0.2, 0.3],
  [0.45, 0.45],
  [0.8, 0.7],
  [1, 0.81],
] as const

function Figures() {
  return (
    <>
      <Piece label="context, with its soft and hard mark">
        <Meter share={0.18} />
        <Meter share={0.63} />
        <Meter share={0.84} />
        <Meter share={null} />
      </Piece>
      <Piece label="context over an attempt">
        <span className="specimen-curve">
          <Curve points={curve.slice(0, 3)} />
        </span>
        <span className="specimen-curve">
          <Curve points={curve} />
        </span>
      </Piece>
      <Piece label="lease">
        <LeaseClock endsAt={ago(-4.2)} />
        <LeaseClock endsAt={ago(-0.85)} />
        <LeaseClock endsAt={ago(1)} lost="lost, back in the queue as attempt 3" />
      </Piece>
      <Piece label="roll-up of an epic">
        <Rollup parts={{ landed: 2, review: 1, now: 1, blocked: 1, waiting: 1 }} words />
        <span className="small dim">landed, landed, in review, in progress, blocked, waiting</span>
      </Piece>
      <Piece label="money, tokens, times">
        <Money usd={3.184} />
        <Money usd={14.2} of={40} />
        <Money usd={0.92} estimated />
        <Money usd={null} />
        <Tokens count={2_140_312} />
        <Tokens count={82_400} of={200_000} />
        <RelativeTime at={ago(0)} />
        <RelativeTime at={ago(12)} ago />
        <RelativeTime at={ago(3000)} />
        <SetMeter name="topology" answered={1} of={2} />
      </Piece>
    </>
  )
}

export function Signs() {
  return (
    <Section id="glyphs" eyebrow="shape first · colour second" title="States of work">
      <Piece label="a dispatch, an agent, a service">
        {states.map(state => (
          <State key={state} state={state} />
        ))}
      </Piece>
      <Piece label="nodes on the stem of a trace">
        {nodes.map(([node, tone, words]) => (
          <span key={node} className="state">
            <NodeGlyph node={node} tone={tone} />
            {words}
          </span>
        ))}
      </Piece>
      <Figures />
    </Section>
  )
}
