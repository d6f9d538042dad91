import { useEffect } from 'react'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Eyebrow, Sheet } from '../../bloom/section.tsx'
import { useRead } from '../../house/read.ts'
import { useProjects } from '../../shell/project.ts'
import { useMainAddress } from './address.ts'
import { Mains } from './lede.tsx'
import './main-place.css'
import { OneMain } from './one-main.tsx'

/** MAIN: how it stands, what guards it, what waits to land in it and what landed with its proof. */
export function MainPlace() {
  const projects = useProjects()
  const { project, asked } = useMainAddress()
  const isAsked = asked !== undefined && projects !== undefined && projects.length > 1
  const named = useRead('merge.show', { mergeId: asked ?? 0 }, { enabled: isAsked })
  useEffect(() => {
    document.title = 'MAIN · flower'
  }, [])
  if (projects === undefined || (isAsked && named.data === undefined && !named.error))
    return (
      <Sheet place="stable">
        <div className="main">
          <Loading label="Loading MAIN" />
        </div>
      </Sheet>
    )
  const shown = named.data?.merge.project ?? project ?? projects[0]?.slug
  if (shown === undefined)
    return (
      <Sheet place="stable">
        <div className="head">
          <Eyebrow>primary · stable</Eyebrow>
          <h1 className="lede">MAIN</h1>
          <Empty>
            flower knows no repository yet: <a href="/briefs">Briefs</a> shows how to add one.
          </Empty>
        </div>
      </Sheet>
    )
  return (
    <Sheet place="stable">
      <OneMain key={shown} project={shown} asked={asked} mains={<Mains projects={projects} shown={shown} />} />
    </Sheet>
  )
}
