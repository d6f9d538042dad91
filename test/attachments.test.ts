import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from './server.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('attachments', () => {
  let server: TestServer
  let briefId = 0
  beforeAll(async () => {
    const project = process.cwd()
    server = await startServer({ project })
    briefId = (await server.client().call('brief.capture', { text: 'Look at the roses' })).briefId
  })
  afterAll(() => server.remove())

  async function upload(
    name: string,
    type: string,
    bytes: Uint8Array<ArrayBuffer>,
    extra: Record<string, string> = {},
  ): Promise<Response> {
    const form = new FormData()
    form.set('briefId', String(briefId))
    form.set('file', new File([bytes], name, { type }))
    for (const [key, value] of Object.entries(extra)) form.set(key, value)
    return fetch(`${server.url}/api/brief.attach`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.token}` },
      body: form,
    })
  }
  const download = (url: string): Promise<Response> =>
    fetch(server.url + url, { headers: { authorization: `Bearer ${server.token}` } })

  it('a pasted picture arrives whole and is shown', async () => {
    const { url, markdown } = (await (await upload('roses.png', 'image/png', new Uint8Array(png))).json()) as {
      url: string
      markdown: string
    }
    expect(markdown).toBe(`![roses.png](${url})`)
    const answer = await download(url)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true)
  })

  it.each([
    [{ colour: 'red' }, 10, 400, '`colour`: is not a field of brief.attach'],
    [{ briefId: 'four' }, 10, 400, '`briefId`: has to be a number'],
    [{}, 10 * 2 ** 20 + 1, 413, '`file` is longer than its limit of 10485760 bytes.'],
  ])('a form with %j and %i bytes is refused with %i, by its field', async (extra, bytes, status, words) => {
    const answer = await upload('roses.bin', 'application/octet-stream', new Uint8Array(bytes), extra)
    expect(answer.status).toBe(status)
    expect(((await answer.json()) as { detail: string }).detail).toContain(words)
  })

  it('an uploaded file that is no picture behind the name of one is kept as it came', async () => {
    const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0])
    const { url } = (await (await upload('roses.png', 'image/png', bytes)).json()) as { url: string }
    expect(new Uint8Array(await (await download(url)).arrayBuffer())).toEqual(bytes)
  })

  it('a large file keeps every byte', async () => {
    const bytes = new Uint8Array(3_000_000).map((_, at) => (at * 31) % 251)
    const { url, sha256 } = (await (await upload('large.bin', 'application/octet-stream', bytes)).json()) as {
      url: string
      sha256: string
    }
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(new Uint8Array(await (await download(url)).arrayBuffer())).toEqual(bytes)
  })

  it.each([
    ['evil.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['evil.html', 'text/html', '<script>alert(1)</script>'],
    ['evil.png.js', 'text/javascript', 'alert(1)'],
  ])('%s is only ever downloaded and can run nothing', async (name, type, text) => {
    const { url, markdown } = (await (await upload(name, type, new TextEncoder().encode(text))).json()) as {
      url: string
      markdown: string
    }
    expect(markdown).toBe(`[${name}](${url})`)
    const answer = await download(url)
    expect(answer.headers.get('content-type')).toBe('application/octet-stream')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('a name is only ever a name: paths, quotes and line breaks lead nowhere', async () => {
    const { attachmentId } = await server.client().call('brief.attach', {
      briefId,
      name: '../../etc/passwd"; x=y',
      mediaType: 'image/png',
      content: png.toString('base64'),
    })
    const answer = await download(`/api/attachments/${attachmentId}`)
    expect(answer.headers.get('content-disposition')).toBe(
      "inline; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd%22%3B%20x%3Dy",
    )
    for (const path of ['/api/attachments/..%2f..%2ftoken', '/api/attachments/0', '/api/attachments/999'])
      expect((await download(path)).ok).toBe(false)
  })

  it('a cut file is refused and not kept', async () => {
    const sha256 = createHash('sha256').update(png).digest('hex')
    const cut = await upload('cut.png', 'image/png', new Uint8Array(png.subarray(0, 20)), { sha256 })
    expect(cut.status).toBe(400)
    expect(((await cut.json()) as { code: string }).code).toBe('attachment.damaged')
    for (const end of [0, 20, png.length - 12]) {
      const content = png.subarray(0, end).toString('base64')
      const call = server.client().call('brief.attach', { briefId, name: 'cut.png', mediaType: 'image/png', content })
      await expect(call).rejects.toMatchObject({ code: 'attachment.damaged' })
    }
    await expect(
      server.client().call('brief.attach', { briefId, name: 'a.png', mediaType: 'image/png', content: 'not base64!' }),
    ).rejects.toMatchObject({ code: 'input.invalid' })
  })
})
