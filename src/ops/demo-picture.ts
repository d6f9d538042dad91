/** The demo's screenshot: a small PNG drawn here, so that no picture has to be shipped. */
import { crc32, deflateSync } from 'node:zlib'

const width = 320
const height = 180

/** A page that did not load: a pale window with a bar, a dark band and a red mark. In base64. */
export function pictureOfAnOutage(): string {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => pixel(x, y)).flat()]),
  )
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    signature,
    chunk('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64')
}

/** Red, green and blue, 0 to 255. */
function pixel(x: number, y: number): [number, number, number] {
  if (y < 22) return x > 8 && x < 40 && y > 8 && y < 15 ? [201, 142, 130] : [226, 221, 211]
  if (y > 70 && y < 84 && x > 40 && x < 220) return [74, 70, 64]
  if (y > 96 && y < 104 && x > 40 && x < 280) return [176, 170, 160]
  return Math.hypot(x - 270, y - 77) < 12 ? [190, 60, 60] : [247, 244, 238]
}

/** Length, kind, data and their checksum, as PNG wants each part. */
function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
