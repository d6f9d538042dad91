// What the pages of a site say, each time with the next thing to do.

import type { SitePage } from './page.ts'

export function refusalOf(outcome: 'foreign_host' | 'foreign_page'): SitePage {
  if (outcome === 'foreign_host') return { ...unknownPage, status: 421 }
  return {
    status: 403,
    name: '',
    title: 'Another page asked for this',
    why: 'A site answers its own pages only, so that no branch can read or change what another one shows.',
    next: 'Open its address by itself.',
    tone: 'broken',
  }
}

export const unknownPage: SitePage = {
  status: 404,
  name: '',
  title: 'There is no site at this address',
  why: 'Sites are at <worktree>.<project>.localhost, and MAIN is at <project>.localhost. A removed worktree has none.',
  next: 'The Fleet place of flower lists every site with its address.',
  tone: 'stopped',
}

export const undecidedPage: SitePage = {
  status: 503,
  name: '',
  title: 'flower could not say in time what is here',
  why: 'It is busy or being started.',
  next: 'This page looks again by itself.',
  tone: 'waits',
}

export const stoppedPage = (site: { name: string; why: string; coming: boolean; start: string }): SitePage => ({
  status: 503,
  name: site.name,
  title: site.coming ? 'This site is being started' : 'This site is stopped',
  why: site.why,
  next: site.coming
    ? 'This page looks again by itself.'
    : `Start its service on the Fleet place of flower, or with \`${site.start}\`.`,
  tone: site.coming ? 'waits' : 'stopped',
})

export const oursPage = (site: { name: string; port: number }): SitePage => ({
  status: 502,
  name: site.name,
  title: 'This site points at flower itself',
  why: `Port ${site.port} is flower's own, which no site may reach.`,
  next: 'Give its service another `port` in flower.yaml.',
  tone: 'broken',
})

/** `code` is the system's, or LATE. */
export function failurePage(site: { port: number; name: string }, code: string): SitePage {
  const isLate = code === 'LATE'
  const how = isLate ? 'it took the request and said nothing' : `asking it ended with ${code}`
  return {
    status: isLate ? 504 : 502,
    name: site.name,
    title: isLate ? 'This site takes too long to answer' : 'This site does not answer',
    why: `Its service should listen on localhost:${site.port}; ${how}.`,
    next: 'Its log says more: the Fleet place of flower shows it.',
    tone: 'broken',
  }
}
