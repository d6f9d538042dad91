import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bringKeyboard } from '../../bloom/keys.ts'
import { NotYours } from '../../bloom/nothing.tsx'
import { Eyebrow, Sheet } from '../../bloom/section.tsx'
import { useRead } from '../../house/read.ts'
import { type Projects, useProjects } from '../../shell/project.ts'
import { useBriefsAddress } from './address.ts'
import { CaptureHere } from './capture-here.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Listed } from './listed.tsx'

/** `/briefs#capture` and `/briefs#filter` bring the keyboard there. */
function useFieldOfAddress(): void {
  const field = useLocation({ select: location => location.hash })
  useEffect(() => {
    if (field === 'capture' || field === 'filter') bringKeyboard(document.getElementById(field))
  }, [field])
}

/** The field stands there before it is known whose it is: who presses `c` at once goes on typing. */
const notYet: Projects = []

/** Briefs: where they begin, and all of them. */
export function BriefsPlace() {
  const info = useRead('system.info', {}).data
  const projects = useProjects()
  const { project } = useBriefsAddress()
  const isFirst = info?.briefs === 0
  useFieldOfAddress()
  useEffect(() => {
    document.title = 'Briefs · flower'
  }, [])
  return (
    <Sheet place="briefs">
      <div className="head">
        <Eyebrow>capture · briefs</Eyebrow>
        <h1 className="page-title">Briefs</h1>
      </div>
      {info?.role === 'viewer' ? (
        <NotYours>You read here: a viewer captures nothing. An operator gives another token.</NotYours>
      ) : (
        projects?.length !== 0 && <CaptureHere projects={projects ?? notYet} shown={project} />
      )}
      {isFirst && projects !== undefined ? (
        <section className="sec views" aria-label="How it begins">
          <FirstSteps projects={projects} mayAdd={info.role === 'operator'} />
        </section>
      ) : (
        <Listed />
      )}
    </Sheet>
  )
}
