/** What one part of `flower.yaml` says of another: services that are named, words in templates, harnesses, patterns. */
import { nearest } from '../words/nearest.ts'
import { type CommandLine, textsOf } from './command-line.ts'
import type { Configuration } from './configuration.ts'
import type { Finding } from './problem.ts'
import { templateWords, wordsIn } from './template.ts'

/** Everything that refers to nothing. */
export function danglingReferences(configuration: Configuration): Finding[] {
  return [
    ...serviceReferences(configuration),
    ...templateReferences(configuration),
    ...harnessReferences(configuration),
    ...patterns(configuration),
  ]
}

function serviceReferences({ services, sites, checks }: Configuration): Finding[] {
  const known = Object.keys(services)
  const inSites = Object.entries(sites).flatMap(([site, service]) => {
    const path = ['sites', site]
    const found = services[service]
    if (!found) return [{ path, message: unknown(service, 'service', known) }]
    return found.port === undefined ? [{ path, message: `service \`${service}\` has no \`port\` to answer on` }] : []
  })
  const inChecks = Object.entries(checks).flatMap(([check, { probe }]) => {
    if (probe.kind !== 'process' && probe.kind !== 'log') return []
    const path = ['checks', check, probe.kind, ...(probe.kind === 'log' ? ['service'] : [])]
    return services[probe.service] ? [] : [{ path, message: unknown(probe.service, 'service', known) }]
  })
  return [...inSites, ...inChecks]
}

function unknown(word: string, what: string, known: string[]): string {
  const meant = nearest(word, known)
  const cure = meant
    ? `did you mean \`${meant}\`?`
    : known.length > 0
      ? `known are ${known.join(', ')}`
      : 'none is declared'
  return `there is no ${what} \`${word}\`; ${cure}`
}

function templateReferences(configuration: Configuration): Finding[] {
  const ports = Object.entries(configuration.services).filter(([, service]) => service.port !== undefined)
  const known = [...templateWords, ...ports.map(([name]) => `port.${name}`)]
  return templatesOf(configuration).flatMap(({ path, text }) =>
    wordsIn(text)
      .filter(word => !known.includes(word))
      .map(word => ({ path, message: `{{${word}}} is no word of a template; ${meantBy(word, known)}` })),
  )
}

function meantBy(word: string, known: string[]): string {
  const meant = nearest(word, known)
  return meant ? `did you mean {{${meant}}}?` : `known are ${known.join(', ')}`
}

function templatesOf({ worktrees, services }: Configuration): { path: PropertyKey[]; text: string }[] {
  const texts = (path: PropertyKey[], command: CommandLine) => textsOf(command).map(text => ({ path, text }))
  return [
    ...Object.entries(worktrees.env).map(([name, text]) => ({ path: ['worktrees', 'env', name], text })),
    ...worktrees.prepare.flatMap(({ command }, at) => texts(['worktrees', 'prepare', at], command)),
    ...worktrees.teardown.flatMap(({ command }, at) => texts(['worktrees', 'teardown', at], command)),
    ...Object.entries(services).flatMap(([name, { command, health }]) => [
      ...texts(['services', name, 'run'], command),
      ...(health?.kind === 'run' ? texts(['services', name, 'health'], health.command) : []),
      ...(health?.kind === 'http' ? [{ path: ['services', name, 'health'], text: health.url }] : []),
    ]),
  ]
}

/** Harnesses that need no entry of their own. */
const builtIn = ['claude', 'codex']

function harnessReferences({ agents }: Configuration): Finding[] {
  const known = [...new Set([...Object.keys(agents.harnesses), ...builtIn])]
  if (agents.default === undefined || known.includes(agents.default)) return []
  return [{ path: ['agents', 'default'], message: unknown(agents.default, 'harness', known) }]
}

function patterns({ checks }: Configuration): Finding[] {
  return Object.entries(checks).flatMap(([check, { probe }]) => {
    if (probe.kind !== 'log' || isRegularExpression(probe.pattern)) return []
    return [{ path: ['checks', check, 'log', 'pattern'], message: 'is not a regular expression' }]
  })
}

function isRegularExpression(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}
