/** What can be done with many Briefs: each is a write of its own, with the undo that a single one has. */
import type { Input } from '#contract/catalogue.ts'
import type { BriefRow } from '#contract/shapes.ts'
import { useWrite } from '../../house/write.ts'
import { isByHand } from '../brief/status-menu.tsx'
import { useTakeBack } from '../brief/take-back.ts'
import { spoken } from '../brief/words.ts'

type Undo = (() => Promise<unknown>) | undefined

export type BulkAction = {
  /** `handing over`, while it is done. */
  doing: string
  /** `handed over`, of those that were taken. */
  done: string
  /** Answers how that one is undone. */
  work: (row: BriefRow) => Promise<Undo>
}

type Settings = Omit<Input<'brief.configure'>, 'briefId'>

export function useBulkActions() {
  const dispatch = useWrite('brief.dispatch').write
  const { takeBack } = useTakeBack()
  const approve = useWrite('brief.approve').write
  const setStatus = useWrite('brief.setStatus').write
  const configure = useWrite('brief.configure').write

  const settings = (words: string, change: (row: BriefRow) => { to: Settings; from: Settings }): BulkAction => ({
    doing: 'setting',
    done: words,
    work: async ({ id: briefId, ...row }) => {
      const { to, from } = change({ id: briefId, ...row })
      await configure({ briefId, ...to })
      return () => configure({ briefId, ...from })
    },
  })
  return {
    handOver: (): BulkAction => ({
      doing: 'handing over',
      done: 'handed over',
      work: async row => {
        const { dispatchId } = await dispatch({ briefId: row.id })
        return () => takeBack(row.id, dispatchId, row.status)
      },
    }),
    approve: (): BulkAction => ({
      doing: 'approving',
      done: 'approved',
      work: async row => void (await approve({ briefId: row.id })),
    }),
    status: (status: BriefRow['status']): BulkAction => ({
      doing: 'setting',
      done: `set to ${spoken(status)}`,
      work: async ({ id: briefId, status: before }) => {
        await setStatus({ briefId, status })
        return isByHand(before) ? () => setStatus({ briefId, status: before }) : undefined
      },
    }),
    priority: (priority: number) =>
      settings(`set to priority ${priority}`, row => ({ to: { priority }, from: { priority: row.priority } })),
    autoDispatch: (autoDispatch: boolean) =>
      settings(`set to auto-dispatch ${autoDispatch ? 'on' : 'off'}`, row => ({
        to: { autoDispatch },
        from: { autoDispatch: row.autoDispatch },
      })),
    label: (label: string, isOn: boolean) =>
      settings(isOn ? `labelled ${label}` : `without the label ${label}`, ({ labels }) => ({
        to: { labels: isOn ? [...new Set([...labels, label])] : labels.filter(each => each !== label) },
        from: { labels },
      })),
  }
}
