/** A pasted or dropped file on its way into a note. */
import type { SendFile } from '../../bloom/write/upload.tsx'
import { attachFile } from '../../house/attach.ts'

/** Every browser calls a pasted screenshot `image.png`; the time tells them apart. */
function named(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const time = new Date().toISOString().slice(0, 19).replace(/[T:]/g, '-')
  return new File([file], file.name.replace('image', `screenshot-${time}`), { type: file.type })
}

/** Sends files to a Brief; what comes back is the Markdown that shows them. */
export const sendTo =
  (briefId: number): SendFile =>
  async (file, progress, signal) =>
    (await attachFile(briefId, named(file), progress, signal)).markdown
