/** The places of the page and their addresses. Each place is a script of its own, loaded when somebody goes there. */
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { Empty, Loading } from './bloom/nothing.tsx'
import { Sheet } from './bloom/section.tsx'
import { Broken } from './broken.tsx'
import { fetchedPlace } from './fetched-place.ts'
import { startLive } from './house/live.ts'
import { readSearch } from './places/briefs/address.ts'
import { readSearch as readDecisionsSearch } from './places/decisions/address.ts'
import { readSearch as readFleetSearch } from './places/fleet/address.ts'
import { readSearch as readMainSearch } from './places/main/address.ts'
import { readSearch as readRecallSearch } from './places/recall/address.ts'
import { Shell } from './shell/shell.tsx'

function NoPlace() {
  return (
    <Sheet place="nowhere">
      <h1 className="hide">Nowhere</h1>
      <Empty state="gone">
        There is no place at this address. <a href="/briefs">Briefs</a> shows all of them.
      </Empty>
    </Sheet>
  )
}

function Coming() {
  return (
    <Sheet place="coming">
      <Loading />
    </Sheet>
  )
}

const root = createRootRoute()

/** The specimen stands alone: it shows parts, and needs no house. */
const shell = createRoute({ getParentRoute: () => root, id: 'shell', beforeLoad: startLive, component: Shell })

const RoomPlace = fetchedPlace(() => import('./places/room/room-place.tsx'), 'RoomPlace')

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: function RoomOfAll() {
    return <RoomPlace project={undefined} />
  },
})

const room = createRoute({
  getParentRoute: () => shell,
  path: '/rooms/$project',
  component: function RoomOfOne() {
    return <RoomPlace project={room.useParams().project} />
  },
})

const briefs = createRoute({
  getParentRoute: () => shell,
  path: '/briefs',
  validateSearch: readSearch,
  component: fetchedPlace(() => import('./places/briefs/briefs-place.tsx'), 'BriefsPlace'),
})

const brief = createRoute({
  getParentRoute: () => shell,
  path: '/briefs/$id',
  component: function BriefAtAddress() {
    const { id } = brief.useParams()
    return /^[1-9]\d{0,8}$/.test(id) ? <BriefPlace id={Number(id)} /> : <NoPlace />
  },
})
const BriefPlace = fetchedPlace(() => import('./places/brief/brief-place.tsx'), 'BriefPlace')

const decisions = createRoute({
  getParentRoute: () => shell,
  path: '/decisions',
  validateSearch: readDecisionsSearch,
  component: fetchedPlace(() => import('./places/decisions/decisions-place.tsx'), 'DecisionsPlace'),
})

const fleet = createRoute({
  getParentRoute: () => shell,
  path: '/fleet',
  validateSearch: readFleetSearch,
  component: fetchedPlace(() => import('./places/fleet/fleet-place.tsx'), 'FleetPlace'),
})

const main = createRoute({
  getParentRoute: () => shell,
  path: '/main',
  validateSearch: readMainSearch,
  component: fetchedPlace(() => import('./places/main/main-place.tsx'), 'MainPlace'),
})

const recall = createRoute({
  getParentRoute: () => shell,
  path: '/recall',
  validateSearch: readRecallSearch,
  component: fetchedPlace(() => import('./places/recall/recall-place.tsx'), 'RecallPlace'),
})

const projects = createRoute({
  getParentRoute: () => shell,
  path: '/projects',
  component: fetchedPlace(() => import('./places/projects/projects-place.tsx'), 'ProjectsPlace'),
})

const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$slug',
  component: function ProjectAtAddress() {
    return <ProjectPlace slug={project.useParams().slug} />
  },
})
const ProjectPlace = fetchedPlace(() => import('./places/projects/project-place.tsx'), 'ProjectPlace')

/** What leads nowhere still stands between the bar and the pulse. */
const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NoPlace })

const specimen = createRoute({
  getParentRoute: () => root,
  path: '/bloom',
  component: fetchedPlace(() => import('./bloom/specimen.tsx'), 'Specimen'),
})

/** Plain words in the address: `?q=is:open`, not JSON. */
function writeSearch(search: Record<string, unknown>): string {
  const pairs = Object.entries(search).flatMap(([key, value]) =>
    typeof value === 'string' ? [[key, value] as [string, string]] : [],
  )
  const text = new URLSearchParams(pairs).toString().replaceAll('%3A', ':').replaceAll('%2C', ',')
  return text === '' ? '' : `?${text}`
}

export const router = createRouter({
  routeTree: root.addChildren([
    shell.addChildren([home, room, briefs, brief, decisions, fleet, main, recall, projects, project, nowhere]),
    specimen,
  ]),
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: writeSearch,
  defaultErrorComponent: Broken,
  defaultPendingComponent: Coming,
  defaultPendingMs: 150,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
