/** How projects read on a terminal. */
import type { Output } from '#contract/catalogue.ts'
import { type Line, sectionsOf } from '#domain/configuration/sections-of.ts'
import { kebab } from '../cli/field.ts'
import { facts, indent, type Paper, section, table } from './paper.ts'

export const printProjects = (answer: Output<'project.list'>, paper: Paper): string =>
  table(
    [
      { head: 'project', ink: 'cyan' },
      { head: 'path', fills: true },
      { head: 'MAIN' },
      { head: 'open' },
      { head: 'in flight' },
    ],
    answer.items.map(row => [
      row.slug,
      row.path,
      row.primaryBranch,
      String(row.openBriefs),
      String(row.liveDispatches),
    ]),
    paper,
  ) || 'No project is known yet: flower project register\n'

type Project = Output<'project.show'>['project']

export const printProject = ({ project }: Output<'project.show'>, paper: Paper): string =>
  facts(
    [
      ['project', project.slug],
      ['path', project.path],
      ['MAIN', project.primaryBranch],
      ['remote', project.remoteUrl],
      ['open', String(project.openBriefs)],
      ['in flight', String(project.liveDispatches)],
      ['new Briefs', settingsOf(project.defaults)],
      ['flower.yaml', standingOf(project.configuration)],
      ['its branch', project.configuration.otherBranch],
    ],
    paper,
  ) +
  indent(project.configuration.problems.map(each => `${paper.said(each)}\n`).join('')) +
  sectionsOf(project.configuration.parsed)
    .map(({ name, lines }) => section(name, indent(linesOf(lines, paper)), paper))
    .join('')

/** `auto dispatch, review`: those that are on. */
const settingsOf = (defaults: Project['defaults']): string =>
  Object.entries(defaults)
    .filter(([, on]) => on)
    .map(([name]) => kebab(name).replaceAll('-', ' '))
    .join(', ')

function standingOf({ problems, trusted, commands }: Project['configuration']): string {
  if (problems.length > 0) return "can't be read:"
  if (!trusted)
    return `waits for trust: it would run ${commands.length} ${commands.length === 1 ? 'command' : 'commands'}`
  return commands.length === 0 ? 'runs nothing' : 'trusted'
}

const linesOf = (lines: readonly Line[], paper: Paper): string =>
  facts(
    lines.map(({ key, line, words }) => [key, [line, words].filter(Boolean).join('  ')]),
    paper,
  )
