/** MAIN as the house knows it: how its checkout stands, what guards it, what was saved of changes that came from outside. */
import { z } from 'zod'
import { LandingJournal } from '../landing/landing.ts'
import { Verdict } from '../landing/verdict.ts'

/**
 * clean: its files are those of its branch's tip; dirty: changed from outside; off_branch: HEAD is elsewhere; busy: git is in the
 * middle of something; landing: the merge queue is moving it; bare: it has no checkout; missing and unclear prove nothing.
 */
export const mainStatuses = ['clean', 'dirty', 'off_branch', 'busy', 'landing', 'bare', 'missing', 'unclear'] as const
export const MainStatus = z.enum(mainStatuses)
export type MainStatus = z.infer<typeof MainStatus>

/** Files of MAIN that are named; the rest is counted. */
export const mostFilesNamed = 50

/** How it stood when it was last looked at. */
export const MainStanding = z.object({
  status: MainStatus,
  /** The tip of MAIN's branch, full object id; null where there is none. */
  tip: z.string().nullable(),
  /** What HEAD is on; null when detached or without a checkout. */
  branch: z.string().nullable(),
  /** Paths that are not as the tip has them, at most `mostFilesNamed`; `changed` counts all. */
  files: z.array(z.string()),
  changed: z.int(),
  /** How many of those git does not know, so that a landing goes around them; left out of looks from before they were counted. */
  untracked: z.int().optional(),
  /** In words; empty when there is nothing to say. */
  detail: z.string(),
  /** Of the tip against its upstream; null without one. */
  upstream: z.object({ ref: z.string(), ahead: z.int(), behind: z.int() }).nullable(),
  at: z.string(),
})
export type MainStanding = z.infer<typeof MainStanding>

export const layers = ['git', 'agents', 'system', 'watch'] as const
export const LayerName = z.enum(layers)

/** One layer of the guard, with what it prevents and what it only detects, said honestly. */
export const Layer = z.object({
  layer: LayerName,
  state: z.enum(['in_force', 'off', 'altered', 'unavailable']),
  /** What stands behind it: bubblewrap, landlock, hooks … */
  by: z.string(),
  prevents: z.string(),
  detects: z.string(),
  /** Why it is not in force, and what would bring it there. */
  detail: z.string(),
})
export type Layer = z.infer<typeof Layer>

/** What somebody wrote while MAIN was rescued: it lies in the worktree too, under its own name or, where that was taken, beside it. */
export const Late = z.object({ files: z.array(z.string()).max(mostFilesNamed), count: z.int() })
export type Late = z.infer<typeof Late>

/** Changes from outside, kept before anything is done about them. */
export const Saved = z.object({
  /** Counts within the project. */
  number: z.int(),
  ref: z.string(),
  patch: z.string().nullable(),
  files: z.array(z.string()),
  changed: z.int(),
  /** Who held work in the project at that moment. */
  active: z.array(z.string()),
  at: z.string(),
  /** The worktree that it was moved to. */
  worktreeId: z.int().nullable(),
  late: Late.optional(),
})
export type Saved = z.infer<typeof Saved>

/** What the runner is asked to do with MAIN. */
export const mainErrands = ['guard', 'unguard', 'rescue'] as const
export const MainErrand = z.enum(mainErrands)
export type MainErrand = z.infer<typeof MainErrand>

/** Two live branches, or one and MAIN, that would meet. */
export const Overlap = z.object({
  branch: z.string(),
  /** The other branch; null stands for MAIN. */
  with: z.string().nullable(),
  /** false: both touch these files and would merge all the same. */
  conflicts: z.boolean(),
  files: z.array(z.string()),
})
export type Overlap = z.infer<typeof Overlap>

export const Main = z.object({
  /** The project's. */
  id: z.int(),
  standing: MainStanding.nullable(),
  /** MAIN's tip when flower saw it first: what came before is not flower's to prove. */
  since: z.string().nullable(),
  layers: z.array(Layer),
  /** An operator wants the hooks to be there. */
  guarded: z.boolean(),
  errand: MainErrand.nullable(),
  /** Of the worktree that changes shall be moved to. */
  rescueTo: z.string().nullable(),
  /** How far a rescue has come, for the next one to go on with; `isBack`: MAIN is at its commit again. */
  journal: z.object({ ref: z.string(), worktreeId: z.int().nullable(), isBack: z.boolean().optional() }).nullable(),
  /** Why the last errand failed. */
  reason: z.string().nullable(),
  /** Newest first. */
  saved: z.array(Saved),
  /** Where every ref stood when commits were last looked through for links. */
  seen: z.record(z.string(), z.string()),
  overlaps: z.array(Overlap),
  forecastAt: z.string().nullable(),
  /** A landing that was begun. */
  landing: LandingJournal.nullable(),
  /** Why the queue can't go on by itself. */
  halt: z.string().nullable(),
  /** MAIN's tip was judged by itself, and this made it red. */
  red: z.object({ tip: z.string(), verdict: Verdict }).nullable(),
  /** With this tip the branch holds these commits no more, which had landed in it. Newest first. */
  lost: z.object({ tip: z.string(), commits: z.array(z.string()) }).nullable(),
  pausedBy: z.string().nullable(),
  pausedAt: z.string().nullable(),
  pauseReason: z.string().nullable(),
})
export type Main = z.infer<typeof Main>

export const newMain = (projectId: number): Main => ({
  id: projectId,
  standing: null,
  since: null,
  layers: [],
  guarded: false,
  errand: null,
  rescueTo: null,
  journal: null,
  reason: null,
  saved: [],
  seen: {},
  overlaps: [],
  forecastAt: null,
  landing: null,
  halt: null,
  red: null,
  lost: null,
  pausedBy: null,
  pausedAt: null,
  pauseReason: null,
})

/** By what MAIN is red as it is now, and since when; undefined when it isn't, or has moved since that was judged. */
export function redNow({ standing, red }: Pick<Main, 'standing' | 'red'>): (Verdict & { since: string }) | undefined {
  if (!red || red.tip !== standing?.tip) return undefined
  const { startedAt, tookMs } = red.verdict
  return { ...red.verdict, since: new Date(Date.parse(startedAt) + tookMs).toISOString() }
}

/** Commits that had landed in MAIN and are not in it as it is now. */
export const lostNow = ({ standing, lost }: Pick<Main, 'standing' | 'lost'>): string[] =>
  lost !== null && lost.tip === standing?.tip ? lost.commits : []

/** Why nothing lands now: what stopped the queue, or how MAIN stands; undefined when something may. */
export const whyNothingLands = (
  main: Pick<Main, 'halt' | 'standing' | 'errand'>,
  project: string,
): string | undefined => main.halt ?? whyMainWaits(main, project)

/** Why nothing lands while MAIN stands so; undefined when it may. What is only untracked holds up no more than the landing that needs its place. */
export function whyMainWaits(
  { standing, errand }: Pick<Main, 'standing' | 'errand'>,
  project: string,
): string | undefined {
  if (errand === 'rescue') return 'changes that came from outside are being moved out of MAIN'
  if (!standing) return 'MAIN was not looked at yet'
  const { status, changed, untracked, branch, detail } = standing
  if (status === 'dirty' && changed > (untracked ?? 0))
    return `MAIN holds ${changed} ${changed === 1 ? 'file' : 'files'} changed from outside; main.rescue {project: "${project}"} moves them into a worktree`
  if (status === 'off_branch') return `MAIN is on ${branch ?? 'no branch'}; check its own branch out there again`
  if (status === 'busy') return `MAIN is in the middle of something: ${detail}`
  if (status === 'missing' || status === 'unclear') return `MAIN can't be read: ${detail}`
  return undefined
}
