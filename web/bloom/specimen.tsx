import { Pick } from './float/menu.tsx'
import { Bar, PhoneTabs, type Place, Pulse } from './house.tsx'
import { Eyebrow, Sheet, SkipLink } from './section.tsx'
import { Decisions, Needs } from './specimen/asks.tsx'
import { Code } from './specimen/code.tsx'
import { Hands } from './specimen/hands.tsx'
import { Captures, Events } from './specimen/happenings.tsx'
import { Lists } from './specimen/lists.tsx'
import { Flowers, Signs } from './specimen/signs.tsx'
import { Texts } from './specimen/texts.tsx'
import { Tokens } from './specimen/tokens.tsx'
import { First, HouseSays, Nothings } from './specimen/words.tsx'

const places: readonly Place[] = [
  { name: 'Room', href: '/', icon: 'room', count: 4 },
  { name: 'Briefs', href: '/briefs', icon: 'list' },
  { name: 'Decisions', href: '/decisions', icon: 'question', count: 2 },
  { name: 'Fleet', href: '/fleet', icon: 'tree' },
  { name: 'MAIN', href: '/main', icon: 'merge' },
  { name: 'Recall', href: '/recall', icon: 'search' },
  { name: 'Projects', href: '/projects', icon: 'branch' },
]

const nothing = () => {}

/** Every part of bloom with every state, for the eye and for the tests. */
export function Specimen() {
  return (
    <>
      <SkipLink />
      <Bar
        places={places}
        home="/"
        project={
          <Pick label="project" value="flower" choices={[{ value: 'flower', name: 'flower' }]} onChange={nothing} />
        }
        me="operator:ada"
        onSearch={nothing}
        onCapture={nothing}
      />
      <Sheet place="specimens">
        <div className="head">
          <Eyebrow>bloom · specimens</Eyebrow>
          <h1 className="lede">
            Paper and ink, <b className="petal-ink">one petal</b> for what is yours, <b className="leaf-ink">leaf</b>,{' '}
            <b className="amber-ink">amber</b> and <b className="clay-ink">clay</b> for what is so.
          </h1>
        </div>
        <div className="main">
          <Flowers />
          <Signs />
          <Hands />
          <HouseSays />
          <Nothings />
          <First />
          <Needs />
          <Decisions />
          <Texts />
          <Code />
          <Events />
          <Captures />
          <Lists />
        </div>
        <Tokens />
      </Sheet>
      <Pulse
        items={[
          {
            name: 'MAIN',
            value: 'degraded',
            href: '/main',
            glyph: 'waits',
            more: <span className="mono">8d1f0aa</span>,
          },
          { name: 'queue', value: 3, href: '/main#queue', glyph: { icon: 'merge' }, more: 'm44 testing' },
          { name: 'running', value: 5, href: '/fleet', glyph: 'running', more: 'of 8' },
          { name: 'you', value: 4, href: '/', glyph: 'asks', yours: true },
        ]}
        news="m43 landed #28 12m ago"
        live="live"
        cursor="4 812"
      />
      <PhoneTabs places={places.slice(0, 4)} more={places.slice(4)} />
    </>
  )
}
