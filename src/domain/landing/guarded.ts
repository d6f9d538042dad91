/** What a candidate changes that an operator has to approve: how candidates are judged, and what policy protects. */
import type { Configuration } from '../configuration/configuration.ts'
import { parseConfiguration, problemLine } from '../configuration/parse.ts'
import { coversPath } from '../configuration/place.ts'

/** Where MAIN's `policy.approvals` has `landing`, whatever it changes. */
const everyLanding = 'every landing (policy.approvals)'
const guardedSections = ['gates', 'checks', 'policy'] as const

export type Inspection =
  /** Names of sections of `flower.yaml`, and paths; empty when nothing needs an approval. */
  | { outcome: 'inspected'; guarded: string[] }
  /** It would leave MAIN without a configuration that can be read, and so without gates. */
  | { outcome: 'broken'; problem: string }

/**
 * `text` is the candidate's `flower.yaml`, empty when it has none; `paths` are the files that it changes on its base. What it
 * changes is told by the line that it lands on; what is protected, by MAIN.
 */
export function inspect(
  { main, line }: { main: Configuration; line: Configuration },
  text: string,
  paths: readonly string[],
): Inspection {
  const { configuration, problems } = parseConfiguration(text)
  if (!configuration) {
    const problem = `Its flower.yaml has problems:\n${problems.map(problemLine).join('\n')}`
    return { outcome: 'broken', problem }
  }
  const sections = guardedSections.filter(each => JSON.stringify(line[each]) !== JSON.stringify(configuration[each]))
  const covered = paths.filter(path => main.policy.protectedPaths.some(place => coversPath(place, path)))
  const every = main.policy.approvals.includes('landing') ? [everyLanding] : []
  return { outcome: 'inspected', guarded: [...every, ...sections, ...covered] }
}
