import { useEffect } from 'react'
import { Empty, Loading } from '../../bloom/nothing.tsx'
import { Aside, Eyebrow, Sheet } from '../../bloom/section.tsx'
import { Failure } from '../../house/failures.tsx'
import { useRead } from '../../house/read.ts'
import { type Projects, useProjects } from '../../shell/project.ts'
import { useReader } from '../merge/writes.ts'
import { Feed } from './feed.tsx'
import { Lede } from './lede.tsx'
import { Mains } from './mains.tsx'
import { Merges } from './merges.tsx'
import { NeedsSection } from './needs-section.tsx'
import { Queue } from './queue.tsx'
import { useRoom } from './reads.ts'
import './room-place.css'
import { Running } from './running.tsx'

/** The Room: who needs somebody, what runs, how MAIN stands, what happened. Of one project, or of all of them. */
export function RoomPlace({ project }: { project: string | undefined }) {
  const projects = useProjects()
  const read = useRead('project.list', {})
  useEffect(() => {
    document.title = 'Room · flower'
  }, [])
  return (
    <Sheet place="room">
      {projects === undefined ? (
        <div className="main">
          {read.error ? (
            <Failure error={read.error} again={() => void read.refetch()} />
          ) : (
            <Loading label="Loading the room" />
          )}
        </div>
      ) : (
        <Known projects={projects} project={project} />
      )}
    </Sheet>
  )
}

function Known({ projects, project }: { projects: Projects; project: string | undefined }) {
  const shown = project === undefined ? projects : projects.filter(each => each.slug === project)
  if (shown.length > 0) return <OneRoom key={project ?? ''} projects={shown} project={project} />
  return (
    <div className="head">
      <Eyebrow>room</Eyebrow>
      <h1 className="lede">Room</h1>
      {project === undefined ? (
        <Empty>
          flower knows no repository yet: <a href="/briefs">Briefs</a> shows how to add one. Then what needs you, and
          who is at work, stands here.
        </Empty>
      ) : (
        <Empty state="gone">
          There is no project of this name. <a href="/">All projects</a> are in one room.
        </Empty>
      )}
    </div>
  )
}

function OneRoom({ projects, project }: { projects: Projects; project: string | undefined }) {
  const room = useRoom(projects, project)
  const reader = useReader()
  const failed = room.error && <Failure error={room.error} again={room.again} />
  return (
    <>
      <div className="head">
        <Eyebrow>room · {project ?? (projects.length === 1 ? projects[0]?.slug : 'all projects')}</Eyebrow>
        <Lede room={room} />
      </div>
      <div className="main">
        {room.needs === undefined || room.agents === undefined ? (
          (failed ?? <Loading label="Loading the room" />)
        ) : (
          <>
            <NeedsSection needs={room.needs} reader={reader} />
            <Running room={room} agents={room.agents} projects={projects} reader={reader} />
          </>
        )}
      </div>
      <Aside label="MAIN and what comes next">
        <Mains mains={room.mains} merges={room.merges} failed={failed} />
        <Merges merges={room.merges} landings={room.landings} />
        <Queue queue={room.queue} ready={room.ready} failed={failed} />
      </Aside>
      {/* It has no end, so on a narrow screen everything else stands before it. */}
      <div className="main">
        <Feed project={project} />
      </div>
    </>
  )
}
