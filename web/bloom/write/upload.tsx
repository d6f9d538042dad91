import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import { IconButton } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** Sends one file; `progress` is 0 to 1. Answers with what the house calls it, or rejects with the reason. */
export type SendFile = (file: File, progress: (share: number) => void, signal: AbortSignal) => Promise<string>

export type Upload = {
  key: number
  name: string
  share: number
  /** What the house calls it, once it has it. */
  ref: string | null
  failed: string | null
  stop: AbortController
}

/** A table of a spreadsheet comes as its text and as a picture of itself, a file of a folder with its name: is the text meant? */
function isText(data: DataTransfer): boolean {
  const names = new Set([...data.files].map(file => file.name))
  const lines = data.getData('text/plain').split(/[\r\n]+/)
  return lines.some(line => line.trim() !== '' && !names.has(line))
}

/** Asked while the drop lasts: a folder comes as a file that nobody can read. */
const foldersOf = (data: DataTransfer): ReadonlySet<string> =>
  new Set(
    [...data.items].flatMap(item => item.webkitGetAsEntry()).flatMap(entry => (entry?.isDirectory ? entry.name : [])),
  )

/** The files of a text that is being written: pasted or dropped, on their way, there, or failed with the reason. */
export function useUploads(send: SendFile | undefined) {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [over, setOver] = useState(false)
  const last = useRef(0)

  const change = (key: number, part: Partial<Upload>) =>
    setUploads(all => all.map(one => (one.key === key ? { ...one, ...part } : one)))

  const start = (file: File, send: SendFile, failed: string | null) => {
    const key = ++last.current
    const stop = new AbortController()
    setUploads(all => [...all, { key, name: file.name, share: 0, ref: null, failed, stop }])
    if (failed !== null) return
    send(file, share => change(key, { share }), stop.signal).then(
      ref => change(key, { ref, share: 1 }),
      (reason: unknown) => change(key, { failed: reason instanceof Error ? reason.message : String(reason) }),
    )
  }

  const take = (data: DataTransfer): boolean => {
    if (send === undefined) return false
    const folders = foldersOf(data)
    for (const file of data.files) start(file, send, folders.has(file.name) ? 'A folder: take its files.' : null)
    return data.files.length > 0
  }

  return {
    uploads,
    /** A file is held over the field. */
    over,
    pending: uploads.some(one => one.ref === null && one.failed === null),
    refs: uploads.flatMap(one => (one.ref === null ? [] : [one.ref])),
    remove: (key: number) => {
      uploads.find(one => one.key === key)?.stop.abort()
      setUploads(all => all.filter(one => one.key !== key))
    },
    clear: () => setUploads([]),
    handlers: {
      onPaste: (event: ClipboardEvent) => {
        if (!isText(event.clipboardData) && take(event.clipboardData)) event.preventDefault()
      },
      onDragOver: (event: DragEvent) => {
        if (send === undefined || !event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (take(event.dataTransfer)) event.preventDefault()
      },
    },
  }
}

/** The files of a text, each with its progress and a way to take it back. */
export function Uploads({ uploads, onRemove }: { uploads: readonly Upload[]; onRemove: (key: number) => void }) {
  return uploads.map(one => (
    <span key={one.key} className="upload">
      <span className="upload-name">
        <Icon name="image" />
        <bdi>{one.name}</bdi>
      </span>
      {one.failed !== null && (
        <span className="clay-ink" role="status">
          {one.failed}
        </span>
      )}
      {one.failed === null && one.ref === null && (
        <>
          <span className="upload-bar">
            <progress max={100} value={Math.round(one.share * 100)} aria-label={`uploading ${one.name}`} />
          </span>
          <span className="dim">uploading {Math.round(one.share * 100)}%</span>
        </>
      )}
      <IconButton icon="failed" label={`Remove ${one.name}`} onClick={() => onRemove(one.key)} />
    </span>
  ))
}
