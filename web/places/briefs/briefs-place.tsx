import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bringKeyboard } from '../../bloom/keys.ts'
import { NotYours } from '../../bloom/nothing.tsx'
import { Eyebrow, Sheet } from '../../bloom/section.tsx'
import { dropTyped } from '../../bloom/write/type-ahead.ts'
import { useRead } from '../../house/read.ts'
import { type Projects, useProjects } from '../../shell/project.ts'
import { useBriefsAddress } from './address.ts'
import { CaptureHere } from './capture-here.tsx'
import { FirstSteps } from './first-steps.tsx'
import { Listed } from './listed.tsx'

/**
 * `/briefs#capture` and `/briefs#filter` bring the keyboard there.
 * @param isKnown - whether a field that is not there now is not coming either
 */
function useFieldOfAddress(isKnown: boolean): void {
  const field = useLocation({ select: location => location.hash })
  const wanted = field === 'capture' || field === 'filter' ? field : undefined
  useEffect(() => {
    if (wanted !== undefined) bringKeyboard(document.getElementById(wanted))
  }, [wanted])
  useEffect(() => {
    if (isKnown && wanted !== undefined && document.getElementById(wanted) === null) dropTyped()
  }, [isKnown, wanted])
}

/** The field stands there before it is known whose it is: who presses `c` at once goes on typing. */
const notYet: Projects = []

/** Briefs: where they begin, and all of them. */
export function BriefsPlace() {
  const info = useRead('system.info', {}).data
  const projects = useProjects()
  const { project } = useBriefsAddress()
  const isFirst = info?.briefs === 0
  useFieldOfAddress(info !== undefined && projects !== undefined)
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
