// Opens a session with an agent of the Agent Client Protocol, new or again, with flower's tools in it and in a mode in which it can work.

import {
  type ClientContext,
  type McpServer,
  methods,
  type NewSessionRequest,
  type NewSessionResponse,
} from '@agentclientprotocol/sdk'
import type { Host } from './driver.ts'

/** Modes in which an agent does what it is told and asks us first; with a seal around it, it needs not ask. */
const ASKS = ['default', 'workspace-write', 'ask', 'code', 'build', 'acceptEdits']
const FREE = ['agent-full-access', ...ASKS]

type Opened = Pick<NewSessionResponse, 'modes' | 'configOptions'>

/** Answers the session's id. Throws what the agent says, such as that nobody is signed in. */
export async function openSession(host: Host, agent: ClientContext): Promise<string> {
  const { cwd, resume } = host.start
  const { agentCapabilities, agentInfo } = await agent.request(methods.agent.initialize, {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'flower', version: '1' },
  })
  const mcpServers = serversFor(host, agentCapabilities?.mcpCapabilities?.http === true)
  const asked: NewSessionRequest = { cwd, mcpServers }
  let session = resume
  let opened: Opened | undefined
  if (session === undefined) {
    const made = await agent.request(methods.agent.session.new, asked)
    session = made.sessionId
    opened = made
  } else if (agentCapabilities?.sessionCapabilities?.resume) {
    opened = await agent.request(methods.agent.session.resume, { ...asked, sessionId: session })
  } else if (agentCapabilities?.loadSession) {
    opened = await agent.request(methods.agent.session.load, { ...asked, sessionId: session })
  } else {
    throw new Error('this agent can take up no earlier session')
  }
  await setMode(host, agent, session, opened)
  const model = await setModel(host, agent, session, opened)
  host.say({ kind: 'session', id: session, ...((model ?? agentInfo?.name) && { model: model ?? agentInfo?.name }) })
  return session
}

/** Over HTTP where it can; else by a program of its own. The secret goes to the agent's input, into no file and no command line. */
function serversFor({ start, env }: Host, hasHttp: boolean): McpServer[] {
  const { url, stdio } = start.mcp
  if (url === '') return []
  if (hasHttp) {
    const headers = [{ name: 'Authorization', value: `Bearer ${env.FLOWER_TOKEN ?? ''}` }]
    return [{ type: 'http', name: 'flower', url, headers }]
  }
  const [command, ...args] = stdio ?? []
  if (command === undefined) return []
  const passed = Object.entries(env).filter(([name]) => name.startsWith('FLOWER_'))
  return [{ name: 'flower', command, args, env: passed.map(([name, value]) => ({ name, value: value ?? '' })) }]
}

/** Some begin in a mode in which a model judges each tool, or in which nothing is changed. */
async function setMode(host: Host, agent: ClientContext, sessionId: string, { modes }: Opened): Promise<void> {
  const good = host.start.seal ? FREE : ASKS
  if (!modes || good.indexOf(modes.currentModeId) === 0) return
  const modeId = good.find(id => modes.availableModes.some(each => each.id === id))
  if (modeId === undefined || modeId === modes.currentModeId) return
  await agent.request(methods.agent.session.setMode, { sessionId, modeId })
}

/** Answers the model that it has now, where it can be chosen at all. */
async function setModel(
  host: Host,
  agent: ClientContext,
  sessionId: string,
  { configOptions }: Opened,
): Promise<string | undefined> {
  const { model } = host.start.harness
  const option = configOptions?.find(
    each => each.type === 'select' && (each.category === 'model' || each.id === 'model'),
  )
  if (option?.type !== 'select') return model
  if (model === undefined || model === option.currentValue) return option.currentValue
  await agent.request(methods.agent.session.setConfigOption, { sessionId, configId: option.id, value: model })
  return model
}
