/** Which agents flower can start in a project, as its trusted flower.yaml says. */
import type { Configuration } from '#domain/configuration/configuration.ts'
import { useRead } from '../../house/read.ts'

export type Harnesses = {
  names: readonly string[]
  /** Started for whatever names none; null: nobody is. */
  usual: string | null
  /** The soft mark, as a share of the window. */
  soft: number | undefined
}

/** The person's own programs, which every project knows. */
const installed = ['claude', 'codex']

export function useHarnesses(project: string): Harnesses {
  const configuration = useRead('project.show', { project }).data?.project.configuration
  // The house has read it by this very shape; what is not trusted holds for nobody.
  const known = configuration?.trusted ? (configuration.parsed as Configuration | undefined) : undefined
  const agents = known?.agents
  const refreshAt = agents?.refreshAt
  return {
    names: [...new Set([...installed, ...Object.keys(agents?.harnesses ?? {})])],
    usual: agents?.default ?? null,
    soft: refreshAt && 'share' in refreshAt ? refreshAt.share : undefined,
  }
}
