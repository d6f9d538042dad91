/** Everything out, in an open format, as a file. */
import { useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { counted } from '../../bloom/spoken.ts'
import { api } from '../../house/api.ts'
import { RefusedNotice, type Said, saidOf } from '../../house/failures.tsx'
import { sayDone } from '../../house/toasts.tsx'

type Format = 'jsonl' | 'markdown'

const formats: Record<Format, { name: string; ending: string; type: string; note: string }> = {
  jsonl: {
    name: 'All of it (JSONL)',
    ending: 'jsonl',
    type: 'application/jsonl',
    note: 'whole: another flower takes it in, with its chain',
  },
  markdown: {
    name: 'To read (Markdown)',
    ending: 'md',
    type: 'text/markdown',
    note: 'Briefs, specs and traces as a text',
  },
}

/** Gives the browser a text to keep as a file. */
function download(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** @param project - of all projects where none is named */
export function Export({ project }: { project: string | undefined }) {
  const [busy, setBusy] = useState<Format>()
  const [refused, setRefused] = useState<Said>()
  const take = async (format: Format) => {
    setBusy(format)
    setRefused(undefined)
    try {
      const { text, briefs, events } = await api.call('data.export', { format, project })
      const { ending, type } = formats[format]
      const today = new Date().toISOString().slice(0, 10)
      download(`flower-${project ?? 'all'}-${today}.${ending}`, text, type)
      sayDone(`Exported ${counted(briefs, 'Brief')} with ${counted(events, 'event')}.`)
    } catch (reason) {
      setRefused(saidOf(reason))
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <>
      <ul className="exports">
        {(['jsonl', 'markdown'] as const).map(format => (
          <li key={format}>
            <Button busy={busy === format} onClick={() => void take(format)}>
              {formats[format].name}
            </Button>{' '}
            <span className="small dim">{formats[format].note}</span>
          </li>
        ))}
      </ul>
      {refused && <RefusedNotice said={refused} />}
    </>
  )
}
