import { useLocation, useNavigate } from '@tanstack/react-router'
import { Pick } from '../bloom/float/menu.tsx'
import { Bar, PhoneTabs, type Place } from '../bloom/house.tsx'
import { useRead } from '../house/read.ts'
import { places, tabbed } from './places.ts'
import { useProjectShown, useProjects } from './project.ts'

function usePlaces(): readonly Place[] {
  const here = useLocation({ select: ({ pathname }) => pathname })
  const asked = useRead('system.info', {}).data?.openDecisions
  return places.map(({ go, ...place }) => ({
    ...place,
    keys: `g ${go}`,
    current: isIn(place.href, here),
    ...(place.href === '/decisions' && { count: asked }),
  }))
}

const isIn = (href: string, here: string): boolean =>
  here === href || here.startsWith(href === '/' ? '/rooms/' : `${href}/`)

const every = ''

/** These are of one project or of all of them, as the address says; from anywhere else the pick leads to Briefs. */
const listing = ['/decisions', '/fleet', '/recall'] as const

/** Only where there is something to choose; a place that lists keeps being shown. MAIN is always one's, and has its own. */
function useProjectChoice() {
  const navigate = useNavigate()
  const shown = useProjectShown()
  const here = useLocation({ select: ({ pathname }) => pathname })
  const projects = useProjects()
  if (projects === undefined || projects.length < 2 || here === '/main') return undefined
  const choose = (picked: string) => {
    const project = picked === every ? undefined : picked
    if (isIn('/', here)) return void navigate(project ? { to: '/rooms/$project', params: { project } } : { to: '/' })
    if (isIn('/projects', here))
      return void navigate(project ? { to: '/projects/$slug', params: { slug: project } } : { to: '/projects' })
    const to = listing.find(each => each === here)
    if (to === undefined) return void navigate({ to: '/briefs', search: { project } })
    void navigate({ to, search: before => ({ ...before, project }) })
  }
  const choices = [{ value: every, name: 'all' }, ...projects.map(({ slug }) => ({ value: slug, name: slug }))]
  return { value: shown ?? every, choices, choose }
}

function ProjectPick() {
  const choice = useProjectChoice()
  if (choice === undefined) return null
  return <Pick label="project" value={choice.value} choices={choice.choices} onChange={choice.choose} />
}

/** The bar of this house: the places that there are, the project, and who is here. */
export function HouseBar(props: { onCapture: () => void; onSearch: () => void }) {
  const info = useRead('system.info', {}).data
  return <Bar places={usePlaces()} home="/" project={<ProjectPick />} me={info?.actor} {...props} />
}

export function HouseTabs() {
  const all = usePlaces()
  const project = useProjectChoice()
  const choices = project && {
    label: 'project',
    of: project.choices.map(({ value, name }) => ({
      name,
      isChosen: value === project.value,
      onChoose: () => project.choose(value),
    })),
  }
  return <PhoneTabs places={all.slice(0, tabbed)} more={all.slice(tabbed)} choices={choices} />
}
