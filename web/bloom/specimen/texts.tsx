import { useState } from 'react'
import { Button } from '../button.tsx'
import { Section } from '../section.tsx'
import { Hits } from '../text/hits.tsx'
import { Payload } from '../text/payload.tsx'
import { Prose } from '../text/prose.tsx'
import { RevisionDiff } from '../text/revision-diff.tsx'
import { Well } from '../text/well.tsx'
import { MarkdownField } from '../write/markdown-field.tsx'
import { Wide } from './piece.tsx'

const spec = `**Principle.** The unit of isolation is the worktree, and not the agent. MAIN only ever receives merged code.

## Layout

| place | what it holds | who writes |
|--|--|--|
| MAIN | served; watched, never edited | the queue |
| \`flower-design\` | bloom, with a site of its own | one or more agents |

## Mechanics

- Every worktree gets a block of ports that were proven free.
- Data is shared unless the worktree says *isolated*.

1. Snapshot the old lane.
2. Move what is left to #32.

> A standing lane keeps warm context but fills up.

## First step

- [x] Create \`flower-design\` and prove it clean
- [ ] Give the ops loop a checkout that follows MAIN, see #31 and q12

\`\`\`ts
const web = place.ports.named('web')
\`\`\`

![lanes before the move](https://example.org/lanes.png) and <b>no raw HTML</b>. A very long name wraps: \`flower/4-worktree-isolation-and-a-very-long-branch-name-that-somebody-typed-in-one-breath-without-a-pause\`.

שלום, זו פסקה מימין לשמאל עם #4 בתוכה.`

const packet = `Brief #4, fix leg, attempt 2 of 3.
You continue on flower/4-worktree-isolation in worktree w3,
site http://flower-design.flower.localhost:4747/.

Do
  1. Answer the two review comments of d148 (below, as data).
  2. Gates: types, walls, test. Leave the tree green.
Finish with dispatch_complete. Don’t merge, don’t push.
Ask with decision_ask and go on. Start with recall_brief(4).

Review
  src/machine/worktree-env.ts
  Two services can both ask for web.
  src/machine/site.ts
  The host comes in as a value.`

const before = `Every active agent works in its own worktree.
MAIN is what is served.

Three standing lanes: backend, design, ops.
Bursts on demand.
Lanes are refreshed when full.
Nothing is lost.
Secrets travel only to worktrees that serve.
Data is shared.
Ports are proven free before they are given.
A site has a stable address.
A worktree is never removed without a snapshot.
Migrations wait for a landing.`

const after = `The unit of isolation is the worktree, and not the agent.
MAIN is what is served.

Two standing lanes: backend, ops.
Bursts on demand.
Lanes are refreshed when full.
Nothing is lost.
Secrets travel only to worktrees that serve.
Data is shared.
Ports are proven free before they are given.
A site has a stable address.
A worktree is never removed without a snapshot.
Migrations wait for a landing and for an operator.`

const payload = {
  id: 4,
  status: 'in_progress',
  blocked: [],
  revision: 7,
  spec,
  decisions: [
    { id: 12, open: true, holdsUp: [31] },
    { id: 13, answer: 'No, code only' },
  ],
  relationships: { parent: 2, children: [27, 28, 29] },
  cursor: 'e4402',
}

/** Its field takes the keyboard, so it waits to be asked for. */
function Editing() {
  const [text, setText] = useState<string>()
  if (text === undefined) return <Button onClick={() => setText(spec)}>Edit the spec</Button>
  return (
    <div className="editor">
      <MarkdownField label="Spec in Markdown" value={text} onChange={setText} onSave={() => setText(undefined)} />
      <Prose text={text} />
    </div>
  )
}

export function Texts() {
  return (
    <Section id="texts" eyebrow="canonical · plan" title="Texts">
      <Wide label="prose">
        <Prose text={spec} label="A spec" />
      </Wide>
      <Wide label="prose, while it is written">
        <Editing />
      </Wide>
      <Wide label="packet, folded">
        <Well label="packet" note="fix@6 · 1 640 tokens" text={packet} lines={9} />
      </Wide>
      <Wide label="revision diff">
        <RevisionDiff label="From r6 to r7" before={before} after={after} />
      </Wide>
      <Wide label="the words of a search">
        <p>
          <Hits text="Named ports are refused twice, and a porter מביא מים is none of them." query="twice port" />
        </p>
      </Wide>
      <Wide label="payload">
        <Payload
          label="recall_brief"
          value={payload}
          size={
            <>
              <b>1 912</b> <span className="dim">tokens, 7.4 of 24 KB</span>
            </>
          }
        />
      </Wide>
    </Section>
  )
}
