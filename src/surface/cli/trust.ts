/** `flower project trust`: shows what the flower.yaml of now would do outside, and trusts exactly that once somebody says so. */
import { quoted } from '#domain/words/quoted.ts'
import { harmless } from '../terminal/harmless.ts'
import type { CliDoor } from './door.ts'
import { Misuse } from './misuse.ts'

/** The operation's input. Whoever names a hash has seen it: nothing is shown then, and nobody is asked. */
export async function trustWhatIsThere(
  { yes, ...input }: Record<string, unknown>,
  json: boolean,
  door: CliDoor,
): Promise<Record<string, unknown>> {
  if (input.hash !== undefined) return input
  const client = await door.client()
  const asked = typeof input.project === 'string' ? { project: input.project } : {}
  const { slug, path, configuration } = (await client.call('project.show', asked)).project
  const { hash, problems, commands } = configuration
  if (problems.length > 0)
    throw new Misuse(`flower.yaml of ${slug} has problems:\n${problems.join('\n')}`, `edit ${quoted(path)}/flower.yaml`)
  const lines = commands.map(each => `  ${each.path}: ${each.text}`)
  const said =
    lines.length === 0 ? [`flower.yaml of ${slug} would run nothing.`] : [`flower.yaml of ${slug} would run:`]
  for (const line of [...said, ...lines, `hash ${hash}`]) door.stderr.write(`${harmless(line)}\n`)
  const trusts = yes === true || (yes === undefined && !json && (await door.confirm?.('Trust this?')))
  if (trusts) return { ...input, project: slug, hash }
  throw new Misuse('Nothing is trusted.', `flower project trust --project ${slug} --yes`)
}
