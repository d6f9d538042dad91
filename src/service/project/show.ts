/** One project, with what its flower.yaml says and whether that may run. */
import type { ConfigurationView } from '#contract/shapes.ts'
import { commandsOf, needsTrust } from '#domain/configuration/commands-of.ts'
import { configurationHash } from '#domain/configuration/hash.ts'
import { parseConfiguration, problemLine } from '#domain/configuration/parse.ts'
import { countOpenByProject } from '#store/queries/counts.ts'
import { meantProject } from '#store/queries/projects.ts'
import { readSetting } from '#store/queries/settings.ts'
import type { Read } from '../work.ts'
import { trustSetting } from './trust.ts'
import { viewOf } from './view.ts'

export const show: Read<'project.show'> = async (input, work) => {
  const project = await meantProject(work.tx, input.project)
  const trusted = await readSetting(work.tx, trustSetting(project.id))
  const configuration = configurationView(work.facts.configuration ?? '', trusted, project.primaryBranch)
  return { project: { ...viewOf(project, await countOpenByProject(work.tx)), configuration } }
}

function configurationView(text: string, trusted: string | undefined, primaryBranch: string): ConfigurationView {
  const hash = configurationHash(text)
  const { configuration: parsed, problems } = parseConfiguration(text)
  if (!parsed) return { hash, trusted: false, problems: problems.map(problemLine), commands: [] }
  const commands = commandsOf(parsed).map(({ path, text: line }) => ({ path, text: line }))
  const { branch } = parsed.main
  const otherBranch = branch === primaryBranch ? undefined : branch
  return { hash, trusted: hash === trusted || !needsTrust(parsed), problems: [], otherBranch, commands, parsed }
}
