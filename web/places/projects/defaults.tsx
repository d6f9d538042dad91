/** What new Briefs of a project begin with. */
import type { Output } from '#contract/catalogue.ts'
import { Switch } from '../../bloom/choice.tsx'
import { Section } from '../../bloom/section.tsx'
import { RefusedNotice } from '../../house/failures.tsx'
import { queries } from '../../house/queries.ts'
import { isTaken, useWrite } from '../../house/write.ts'
import { type Setting, settings } from '../brief/settings.ts'
import type { ProjectShown } from './project-place.tsx'

type Shown = Output<'project.show'>

/** Shows it until the house has answered; answers with how it is taken back. */
function showAtOnce(slug: string, setting: Setting, on: boolean): () => void {
  const key = ['project.show', { project: slug }]
  const before = queries.getQueryData<Shown>(key)
  queries.setQueryData<Shown>(
    key,
    known => known && { project: { ...known.project, defaults: { ...known.project.defaults, [setting]: on } } },
  )
  return () => queries.setQueryData(key, before)
}

export function Defaults({ project, isOperator }: { project: ProjectShown; isOperator: boolean }) {
  const { slug, defaults } = project
  const changed = (part: object | undefined) => settings.find(each => part !== undefined && each.setting in part)
  const configure = useWrite('project.configure', {
    optimistic: ({ defaults: part }) => {
      const each = changed(part)
      return each ? showAtOnce(slug, each.setting, part?.[each.setting] === true) : () => {}
    },
    done: (_, { defaults: part }) => {
      const each = changed(part)
      if (each === undefined) return undefined
      const on = part?.[each.setting] === true
      return {
        words: `New Briefs of ${slug} begin with ${each.label} ${on ? 'on' : 'off'}.`,
        undo: () => flip(each.setting, !on),
      }
    },
  })
  const flip = (setting: Setting, on: boolean) =>
    void isTaken(configure.write({ project: slug, defaults: { [setting]: on } }))
  return (
    <Section id="defaults" eyebrow="new Briefs · begin with" title="Defaults">
      <div className="switches">
        {settings.map(({ setting, label, hint }) => (
          <Switch
            key={setting}
            label={label}
            hint={hint}
            on={defaults[setting]}
            refused={isOperator ? undefined : 'an operator turns it'}
            onChange={on => flip(setting, on)}
          />
        ))}
      </div>
      {configure.refused && <RefusedNotice said={configure.refused} />}
    </Section>
  )
}
