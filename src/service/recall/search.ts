/** Search over Briefs, traces, decisions and scratchpads: the newest texts that hold the words, best first. */
import type { Output, Parsed } from '#contract/catalogue.ts'
import { type Ranked, rank } from '#domain/recall/rank.ts'
import { phrasesOf, wordsOf } from '#domain/recall/words.ts'
import { briefRef, decisionRef, ref } from '#domain/ref.ts'
import { listedBriefs } from '#store/queries/brief-list.ts'
import { type Find, findTexts, type Hit } from '#store/queries/documents.ts'
import { filterProject, listProjects, meantProject, projectSlugs } from '#store/queries/projects.ts'
import type { Read, ReadWork } from '../work.ts'
import { pageOf } from './cursor.ts'
import { slugOf } from './views.ts'

const usualLimit = 20
/** Words of a query that are asked for; more make no answer better. */
const mostWords = 16

type Item = Output<'recall.search'>['items'][number]

/** A query without a word answers nothing. Where no text holds all words, those that hold some of them are told. */
export const search: Read<'recall.search'> = async (input, work) => {
  const page = pageOf('recall.search', input.cursor, input.limit ?? usualLimit)
  const projectId = await scopeOf(input, work)
  const phrases = phrasesOf([...new Set(wordsOf(input.query))].slice(0, mostWords))
  const find: Find = { phrases, match: 'all', projectId, kinds: input.types, since: input.since }
  const all = await findTexts(work.tx, find)
  const found = all.hits.length > 0 || phrases.length < 2 ? all : await findTexts(work.tx, { ...find, match: 'any' })
  const ranked = onePartEach(rank(found.hits, phrases, work.now))
  return { items: await itemsOf(work, page.of(ranked)), partial: found.partial, nextCursor: page.next(ranked) }
}

async function scopeOf(input: Parsed<'recall.search'>, work: ReadWork): Promise<number | undefined> {
  if (input.scope === 'all') return undefined
  if (input.scope === 'project') return (await meantProject(work.tx, input.project)).id
  if (input.project !== undefined) return filterProject(work.tx, input.project)
  const projects = await listProjects(work.tx)
  return projects.length === 1 ? projects[0]?.id : undefined
}

/** The best part of each text stands for it. */
function onePartEach(ranked: Ranked<Hit>[]): Ranked<Hit>[] {
  const seen = new Set<string>()
  return ranked.filter(({ found }) => {
    const name = `${found.kind} ${found.ref_id}`
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}

async function itemsOf(work: ReadWork, ranked: Ranked<Hit>[]): Promise<Item[]> {
  const slugs = await projectSlugs(work.tx)
  const untitled = ranked.filter(({ found }) => found.title === '').flatMap(({ found }) => found.brief_id ?? [])
  const titles = new Map((await listedBriefs(work.tx, [...new Set(untitled)])).map(each => [each.id, each.title]))
  return ranked.map(({ found, score, snippet }) => ({
    type: found.kind,
    ref: refOf(found),
    briefId: found.brief_id,
    project: slugOf(slugs, found.project_id),
    title: found.title || (titles.get(found.brief_id ?? 0) ?? ''),
    snippet,
    at: found.at,
    score,
  }))
}

/** `#4`, `q12`, `s399`; an event of the trace by its number, `4711`. */
function refOf(hit: Hit): string {
  if (hit.kind === 'trace') return String(hit.ref_id)
  if (hit.kind === 'brief') return briefRef(hit.ref_id)
  return hit.kind === 'decision' ? decisionRef(hit.ref_id) : ref('scratchpad', hit.ref_id)
}
