/** The places of the page, each with the key that leads there after `g`. */
import type { Place } from '../bloom/house.tsx'

export type HousePlace = Pick<Place, 'name' | 'href' | 'icon'> & { go: string }

export const places: readonly HousePlace[] = [
  { name: 'Room', href: '/', icon: 'room', go: 'r' },
  { name: 'Briefs', href: '/briefs', icon: 'list', go: 'b' },
  { name: 'Fleet', href: '/fleet', icon: 'tree', go: 'f' },
  { name: 'MAIN', href: '/main', icon: 'merge', go: 'm' },
]
