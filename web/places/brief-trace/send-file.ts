/** A pasted or dropped file on its way to a Brief. */
import type { Output } from '#contract/catalogue.ts'
import type { SendFile } from '../../bloom/write/upload.tsx'

const failed = (text: string, status: number): string => {
  try {
    const problem = JSON.parse(text) as { detail?: string; next?: string }
    return [problem.detail, problem.next].filter(Boolean).join(' ') || `It was refused (${status}).`
  } catch {
    return `It was refused (${status}).`
  }
}

/** A pasted screenshot is called `image.png` by every browser; the time tells them apart. */
const nameOf = (file: File): string =>
  /^image\.\w+$/.test(file.name)
    ? file.name.replace('image', `screenshot-${new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-')}`)
    : file.name

/** Sends files to a Brief; what comes back is the Markdown that shows them. `fetch` has no progress, so by XHR. */
export const sendTo =
  (briefId: number): SendFile =>
  (file, progress, signal) =>
    new Promise((resolve, reject) => {
      const body = new FormData()
      body.set('briefId', String(briefId))
      body.set('file', file, nameOf(file))
      const request = new XMLHttpRequest()
      request.open('POST', '/api/brief.attach')
      request.setRequestHeader('idempotency-key', crypto.randomUUID())
      request.upload.addEventListener('progress', event => {
        if (event.lengthComputable) progress(event.loaded / event.total)
      })
      request.addEventListener('load', () => {
        if (request.status < 200 || request.status > 299)
          return reject(new Error(failed(request.responseText, request.status)))
        resolve((JSON.parse(request.responseText) as Output<'brief.attach'>).markdown)
      })
      request.addEventListener('error', () => reject(new Error('Nobody answers; it was not sent.')))
      request.addEventListener('abort', () => reject(new Error('taken back')))
      signal.addEventListener('abort', () => request.abort())
      request.send(body)
    })
