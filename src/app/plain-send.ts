/** Sends a request by node:http alone: a command is over before `fetch` has loaded. */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { text } from 'node:stream/consumers'
import type { Send } from '#client/http.ts'

export const plainSend: Send = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const start = url.startsWith('https:') ? requestHttps : requestHttp
    const length = String(Buffer.byteLength(body))
    const outgoing = start(url, { method, headers: { ...headers, 'content-length': length }, signal }, answer => {
      text(answer).then(whole => resolve({ status: answer.statusCode ?? 0, text: whole }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
