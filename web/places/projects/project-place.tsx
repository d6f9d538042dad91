import { useEffect } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Contents, Crumbs, Section, Sheet } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { type Reader, useReader } from '../merge/writes.ts'
import { ConfigurationSection } from '../project-configuration/configuration-section.tsx'
import { Export } from '../project-data/export.tsx'
import { Import } from '../project-data/import.tsx'
import { FeedbackSection } from '../project-feedback/feedback-section.tsx'
import { TemplatesSection } from '../project-templates/templates-section.tsx'
import { TokensSection } from '../project-tokens/tokens-section.tsx'
import { Checkout } from './checkout.tsx'
import { Defaults } from './defaults.tsx'
import './projects-place.css'
import { RemoveProject } from './remove-project.tsx'

export type ProjectShown = Output<'project.show'>['project']

/** A file on the disk changes without an event; milliseconds. */
const lookAgain = 10_000

/** One project: its checkout, what its flower.yaml says, and how it is handed over, let in and kept. */
export function ProjectPlace({ slug }: { slug: string }) {
  const reader = useReader()
  const { data, error, refetch } = useRead('project.show', { project: slug }, { every: () => lookAgain })
  useEffect(() => {
    document.title = `${slug} · flower`
  }, [slug])
  const isMissing = error instanceof Refusal && error.code === 'project.missing'
  return (
    <Sheet place="project">
      <div className="head">
        <Crumbs
          path={[
            { name: 'flower', href: '/' },
            { name: 'All projects', href: '/projects' },
          ]}
        />
        <h1 className="page-title" dir="auto">
          {slug}
        </h1>
      </div>
      {data && reader.me !== undefined ? (
        <Whole project={data.project} reader={reader} />
      ) : (
        <div className="main">
          {isMissing ? (
            <Empty state="gone">
              There is no project of this name. <a href="/projects">All projects</a> are in one list; one that was taken
              off it is added again by its folder.
            </Empty>
          ) : error ? (
            <Failure error={error} again={() => void refetch()} />
          ) : (
            <Loading label="Loading the project" />
          )}
        </div>
      )}
    </Sheet>
  )
}

const contents = [
  { name: 'Checkout', href: '#checkout' },
  { name: 'flower.yaml', href: '#configuration' },
  { name: 'Templates', href: '#templates' },
  { name: 'Tokens', href: '#tokens' },
  { name: 'Feedback', href: '#feedback' },
  { name: 'Import', href: '#import' },
  { name: 'Export', href: '#export' },
] as const

function Whole({ project, reader }: { project: ProjectShown; reader: Reader }) {
  const { slug, configuration } = project
  const { isOperator } = reader
  const isYours = isOperator && !configuration.trusted && configuration.problems.length === 0
  return (
    <>
      <Contents
        entries={contents.map(entry => ({
          ...entry,
          ...(entry.href === '#configuration' && isYours && { note: 'waits for trust', yours: true }),
        }))}
      />
      <div className="main">
        <Checkout key={project.primaryBranch} project={project} isOperator={isOperator} />
        <Defaults project={project} isOperator={isOperator} />
        <ConfigurationSection project={project} isOperator={isOperator} />
        <TemplatesSection project={slug} isOperator={isOperator} />
        <TokensSection isOperator={isOperator} />
        <FeedbackSection project={slug} reader={reader} />
        <Section id="import" eyebrow="others · in" title="Import">
          {isOperator ? (
            <Import project={slug} />
          ) : (
            <Empty>An operator takes Briefs in from elsewhere: beads, Backlog.md, task-master, GitHub.</Empty>
          )}
        </Section>
        <Section id="export" eyebrow="open format · out" title="Export">
          <Export project={slug} />
        </Section>
        {isOperator && <RemoveProject project={project} />}
      </div>
    </>
  )
}
