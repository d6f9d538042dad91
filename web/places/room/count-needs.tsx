import { useEffect } from 'react'
import type { Projects } from '../../shell/project.ts'
import { useNeeds } from './reads.ts'

export type CountProps = { projects: Projects; onCount: (count: number | undefined) => void }

/** Counts what needs a person, for whoever shows the number alone. Draws nothing. */
export function CountNeeds({ projects, onCount }: CountProps) {
  const count = useNeeds(projects, undefined, true).needs?.length
  useEffect(() => onCount(count), [count, onCount])
  return null
}
