/** Filing something that was noticed: a line, and more where there is more. */
import { type FormEvent, useState } from 'react'
import { Button, Fold } from '../../bloom/button.tsx'
import { Segment } from '../../bloom/choice.tsx'
import { Field } from '../../bloom/field.tsx'
import { useDraft } from '../../bloom/write/draft.ts'
import { Words } from '../../house/words.tsx'
import { isTaken, useWrite } from '../../house/write.ts'
import { kinds } from './kinds.ts'

export function FileFeedback({ project }: { project: string | undefined }) {
  const [kind, setKind] = useState(kinds[0] ?? 'note')
  const [summary, setSummary] = useDraft(`feedback ${project ?? ''}`)
  const [detail, setDetail] = useDraft(`feedback detail ${project ?? ''}`)
  const [isMore, setMore] = useState(detail !== '')
  const { write, busy, refused } = useWrite('feedback.file', { done: () => ({ words: 'It is filed.' }) })
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || summary.trim() === '') return
    if (!(await isTaken(write({ kind, summary: summary.trim(), detail: detail.trim() || undefined, project })))) return
    setSummary('')
    setDetail('')
    setMore(false)
  }
  return (
    <form className="file-feedback" onSubmit={event => void onSubmit(event)}>
      <Segment
        label="What kind it is"
        choices={kinds.map(value => ({ value, name: value }))}
        value={kind}
        onChange={setKind}
      />
      <Field
        label="What you noticed"
        silent
        placeholder="What you noticed, in a line"
        value={summary}
        maxLength={2000}
        autoComplete="off"
        onChange={event => setSummary(event.target.value)}
        refused={refused && <Words text={`${refused.sentence} ${refused.next}`} />}
      />
      <Button type="submit" busy={busy} refused={summary.trim() === '' ? 'write a line first' : undefined}>
        File
      </Button>
      <Fold open={isMore} onClick={() => setMore(!isMore)}>
        more about it
      </Fold>
      {isMore && (
        <Field
          label="More about it, in Markdown"
          lines={3}
          value={detail}
          onChange={event => setDetail(event.target.value)}
        />
      )}
    </form>
  )
}
