/** A template, now or at a version, with the words that it may use and all its versions. */
import { packetWords } from '#domain/packet.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Read } from '../work.ts'
import { versionsOf } from './versions.ts'

export const show: Read<'template.show'> = async (input, work) => {
  const versions = await versionsOf(work, input.name)
  const asked = input.version === undefined ? versions[0] : versions.find(each => each.version === input.version)
  if (!asked) throw new Refusal('template.missing', { name: `${input.name}@${input.version}` })
  return {
    template: { ...asked, words: packetWords.map(word => `{{${word}}}`) },
    versions: versions.map(({ body: _, ...row }) => row),
  }
}
