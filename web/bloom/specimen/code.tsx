import { useState } from 'react'
import { Diff } from '../code/diff.tsx'
import { Section } from '../section.tsx'
import { Prose } from '../text/prose.tsx'
import { Wide } from './piece.tsx'

const changed = `@@ -16,9 +16,11 @@ renderEnv(template, place)
 /** What a worktree gets of its own. */
 export function renderEnv(template: Template, place: Place): string {
   const values = new Map(template.entries());
-  values.set('PORT', String(place.ports.first));
+  values.set('PORT', String(place.ports.named('web')));
+  values.set('LANES', String(3));
   values.set('SITE', place.site.host);
-  return serialise(values);
+  // Secrets travel only to worktrees that serve.
+  return serialise(place.isolation === 'code' ? withoutSecrets(values) : values);
 }
`

/** A diff in the colours of its language, with what is said of a line. */
export function Code() {
  const [lines, setLines] = useState<ReadonlySet<number>>(new Set([19]))
  const under = (line: number) =>
    lines.has(line) ? (
      <div className="thread">
        <p className="meta">
          <b>agent:flower-review</b> on d148<span className="thread-state">in fix leg d152</span>
        </p>
        <Prose text="Two services can both ask for `web`. Refuse the second by name." />
      </div>
    ) : null
  return (
    <Section id="code" eyebrow="branch · candidate" title="Code">
      <Wide label="diff: added, removed, changed words, a comment">
        <Diff
          path="src/machine/worktree-env.ts"
          text={changed}
          under={under}
          onLine={line => setLines(before => new Set([...before, line]))}
        />
      </Wide>
    </Section>
  )
}
