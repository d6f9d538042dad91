/** A garden in which things are asked, answered and remembered, for pictures and looks of the places. */
import type { Stage } from '../stage.ts'

const long = 'Unterbewässerungsanlagensteuerungskastenschlüsselverwaltung '.repeat(3)

/** Questions of every kind; answers their ids. */
export async function askAll({ ada, agent, capture }: Stage) {
  const briefId = await capture('Water the roses 🌹 while everybody is away', {
    spec: 'The hose reaches the **east bed**. Ports are named twice: 3000 and 3001.',
  })
  const other = await capture(`A title that never ends ${long}`)
  const builder = agent()
  const ask = (header: string, more: object = {}) => builder.call('decision.ask', { header, briefId, ...more })
  const { decisionId: first } = await ask('How many lanes stand at all times?', {
    body: 'The work falls into **backend**, design and ops.\n\nA standing lane keeps warm context but fills up.',
    options: [
      { label: 'One', detail: 'everything else on demand. Cheapest to merge, design starts cold.' },
      { label: 'Three', detail: 'and bursts on demand.' },
      { label: 'One for each open epic', detail: 'Most parallel, least returns.' },
    ],
    blocking: true,
    group: { name: 'topology', release: 'all' },
  })
  const { decisionId: second } = await ask('Does the ops follower get secrets?', {
    options: ['Yes', 'No, code only'],
    group: { name: 'topology', release: 'all' },
  })
  const { decisionId: free } = await ask('Which can? האם המים קרים? Say it in words.', { briefId: other })
  const { decisionId: agents } = await ask('Who prunes the hedge?', { assignee: 'agent:designer-1' })
  await ada().call('decision.discuss', { decisionId: first, body: 'Three, if ops counts as a follower.' })
  await ada().call('decision.answer', { decisionId: second, option: 'No, code only' })
  const { decisionId: withdrawn } = await ask(`Do we fell the oak? ${long}`)
  await ada().call('decision.withdraw', { decisionId: withdrawn, reason: 'The storm did it.' })
  await builder.call('scratchpad.write', {
    title: 'Watering, by bed',
    body: 'East: **daily**.\n\nPorts: none.',
    briefId,
  })
  await builder.call('brief.append', { briefId, body: 'The hose has two ports; the second leaks at the roses.' })
  await builder.call('feedback.file', { kind: 'tool', summary: `The hose is short ${long}`, detail: 'By **2 m**.' })
  await builder.call('feedback.file', { kind: 'idea', summary: 'A bench by the wall', project: 'garden' })
  return { briefId, other, first, second, free, agents, withdrawn }
}
