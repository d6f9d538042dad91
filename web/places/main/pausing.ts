/** Stopping the queue and letting it go on. */
import type { Output } from '#contract/catalogue.ts'
import type { Said } from '../../house/failures.tsx'
import { queries } from '../../house/queries.ts'
import { isTaken, useWrite } from '../../house/write.ts'

type Paused = Output<'main.status'>['main']['paused']

export type Pausing = { pause: () => void; resume: () => void; busy: boolean; refused: Said | undefined }

function showAtOnce(project: string, paused: Paused): () => void {
  const filter = { queryKey: ['main.status', { project }] }
  const before = queries.getQueriesData<Output<'main.status'>>(filter)
  queries.setQueriesData<Output<'main.status'>>(filter, known => known && { main: { ...known.main, paused } })
  return () => {
    for (const [key, known] of before) queries.setQueryData(key, known)
  }
}

export function usePausing(project: string, me: string | undefined): Pausing {
  const resume = useWrite('merge.resume', {
    optimistic: () => showAtOnce(project, undefined),
    done: () => ({ words: 'The queue goes on.' }),
  })
  const pause = useWrite('merge.pause', {
    optimistic: () => showAtOnce(project, { by: me ?? '', at: new Date().toISOString(), reason: '' }),
    done: () => ({ words: 'The queue is paused.', undo: () => void isTaken(resume.write({ project })) }),
  })
  return {
    pause: () => void isTaken(pause.write({ project })),
    resume: () => void isTaken(resume.write({ project })),
    busy: pause.busy || resume.busy,
    refused: pause.refused ?? resume.refused,
  }
}
