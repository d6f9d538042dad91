/** The least that a live stream can be: each body that is posted goes as one frame to everybody who listens. Sends its port. */
import { createServer, type ServerResponse } from 'node:http'

/** As many bytes as an event of ours has beside its words. */
const around = 'x'.repeat(620)
const listening = new Set<ServerResponse>()

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 1000\n\n')
    listening.add(response)
    response.on('close', () => listening.delete(response))
    return
  }
  let body = ''
  request.on('data', chunk => void (body += String(chunk)))
  request.on('end', () => {
    response.writeHead(200, { 'content-length': 2 }).end('{}')
    for (const each of listening) each.write(`id: 1\nevent: note_added\ndata: ${body}${around}\n\n`)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
