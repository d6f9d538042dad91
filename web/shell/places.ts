/** The places of the page in their order, each with the key that leads there after `g`. */
import type { Place } from '../bloom/house.tsx'

export type HousePlace = Pick<Place, 'name' | 'href' | 'icon'> & { go: string }

export const places: readonly HousePlace[] = [
  { name: 'Room', href: '/', icon: 'room', go: 'r' },
  { name: 'Briefs', href: '/briefs', icon: 'list', go: 'b' },
  { name: 'Decisions', href: '/decisions', icon: 'question', go: 'd' },
  { name: 'Fleet', href: '/fleet', icon: 'tree', go: 'f' },
  { name: 'MAIN', href: '/main', icon: 'merge', go: 'm' },
  { name: 'Recall', href: '/recall', icon: 'search', go: 's' },
  { name: 'Projects', href: '/projects', icon: 'branch', go: 'p' },
]

/** How many of them have a tab on a phone; the rest stands behind one more. */
export const tabbed = 4
