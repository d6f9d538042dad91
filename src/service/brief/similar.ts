/** Open Briefs that are about the same as a text, while it is being typed. */
import { sharedWords, tellingWords } from '#domain/recall/similar.ts'
import { phrasesOf } from '#domain/recall/words.ts'
import { isClosed } from '#domain/status.ts'
import { listedBriefs } from '#store/queries/brief-list.ts'
import { findTexts, type Hit } from '#store/queries/documents.ts'
import { filterProject, projectSlugs } from '#store/queries/projects.ts'
import { slugOf } from '../recall/views.ts'
import type { Read } from '../work.ts'

const usualLimit = 5
/** Of the telling words: fewer in common than this is chance. */
const leastShare = 0.3

export const similar: Read<'brief.similar'> = async (input, work) => {
  const words = tellingWords(input.text)
  const projectId = await filterProject(work.tx, input.project)
  const { hits } = await findTexts(work.tx, { phrases: phrasesOf(words), match: 'any', projectId, kinds: ['brief'] })
  const shared = sharedBy(words, hits)
  const open = (await listedBriefs(work.tx, [...shared.keys()])).filter(each => !isClosed(each.status))
  const slugs = await projectSlugs(work.tx)
  const items = open.map(brief => {
    const inCommon = shared.get(brief.id) ?? []
    const inTitle = sharedWords(words, brief.title).length
    const score = Math.round(((inCommon.length + inTitle / 2) / (words.length * 1.5)) * 1_000) / 1_000
    return {
      id: brief.id,
      title: brief.title,
      status: brief.status,
      project: slugOf(slugs, brief.projectId),
      parentId: brief.parentId,
      words: inCommon,
      score,
    }
  })
  return { items: items.sort((a, b) => b.score - a.score || b.id - a.id).slice(0, input.limit ?? usualLimit) }
}

/** What each Brief has in common with the words over all parts of its text; those with too little are left out. */
function sharedBy(words: string[], hits: Hit[]): Map<number, string[]> {
  const shared = new Map<number, string[]>()
  for (const [id, parts] of Map.groupBy(hits, hit => hit.ref_id)) {
    const inCommon = sharedWords(words, parts.map(part => `${part.title}\n${part.body}`).join('\n'))
    if (inCommon.length >= words.length * leastShare) shared.set(id, inCommon)
  }
  return shared
}
