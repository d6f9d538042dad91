import { Aside, AsideSection } from '../section.tsx'

type Swatch = { name: string; use: string; contrast?: string }

const papers: readonly Swatch[] = [
  { name: 'paper', use: 'the page' },
  { name: 'paper-sunk', use: 'wells' },
  { name: 'paper-lift', use: 'what floats' },
  { name: 'paper-hover', use: 'under the pointer' },
  { name: 'paper-chosen', use: 'selected' },
  { name: 'line', use: 'between rows' },
  { name: 'line-firm', use: 'sections, stems' },
]

// Lowest contrast on any paper, light then dark.
const inks: readonly Swatch[] = [
  { name: 'ink', use: 'titles, values', contrast: '13.6, 12.4' },
  { name: 'ink-2', use: 'wording', contrast: '7.7, 7.8' },
  { name: 'ink-3', use: 'eyebrows, times', contrast: '4.8, 5.3' },
  { name: 'ink-mark', use: 'outlines', contrast: '3.2, 3.2' },
  { name: 'petal-ink', use: 'yours, as text', contrast: '5.7, 7.5' },
  { name: 'petal', use: 'yours, as fill', contrast: '5.8, 7.1' },
  { name: 'leaf-ink', use: 'ok, landed', contrast: '6.1, 8.2' },
  { name: 'leaf', use: 'glyphs', contrast: '3.6, 6.0' },
  { name: 'amber-ink', use: 'waits, near', contrast: '6.0, 8.9' },
  { name: 'amber', use: 'glyphs', contrast: '3.3, 7.5' },
  { name: 'clay-ink', use: 'blocked, broke', contrast: '6.3, 7.4' },
  { name: 'clay', use: 'glyphs', contrast: '4.5, 5.2' },
]

const isText = (name: string) => (name.startsWith('ink') ? name !== 'ink-mark' : name.endsWith('-ink'))

function Row({ swatch }: { swatch: Swatch }) {
  const colour = `var(--${swatch.name})`
  return (
    <li className="swatch">
      {isText(swatch.name) ? (
        <span className="sw-text" style={{ color: colour }}>
          Aa
        </span>
      ) : (
        <span className="sw-fill" style={{ background: colour }} />
      )}
      <span className="mono">{swatch.name}</span>
      <span className="sw-use">{swatch.use}</span>
      <span className="mono dim num">{swatch.contrast}</span>
    </li>
  )
}

export function Tokens() {
  return (
    <Aside label="Tokens">
      <AsideSection eyebrow="tokens · colour" title="Colour">
        <p className="meta dim">Lowest contrast on any paper, light then dark. Text needs 4.5, glyphs 3.</p>
        <ul className="swatches">
          {[...papers, ...inks].map(swatch => (
            <Row key={swatch.name} swatch={swatch} />
          ))}
        </ul>
      </AsideSection>
      <AsideSection eyebrow="tokens · type" title="Type">
        <ul className="types">
          <li className="type-title">Title 26</li>
          <li className="type-head">Head 17</li>
          <li className="type-prose">Prose 16 over 25, the spec</li>
          <li>Interface 14.5 over 20, the default</li>
          <li className="small">Small 13 over 18, meta lines</li>
          <li className="mono">mono 12 over 18, refs and code</li>
          <li className="eyebrow">eyebrow · 11 over 16</li>
        </ul>
      </AsideSection>
    </Aside>
  )
}
