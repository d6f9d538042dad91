import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '#client/client.ts'
import { type PracticeGround, practiceGround } from '../practice-repository.ts'
import { startServer, type TestServer } from '../server.ts'

const wait = 50

describe('the merge queue of a real flower', () => {
  let ground: PracticeGround
  let garden: string
  let server: TestServer
  let client: Client
  beforeAll(async () => {
    ground = await practiceGround()
    garden = await ground.repository('garden')
    await ground.git(garden, 'config', 'user.name', 'Ada')
    await ground.git(garden, 'config', 'user.email', 'ada@example.test')
    // Red wherever a bed names a flower that the list of flowers hasn't.
    await writeFile(
      join(garden, 'gate.sh'),
      'for each in $(cat beds-*); do grep -qx "$each" flowers || { echo "no $each"; exit 1; }; done\n',
    )
    await writeFile(join(garden, 'flowers'), 'rose\nlily\n')
    await writeFile(join(garden, 'beds-east'), 'rose\n')
    await writeFile(join(garden, 'flower.yaml'), 'gates:\n  beds: { run: sh gate.sh }\n')
    await ground.git(garden, 'add', '-A')
    await ground.git(garden, 'commit', '-qm', 'Plant')
    server = await startServer({ project: garden })
    client = server.client()
    const { project } = await client.call('project.show', {})
    await client.call('project.trust', { hash: project.configuration.hash })
  })
  afterAll(async () => {
    await server.remove()
    await ground.remove()
  })

  /** An agent works on a Brief in its worktree; `work` writes its files. */
  async function built(text: string, files: Record<string, string>) {
    const { briefId } = await client.call('brief.capture', { text, spec: text, project: 'garden' })
    const made = await client.call('worktree.create', { briefId, wait })
    const { dispatchId } = await client.call('brief.dispatch', { briefId })
    const agent = server.client('agent:builder')
    const { token } = await agent.call('dispatch.claim', { dispatchId })
    for (const [name, content] of Object.entries(files)) await writeFile(join(made.path, name), content)
    await ground.git(made.path, 'add', '-A')
    await ground.git(
      made.path,
      '-c',
      'user.name=builder',
      '-c',
      'user.email=b@example.test',
      'commit',
      '-qm',
      `${text}\n\nBrief: #${briefId}`,
    )
    await agent.call('dispatch.complete', { dispatchId, token, summary: 'done' })
    return { briefId, path: made.path, branch: made.branch ?? '' }
  }

  const landed = async (briefId: number) => {
    const { mergeId } = await client.call('merge.submit', { briefId, wait })
    return (await client.call('merge.show', { mergeId })).merge
  }

  it('finished work lands by itself: judged on what MAIN will be, proven, linked, and its Brief is complete', async () => {
    const before = await ground.git(garden, 'rev-parse', 'main')
    const { briefId } = await built('Lilies in the west', { 'beds-west': 'lily\n' })
    const merge = await landed(briefId)
    expect(merge).toMatchObject({ status: 'landed', landing: { previous: before, by: 'queue' } })
    expect(merge.verdicts).toMatchObject([{ gate: 'beds', outcome: 'passed' }])
    expect(readFileSync(join(garden, 'beds-west'), 'utf8')).toBe('lily\n')
    expect(await ground.git(garden, 'status', '--porcelain')).toBe('')
    expect(await ground.git(garden, 'rev-parse', 'HEAD')).toBe(merge.landedCommit)
    const recall = await client.call('recall.brief', { briefId })
    expect(recall.brief.status).toBe('complete')
  })
})
