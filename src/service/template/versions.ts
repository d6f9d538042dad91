/** All versions of a template as rows of a list, newest first; the last is the one that came with the house. */
import { templateVersions } from '#store/queries/templates.ts'
import type { ReadWork } from '../work.ts'
import { builtInBody } from './current.ts'

export type TemplateVersion = {
  name: string
  version: number
  updatedBy: string
  updatedAt: string | null
  builtIn: boolean
  body: string
}

/** Refuses a name that no packet has. */
export async function versionsOf(work: ReadWork, name: string): Promise<[TemplateVersion, ...TemplateVersion[]]> {
  const builtIn = {
    name,
    version: 0,
    updatedBy: 'system:house',
    updatedAt: null,
    builtIn: true,
    body: builtInBody(name),
  }
  const edited = (await templateVersions(work.tx, name)).map(row => ({
    name,
    version: row.version,
    updatedBy: row.actor,
    updatedAt: row.at,
    builtIn: false,
    body: row.body,
  }))
  const [newest, ...older] = edited
  return newest ? [newest, ...older, builtIn] : [builtIn]
}
