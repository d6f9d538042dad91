/** A note in the trace: Markdown, with pasted screenshots. */
import { useMemo, useState } from 'react'
import { Pick } from '../../bloom/float/menu.tsx'
import { Composer } from '../../bloom/write/composer.tsx'
import { inWords } from '../../house/failures.tsx'
import { useIsAway } from '../../house/live.ts'
import { useWrite } from '../../house/write.ts'
import { sendTo } from './send-file.ts'

const kinds = [
  { value: 'note', name: 'note' },
  { value: 'comment', name: 'comment' },
  { value: 'progress', name: 'progress' },
  { value: 'refinement', name: 'refinement' },
] as const
type Kind = (typeof kinds)[number]['value']

export function NoteComposer({ briefId }: { briefId: number }) {
  const { write } = useWrite('brief.append')
  const [kind, setKind] = useState<Kind>('note')
  const send = useMemo(() => sendTo(briefId), [briefId])
  const add = async (text: string, images: readonly string[]) => {
    const body = [text.trim(), ...images].filter(part => part !== '').join('\n\n')
    await write({ briefId, body, kind }).catch((reason: unknown) => {
      throw inWords(reason)
    })
  }
  return (
    <Composer
      isAway={useIsAway()}
      label="Note"
      draft={`note ${briefId}`}
      submit="Add"
      placeholder="A note, in Markdown. #4 links a brief, @agent asks one."
      onFile={send}
      onSend={add}
      tools={<Pick label="as" choices={kinds} value={kind} onChange={setKind} />}
    />
  )
}
