/** What is filled into the form of an operation, and kept until it is sent. */
import { useMemo, useState } from 'react'
import { entryOf, type OperationName } from '#contract/catalogue.ts'
import { useDraft } from '../../bloom/write/draft.ts'
import type { Given } from './entry.ts'
import { type FormField, fieldsOf } from './fields.ts'
import { beginWith, inputOf, isReady, type Typed, wrongIn } from './filled.ts'

export type Form = {
  fields: readonly FormField[]
  typed: Typed
  input: Record<string, unknown>
  ready: boolean
  wrong: ReadonlyMap<string, string>
  set: (path: string, text: string) => void
  setFile: (file: File) => void
  /** Says what is wrong from now on; answers whether it can be sent. */
  check: () => boolean
  clear: () => void
}

export function useForm(operation: OperationName, given: Given): Form {
  const fields = useMemo(() => fieldsOf(operation), [operation])
  const begin = useMemo(() => beginWith(fields, given), [fields, given])
  const [draft, setDraft] = useDraft(`run ${operation} ${JSON.stringify(begin)}`)
  const [bytes, setBytes] = useState<Typed>({})
  const [checked, setChecked] = useState(false)
  const typed: Typed = { ...begin, ...readDraft(draft), ...bytes }
  const input = inputOf(fields, typed)
  const wrong = wrongIn(entryOf(operation).input, fields, input)
  const change = (more: Typed) => setDraft(JSON.stringify({ ...readDraft(draft), ...more }))
  const setFile = async (file: File) => {
    setBytes({ content: await inBase64(file) })
    // What the file says of itself; it can be called otherwise.
    change({ name: file.name, mediaType: file.type || 'application/octet-stream' })
  }
  return {
    fields,
    typed,
    input,
    ready: isReady(fields, typed),
    wrong: checked ? wrong : new Map(),
    set: (path, text) => change({ [path]: text }),
    setFile: file => void setFile(file),
    check: () => {
      setChecked(true)
      return wrong.size === 0
    },
    clear: () => setDraft(''),
  }
}

function readDraft(draft: string): Typed {
  try {
    const kept: unknown = JSON.parse(draft || '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Typed) : {}
  } catch {
    return {}
  }
}

function inBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
}
