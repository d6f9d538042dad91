/** What the rows of the fleet have in common: who reads them, and what is known besides the worktrees. */
import { useCallback, useMemo, useState } from 'react'
import type { AgentView } from '#contract/agent.ts'
import type { Output } from '#contract/catalogue.ts'
import type { ServiceView } from '#contract/shapes.ts'
import { useRead } from '../../house/read.ts'
import { useRoster } from '../agents/roster.ts'
import { isMoving, placeKey, placeOf } from '../fleet-serving/serving.ts'

type Queued = Output<'recall.queue'>['inFlight'][number]

/** The one log that is open: each holds one of the few connections that a browser has to a host. */
export type OpenLog = { key: string | undefined; toggle: (key: string) => void }

export type Ground = {
  /** The actor who reads. */
  me: string | undefined
  /** A viewer reads here. */
  mayWrite: boolean
  /** May trust what a flower.yaml runs. */
  isOperator: boolean
  /** The roster. */
  agents: readonly AgentView[]
  /** Dispatches that are held. */
  queued: ReadonlyMap<number, Queued>
  /** By their place. */
  services: ReadonlyMap<string, readonly ServiceView[]>
  openLog: OpenLog
}

/** Milliseconds until services are looked at again; they tell of their changes themselves. */
const [whileMoving, whileResting] = [1_500, 15_000]

export function useGround(project: string | undefined): Ground {
  const info = useRead('system.info', {}).data
  const role = info?.role
  const me = info?.actor
  const agents = useRoster(project).data?.items
  const inFlight = useRead('recall.queue', { project, limit: 200 }).data?.inFlight
  const every = (list: Output<'service.list'> | undefined) => (list?.items.some(isMoving) ? whileMoving : whileResting)
  const services = useRead('service.list', { project }, { every }).data?.items
  const openLog = useOpenLog()
  const queued = useMemo(() => new Map((inFlight ?? []).map(row => [row.id, row])), [inFlight])
  const byPlace = useMemo(() => Map.groupBy(services ?? [], each => placeKey(placeOf(each))), [services])
  return useMemo(
    () => ({
      me,
      mayWrite: role !== undefined && role !== 'viewer',
      isOperator: role === 'operator',
      agents: agents ?? [],
      queued,
      services: byPlace,
      openLog,
    }),
    [me, role, agents, queued, byPlace, openLog],
  )
}

function useOpenLog(): OpenLog {
  const [key, setKey] = useState<string>()
  const toggle = useCallback((next: string) => setKey(before => (before === next ? undefined : next)), [])
  return useMemo(() => ({ key, toggle }), [key, toggle])
}
