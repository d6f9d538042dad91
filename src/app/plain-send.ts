/** Sends a request by node:http alone: a command is over before `fetch` has loaded. */
import { text } from 'node:stream/consumers'
import type { Send } from '#client/http.ts'

export const plainSend: Send = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    // Not imported: that reads every export of it, and one of them loads what `fetch` needs, too.
    const { request } = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http')
    const length = String(Buffer.byteLength(body))
    const outgoing = request(url, { method, headers: { ...headers, 'content-length': length }, signal }, answer => {
      text(answer).then(whole => resolve({ status: answer.statusCode ?? 0, text: whole }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
