/** Screenshots of a capture: held until the Brief exists, then sent to it one after the other. */
import { useCallback, useRef, useState } from 'react'
import { Button } from '../../bloom/button.tsx'
import { Notice } from '../../bloom/says.tsx'
import { type SendFile, type Upload, Uploads } from '../../bloom/write/upload.tsx'
import { attachFile, mostBytes } from '../../house/attach.ts'
import { saidOf } from '../../house/failures.tsx'
import { Words } from '../../house/words.tsx'

type Sent = Upload & { briefId: number; file: File }

export function usePictures() {
  const waiting = useRef(new Map<string, File>())
  const last = useRef(0)
  const [all, setAll] = useState<readonly Sent[]>([])

  const change = (key: number, part: Partial<Sent>) =>
    setAll(before => before.map(one => (one.key === key ? { ...one, ...part } : one)))
  const remove = (key: number) => setAll(before => before.filter(one => one.key !== key))

  const deliver = async (one: Sent) => {
    try {
      await attachFile(one.briefId, one.file, share => change(one.key, { share }), one.stop.signal)
      remove(one.key)
    } catch (reason) {
      change(one.key, { failed: saidOf(reason).sentence })
    }
  }

  /** Takes a picture in; it has no Brief to go to yet. */
  const hold: SendFile = useCallback(async (file, progress) => {
    if (file.size > mostBytes) throw new Error('It is larger than 10 MB.')
    const name = String(++last.current)
    waiting.current.set(name, file)
    progress(1)
    return name
  }, [])

  /** Sends those that were held to the Brief that exists now. One that fails stays in view and can be sent again. */
  const send = async (briefId: number, names: readonly string[]) => {
    const files = names.flatMap(name => waiting.current.get(name) ?? [])
    waiting.current.clear()
    const sent = files.map(
      (file): Sent => ({
        key: ++last.current,
        name: file.name,
        share: 0,
        ref: null,
        failed: null,
        stop: new AbortController(),
        briefId,
        file,
      }),
    )
    setAll(before => [...before, ...sent])
    for (const one of sent) await deliver(one)
  }

  const again = async (one: Sent) => {
    change(one.key, { failed: null, share: 0 })
    await deliver(one)
  }
  const stop = (key: number) => {
    all.find(one => one.key === key)?.stop.abort()
    remove(key)
  }
  return { all, hold, send, again, stop }
}

/** The pictures that are on their way to a Brief which was just captured. */
export function PicturesUnderWay({ pictures }: { pictures: ReturnType<typeof usePictures> }) {
  const failed = pictures.all.filter(one => one.failed !== null)
  const going = pictures.all.filter(one => one.failed === null)
  return (
    <>
      {going.length > 0 && (
        <p className="capture-going">
          <Uploads uploads={going} onRemove={pictures.stop} />
        </p>
      )}
      {failed.map(one => (
        <Notice
          key={one.key}
          tone="clay"
          live
          actions={
            <>
              <Button small onClick={() => void pictures.again(one)}>
                Send it again
              </Button>
              <Button small look="bare" onClick={() => pictures.stop(one.key)}>
                Leave it
              </Button>
            </>
          }
        >
          <bdi>{one.name}</bdi> is not at <a href={`/briefs/${one.briefId}`}>#{one.briefId}</a>:{' '}
          <Words text={one.failed ?? ''} />
        </Notice>
      ))}
    </>
  )
}
