import { useLocation, useNavigate } from '@tanstack/react-router'
import { Pick } from '../bloom/float/menu.tsx'
import { Bar, PhoneTabs, type Place } from '../bloom/house.tsx'
import { useRead } from '../house/read.ts'
import { places } from './places.ts'
import { useProjectShown, useProjects } from './project.ts'

function usePlaces(): readonly Place[] {
  const here = useLocation({ select: ({ pathname }) => pathname })
  return places.map(({ go, ...place }) => ({
    ...place,
    keys: `g ${go}`,
    current: here === place.href || here.startsWith(`${place.href}/`),
  }))
}

const every = ''

/** Only where there is something to choose; a place that lists keeps being shown. MAIN is always one's, and has its own. */
function ProjectPick() {
  const navigate = useNavigate()
  const shown = useProjectShown()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const to = here === '/fleet' ? '/fleet' : '/briefs'
  const projects = useProjects()
  if (projects === undefined || projects.length < 2 || here === '/main') return null
  return (
    <Pick
      label="project"
      value={shown ?? every}
      choices={[{ value: every, name: 'all' }, ...projects.map(({ slug }) => ({ value: slug, name: slug }))]}
      onChange={project => void navigate({ to, search: { project: project === every ? undefined : project } })}
    />
  )
}

/** The bar of this house: the places that there are, the project, and who is here. */
export function HouseBar({ onCapture }: { onCapture: () => void }) {
  const info = useRead('system.info', {}).data
  return <Bar places={usePlaces()} home="/" project={<ProjectPick />} me={info?.actor} onCapture={onCapture} />
}

export function HouseTabs() {
  return <PhoneTabs places={usePlaces()} />
}
