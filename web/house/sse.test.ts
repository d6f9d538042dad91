import { expect, test } from 'vitest'
import { frameReader } from './sse.ts'

test('a frame that comes in pieces is whole once', () => {
  const framesOf = frameReader()
  expect(framesOf('id: 7\nevent: capt')).toEqual([])
  expect(framesOf('ured\ndata: {"seq":7}\n\nid: 8\n')).toEqual([{ id: '7', event: 'captured', data: '{"seq":7}' }])
  expect(framesOf('data: a\ndata: b\n\n')).toEqual([{ id: '8', event: 'message', data: 'a\nb' }])
})

test('a comment that keeps the line open is no frame', () => {
  expect(frameReader()(': still here\n\nevent: reset\ndata:\n\n')).toEqual([
    { id: undefined, event: 'reset', data: '' },
  ])
})
