/** How the fleet is laid out: nodes, in them projects with MAIN first, then their worktrees, newest first. Pure. */
import type { WorktreeView } from '#contract/shapes.ts'
import { ref } from '#domain/ref.ts'
import { changedIn } from './words.ts'

export const shows = ['all', 'work', 'failed', 'changed', 'idle'] as const
/** A part of the fleet that is asked for all day. */
export type Show = (typeof shows)[number]

const parts: Record<Show, (worktree: WorktreeView) => boolean> = {
  all: () => true,
  work: worktree => worktree.agents.length > 0,
  failed: worktree => worktree.status === 'failed',
  changed: worktree => changedIn(worktree) > 0,
  idle: worktree => worktree.agents.length === 0 && worktree.status === 'ready',
}

export const isShown = (worktree: WorktreeView, show: Show): boolean => parts[show](worktree)

export const countOf = (worktrees: readonly WorktreeView[], show: Show): number => worktrees.filter(parts[show]).length

/** Every word is somewhere in its names: its own, of its branch, its Brief, its agents, its isolation. */
export function saysAll(worktree: WorktreeView, words: string): boolean {
  const names = [
    ref('worktree', worktree.id),
    worktree.name,
    worktree.branch ?? '',
    worktree.project,
    worktree.isolation,
    worktree.status,
    worktree.briefId === null ? '' : ref('brief', worktree.briefId),
    ...worktree.agents.map(agent => agent.actor),
  ].map(name => name.toLowerCase())
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean)
  return asked.every(word => names.some(name => (/^[w#]\d+$/.test(word) ? name === word : name.includes(word))))
}

/** As they stand on the page. */
export function inOrder(worktrees: readonly WorktreeView[]): WorktreeView[] {
  return worktrees.toSorted((a, b) => (a.project === b.project ? b.id - a.id : a.project < b.project ? -1 : 1))
}

export type Line<Project> = { kind: 'main'; project: Project } | { kind: 'worktree'; worktree: WorktreeView }

export const keyOf = (line: Line<{ slug: string }>): string =>
  line.kind === 'main' ? `main ${line.project.slug}` : ref('worktree', line.worktree.id)

/** `rows` in the order of the page; each project begins with its MAIN, also where it has no worktree. */
export function layOut<Project extends { slug: string }>(
  rows: readonly WorktreeView[],
  projects: readonly Project[],
): Line<Project>[] {
  const bySlug = Map.groupBy(rows, row => row.project)
  const known = new Set(projects.map(project => project.slug))
  const lines = projects
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
    .flatMap((project): Line<Project>[] => [
      { kind: 'main', project },
      ...(bySlug.get(project.slug) ?? []).map(asLine<Project>),
    ])
  return [...lines, ...rows.filter(row => !known.has(row.project)).map(asLine<Project>)]
}

const asLine = <Project>(worktree: WorktreeView): Line<Project> => ({ kind: 'worktree', worktree })

export type Node<Project> = { name: string; rows: WorktreeView[]; projects: Project[] }

/** Called so where no worktree has told yet which node it is on. */
const unnamed = 'this node'

/** Each node with its rows, in their order. A project's MAIN stands where its worktrees are, else on the first node. */
export function nodesOf<Project extends { slug: string }>(
  rows: readonly WorktreeView[],
  projects: readonly Project[],
): Node<Project>[] {
  const byNode = Map.groupBy(rows, row => row.node || unnamed)
  const names = [...byNode.keys()].toSorted()
  if (names.length === 0 && projects.length > 0) names.push(unnamed)
  const homeOf = ({ slug }: Project) => rows.find(row => row.project === slug)?.node ?? names[0]
  return names.map(name => ({
    name,
    rows: byNode.get(name) ?? [],
    projects: projects.filter(project => (homeOf(project) || unnamed) === name),
  }))
}
