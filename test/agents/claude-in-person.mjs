// Plays Claude Code where only its doors matter: headless it says who it is and waits, in a terminal it shows what it was given.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const args = process.argv.slice(2)
const after = name => args[args.indexOf(name) + 1]
const say = line => process.stdout.write(`${JSON.stringify(line)}\n`)
const lines = createInterface({ input: process.stdin })

if (args.includes('-p')) {
  const session = args.includes('--resume') ? after('--resume') : after('--session-id')
  const result = subtype =>
    say({ type: 'result', subtype, is_error: subtype !== 'success', result: '', session_id: session })
  lines.on('line', text => {
    const line = JSON.parse(text)
    if (line.type === 'control_request') return result('error_during_execution')
    say({
      type: 'system',
      subtype: 'init',
      session_id: session,
      model: 'played-1',
      mcp_servers: [{ name: 'flower', status: 'connected' }],
    })
    say({
      type: 'assistant',
      message: { content: [{ type: 'text', text: line.message.content[0].text.slice(0, 2_000) }] },
    })
  })
  lines.on('close', () => process.exit(0))
} else {
  const { FLOWER_ACTOR: actor, FLOWER_URL: url, FLOWER_TOKEN: token } = process.env
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const inbox = await fetch(`${url}/api/agent.inbox`, { method: 'POST', headers, body: '{}' })
  const seen = {
    session: after('--resume'),
    actor,
    inbox: inbox.status,
    isTerminal: process.stdout.isTTY,
    guarded: args.includes('--settings'),
  }
  writeFileSync('seen.json', JSON.stringify(seen))
  process.stdout.write('open\n')
  lines.on('line', word => process.exit(word === 'leave' ? 7 : 1))
}
