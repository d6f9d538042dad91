/** How `flower init` shows what it would do: the path first, what for, and the change as a unified diff. */
import { harmless } from '#surface/terminal/harmless.ts'
import type { Paper } from '#surface/terminal/paper.ts'
import { type Change, diffOf, type Planned } from './planned.ts'

/** A heading and the diff; what was found out in one line where nothing would be done. */
export function show(planned: Planned, paper: Paper): string {
  const { shown, about, outcome } = planned
  const name = paper.ink('bold', harmless(shown))
  if (outcome === 'unchanged') return `${name}  ${planned.why}\n`
  if (outcome === 'refused') return `${name}  ${paper.ink('red', 'left alone')}: ${harmless(planned.problem)}\n`
  const words = [leads(planned), planned.after ? '' : 'The file goes.', about].filter(each => each !== '').join(' ')
  return `${name}  ${paper.ink('faint', harmless(words))}\n${inked(diffOf(planned), paper)}\n`
}

/** Where a link leads is where it is written. */
const leads = ({ path, shown }: Change): string =>
  path.endsWith(shown.replace(/^\.\//, '')) ? '' : `It leads to ${path}.`

function inked(diff: string, paper: Paper): string {
  return harmless(diff)
    .split('\n')
    .map(line => {
      if (/^(?:---|\+\+\+) /.test(line)) return paper.ink('bold', line)
      if (line.startsWith('@@')) return paper.ink('cyan', line)
      if (line.startsWith('+')) return paper.ink('green', line)
      return line.startsWith('-') ? paper.ink('red', line) : line
    })
    .join('\n')
}

/** One that only a person's own yes counts for, where nobody is asked. */
export const showLeft = ({ shown, about }: Change, paper: Paper): string =>
  `${paper.ink('bold', harmless(shown))}  is left as it is; it is asked for on a terminal. ${about}\n`

/** The same for a program. */
export function inJson(planned: Planned, done: boolean): Record<string, unknown> {
  const { shown: path, about, outcome } = planned
  if (outcome === 'unchanged') return { path, outcome, about, why: planned.why }
  if (outcome === 'refused') return { path, outcome, about, problem: planned.problem, next: planned.next }
  return { path, outcome: done ? 'done' : 'change', about, asksAlone: planned.asksAlone, diff: diffOf(planned) }
}
