import { FirstVisit } from '../../bloom/nothing.tsx'
import type { Projects } from '../../shell/project.ts'
import { Register } from '../projects/register.tsx'

/** The first visit: a project, a Brief, a hand-over. */
export function FirstSteps({ projects, mayAdd }: { projects: Projects; mayAdd: boolean }) {
  const [first] = projects
  return (
    <FirstVisit
      steps={[
        {
          title: 'Add a project',
          done: first !== undefined,
          children: first
            ? `${first.slug} is known. Nothing in it was changed.`
            : mayAdd
              ? 'A git repository on this machine. Nothing in it is changed.'
              : 'An operator adds it: a git repository on this machine.',
          action: first === undefined && mayAdd && <Register id="capture" />,
        },
        {
          title: 'Capture a Brief',
          children: `${first ? 'Write above' : 'Write'} what should happen. One line is enough; the first line becomes the title.`,
        },
        {
          title: 'Hand it over',
          children: 'On the page of the Brief, once it is planned: its packet is rendered, and one agent claims it.',
        },
      ]}
    />
  )
}
