/** Briefs as Markdown documents that a person reads: spec, decisions, trace. */
import type { Decision } from '../decision.ts'
import { spokenType, wordEvent } from '../events/catalogue.ts'
import { briefRef, decisionRef } from '../ref.ts'
import type { FlowerValue } from './flower.ts'

export type BriefPapers = {
  brief: FlowerValue<'brief'>
  project: string
  dependsOn: number[]
  decisions: FlowerValue<'decision'>[]
  /** Oldest first. */
  events: FlowerValue<'event'>[]
}

export function briefDocument({ brief, project, dependsOn, decisions, events }: BriefPapers): string {
  const facts: [string, string][] = [
    ['Project', project],
    ['Status', brief.status.replaceAll('_', ' ')],
    ['Priority', String(brief.priority)],
    ['Labels', brief.labels.join(', ')],
    ['Epic', brief.parentId === null ? '' : briefRef(brief.parentId)],
    ['Depends on', dependsOn.map(briefRef).join(', ')],
    ['Captured', `${brief.createdAt} by ${brief.createdBy}`],
  ]
  const parts = [
    `# ${briefRef(brief.id)} ${brief.title}`,
    facts
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `- ${name}: ${value}`)
      .join('\n'),
    `## As it was captured\n\n${quote(brief.text)}`,
    brief.spec ? `## Spec, revision ${brief.revision}\n\n${brief.spec.trimEnd()}` : '',
    decisions.length > 0 ? `## Decisions\n\n${decisions.map(decisionText).join('\n\n')}` : '',
    `## Trace\n\n${events.map(eventText).join('\n')}`,
  ]
  return `${parts.filter(part => part !== '').join('\n\n')}\n`
}

function decisionText(decision: Decision & { posts: { actor: string; at: string; body: string }[] }): string {
  const { id, header, body, options, status, option, answer } = decision
  const said = [option, answer].filter(Boolean).join(': ')
  const lines = [
    `### ${decisionRef(id)} ${header}`,
    body ? quote(body) : '',
    options.map(each => `- ${each.label}${each.detail ? `: ${each.detail}` : ''}`).join('\n'),
    ...decision.posts.map(post => `${post.actor}, ${post.at}:\n\n${quote(post.body)}`),
    status === 'open' ? 'Open.' : `${status === 'answered' ? 'Answered' : 'Withdrawn'} by ${decision.answeredBy}:`,
    said ? quote(said) : '',
  ]
  return lines.filter(line => line !== '').join('\n\n')
}

function eventText(event: FlowerValue<'event'>): string {
  const { words, body } = wordEvent(event.type, event.payload)
  const line = `- ${event.at} ${event.actor.kind}:${event.actor.ref} ${spokenType(event.type)}${words ? ` ${words}` : ''}`
  return body ? `${line}\n\n${quote(body, '  > ')}\n` : line
}

/** Text of others keeps its lines, and none of them becomes a heading of ours. */
const quote = (text: string, mark = '> '): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(line => `${mark}${line}`.trimEnd())
    .join('\n')
