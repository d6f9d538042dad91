import { useEffect, useMemo } from 'react'
import type { Output } from '#contract/catalogue.ts'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Aside, Eyebrow, Sheet } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { useProjects } from '../../shell/project.ts'
import { useFleetAddress } from './address.ts'
import { Claims } from './claims.tsx'
import { Costs } from './costs.tsx'
import './fleet-place.css'
import { FleetTree } from './fleet-tree.tsx'
import { Lede } from './head.tsx'
import { Kept } from './kept.tsx'

/** Files change and errands end without an event; milliseconds. */
const [whileBusy, whileResting] = [1_500, 10_000]

const untilNext = (list: Output<'worktree.list'> | undefined): number =>
  list?.items.some(each => each.errand !== null) ? whileBusy : whileResting

/** Fleet: every node with its worktrees, and in them agents, services and sites. */
export function FleetPlace() {
  const { project } = useFleetAddress()
  const projects = useProjects()
  const role = useRead('system.info', {}).data?.role
  const list = useRead('worktree.list', { project, limit: 500 }, { keep: true, every: untilNext })
  useEffect(() => {
    document.title = 'Fleet · flower'
  }, [])
  // Until those of another project are there, what is known of them already stands.
  const worktrees = useMemo(
    () => list.data?.items.filter(each => project === undefined || each.project === project),
    [list.data, project],
  )
  return (
    <Sheet place="fleet">
      <div className="head">
        <Eyebrow>node · worktree · agents</Eyebrow>
        <Lede worktrees={worktrees} />
      </div>
      <div className="main">
        {worktrees === undefined || projects === undefined ? (
          list.error ? (
            <Failure error={list.error} again={() => void list.refetch()} />
          ) : (
            <Loading label="Loading worktrees" />
          )
        ) : projects.length === 0 ? (
          <Empty>
            flower knows no repository yet: <a href="/briefs">Briefs</a> shows how to add one.
          </Empty>
        ) : (
          <FleetTree listed={worktrees} projects={projects} />
        )}
        {list.data?.nextCursor !== undefined && (
          <p className="list-foot dim small">The newest {list.data.items.length} are shown; choose a project.</p>
        )}
      </div>
      <Aside label="Held and kept">
        {projects !== undefined && projects.length > 0 && (
          <Costs project={project ?? (projects.length === 1 ? projects[0]?.slug : undefined)} />
        )}
        <Claims worktrees={worktrees ?? []} />
        <Kept project={project} mayWrite={role !== undefined && role !== 'viewer'} />
      </Aside>
    </Sheet>
  )
}
