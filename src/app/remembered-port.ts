/** A port that stays the same from start to start, noted in a file of the home. */
import { readFileIfThere, writeFileDurably } from '#machine/files.ts'

export async function rememberedPort(file: string): Promise<number | undefined> {
  const text = (await readFileIfThere(file))?.toString('utf8').trim() ?? ''
  const port = Number(text)
  return /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535 ? port : undefined
}

export const rememberPort = (file: string, port: number): Promise<void> => writeFileDurably(file, `${port}\n`, 0o600)
