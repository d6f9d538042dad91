/** The table of rooms in AGENTS.md, held against every import. */
import { posix } from 'node:path'
import type { Breach } from './breach.ts'
import type { SourceFile } from './tree.ts'

/** For each room the rooms (`domain`) and single files (`service/execute`) that it may import. */
export type Rooms = Map<string, string[]>

const EVERYTHING = 'everything'
const ROW = /^\|\s*`(?:src\/)?([a-z]+)\/`\s*\|.*\|\s*([^|]+?)\s*\|$/gm

/** Reads the table, so that the page that people read is the wall that holds. */
export function readRooms(agents: string): Rooms {
  const rows = [...agents.matchAll(ROW)]
  return new Map(
    rows.map(([, room = '', cell = '']) => [
      room,
      cell
        .replaceAll('`', '')
        .split(', ')
        .map(name => name.trim()),
    ]),
  )
}

/** Every import that goes through a wall. A test beside its file may import what it likes. */
export function roomBreaches(files: SourceFile[], rooms: Rooms): Breach[] {
  return files.flatMap(file => {
    const room = roomOf(file.path)
    if (room === undefined || file.path.includes('.test.')) return []
    const allowed = rooms.get(room)
    if (!allowed) return [{ rule: 'rooms', path: file.path, why: `${room} is no room of AGENTS.md` }]
    return file.imports.flatMap(name => {
      const why = reasonAgainst(name, file.path, room, allowed)
      return why ? [{ rule: 'rooms', path: file.path, why }] : []
    })
  })
}

/** `src/<room>/…` and `web/…` have walls; files of other folders do not. */
function roomOf(path: string): string | undefined {
  const [top, room] = path.split('/')
  return top === 'src' ? room : top === 'web' ? 'web' : undefined
}

function reasonAgainst(name: string, path: string, room: string, allowed: string[]): string | undefined {
  if (name.startsWith('.')) {
    const target = posix.join(posix.dirname(path), name)
    return roomOf(target) === room ? undefined : `${name} leaves the room: cross-room imports go through #`
  }
  if (!name.startsWith('#')) return undefined
  const target = name.slice(1).replace(/\.tsx?$/, '')
  const [targetRoom = ''] = target.split('/')
  if (targetRoom === room) return `${name} is in the same room: import it relatively`
  if (targetRoom === 'app') return `${name}: nobody imports app`
  const may = [EVERYTHING, targetRoom, target].some(entry => allowed.includes(entry))
  return may ? undefined : `${room} may not import ${name}`
}
