/** Writes a whole store into one SQLite file while work goes on. */
import { statSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'

export async function backupStore(
  place: { file: string } | { url: string },
  file: string,
): Promise<{ path: string; bytes: number }> {
  if ('url' in place) throw new Error('not yet')
  const raw = new DatabaseSync(place.file, { readOnly: true })
  await backup(raw, file)
  raw.close()
  return { path: file, bytes: statSync(file).size }
}
