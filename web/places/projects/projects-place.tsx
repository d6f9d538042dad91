import { useEffect } from 'react'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Aside, AsideSection, Eyebrow, Section, Sheet } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { useReader } from '../merge/writes.ts'
import { Export } from '../project-data/export.tsx'
import { Import } from '../project-data/import.tsx'
import { FeedbackSection } from '../project-feedback/feedback-section.tsx'
import { ProjectList } from './project-list.tsx'
import './projects-place.css'
import { Register } from './register.tsx'

/** Projects: the repositories that flower knows, a new one, and everything in and out of the house. */
export function ProjectsPlace() {
  const { data, error, refetch } = useRead('project.list', {})
  const reader = useReader()
  const { isOperator } = reader
  useEffect(() => {
    document.title = 'Projects · flower'
  }, [])
  const projects = data?.items
  return (
    <Sheet place="projects">
      <div className="head">
        <Eyebrow>repositories · known</Eyebrow>
        <h1 className="page-title">Projects</h1>
      </div>
      <div className="main">
        {projects === undefined || reader.me === undefined ? (
          error ? (
            <Failure error={error} again={() => void refetch()} />
          ) : (
            <Loading label="Loading projects" />
          )
        ) : (
          <>
            <ProjectList projects={projects} />
            {isOperator && (
              <Section id="add" eyebrow="new · repository" title="Add a project">
                <Register id="add-path" />
              </Section>
            )}
            <FeedbackSection project={undefined} reader={reader} />
          </>
        )}
      </div>
      <Aside label="In and out of the house">
        <AsideSection id="out" eyebrow="everything · out" title="Export">
          <Export project={undefined} />
        </AsideSection>
        <AsideSection id="in" eyebrow="everything · in" title="Restore">
          {isOperator ? (
            <Import project={undefined} />
          ) : (
            reader.me !== undefined && <Empty>An operator takes an export of another house in here.</Empty>
          )}
        </AsideSection>
      </Aside>
    </Sheet>
  )
}
