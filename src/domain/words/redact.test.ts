import { describe, expect, it, test } from 'vitest'
import { redact } from './redact.ts'

/** Put together here, so that nothing in this file looks like one to whoever scans it. */
const of = (...parts: string[]): string => parts.join('')
const signs = (length: number) => 'a1B2c3D4e5'.repeat(10).slice(0, length)
const secrets: Record<string, [secret: string, name: string]> = {
  'a token of GitHub': [of('gh', 'p_', signs(36)), 'GitHub token'],
  'a fine-grained token of GitHub': [of('github', '_pat_', signs(40)), 'GitHub token'],
  'a token of GitLab': [of('glpat', '-', signs(20)), 'GitLab token'],
  'a token of npm': [of('npm', '_', signs(36)), 'npm token'],
  'a token of Slack': [of('xoxb', '-', signs(24)), 'Slack token'],
  'a key of AWS': [of('AKIA', 'A1B2C3D4E5F6G7H8'), 'AWS key'],
  'a key of Google': [of('AIza', signs(35)), 'Google key'],
  'a key of a model provider': [of('sk', '-ant-api03-', signs(60)), 'API key'],
  'a key of Stripe': [of('sk', '_live_', signs(24)), 'Stripe key'],
  'a JSON Web Token': [of('eyJ', signs(20), '.eyJ', signs(30), '.', signs(40)), 'JSON Web Token'],
  'a token of flower': [of('flower', '_', signs(43)), 'token of flower'],
}

test.each(Object.entries(secrets))('%s is named in its place, wherever it stands', (_, [secret, name]) => {
  const mark = `[redacted: ${name}]`
  expect(redact(secret)).toBe(mark)
  expect(redact(`It says "${secret}", and goes on.`)).toBe(`It says "${mark}", and goes on.`)
  expect(redact(JSON.stringify({ said: `\n${secret}\n` }))).toBe(JSON.stringify({ said: `\n${mark}\n` }))
  expect(redact(`\u001b[32m${secret}\u001b[0m`)).toBe(`\u001b[32m${mark}\u001b[0m`)
})

test('a private key is one with its end or without it', () => {
  const [begin, end] = ['BEGIN', 'END'].map(each => of('-----', each, ' OPENSSH PRIVATE', ' KEY-----'))
  expect(redact(`before\n${begin}\nabc\ndef\n${end}\nafter`)).toBe('before\n[redacted: private key]\nafter')
  expect(redact(`before\n${begin}\nabc\ndef`)).toBe('before\n[redacted: private key]')
})

test('a printed .env keeps its names and loses its values', () => {
  const printed = [
    'DB_PASSWORD=hunter2-and-more',
    'export API_KEY="quite secret"',
    "STRIPE_SECRET_TEST='abcdef1'",
    'PORT=3000',
    'TOKEN=$OTHER_TOKEN',
    'SECRET=<yours>',
  ].join('\n')
  expect(redact(printed).split('\n')).toEqual([
    'DB_PASSWORD=[redacted: value]',
    'export API_KEY=[redacted: value]',
    'STRIPE_SECRET_TEST=[redacted: value]',
    'PORT=3000',
    'TOKEN=$OTHER_TOKEN',
    'SECRET=<yours>',
  ])
})

test('what stands beside a name in JSON or YAML, in an address and behind Bearer is redacted', () => {
  expect(redact('{"apiKey": "abc123def", "password":"hunter22"}')).toBe(
    '{"apiKey": "[redacted: value]", "password":"[redacted: value]"}',
  )
  expect(redact('postgres://flower:hunter2@db.example.test/flower')).toBe(
    'postgres://flower:[redacted: password]@db.example.test/flower',
  )
  expect(redact(`Authorization: Bearer ${signs(30)}`)).toBe('Authorization: Bearer [redacted: bearer token]')
})

describe('what is no secret is left as it is', () => {
  it.each([
    'The token of your claim is 17, the key of the shed hangs by the door.',
    'const key = secret + token',
    'password: "at least eight characters"',
    'git@example.test:ada/garden.git and https://example.test/a:b@c',
    'commit 3f2a9c1e0b7d4a6f8c5e2d1b0a9f8e7d6c5b4a39, branch flower/12-water-the-roses',
    'sk-learn and task-1-of-a-very-long-name-that-goes-on-and-on',
    'npm_config_registry, AKIA, eyJ, xoxo, https://example.test:8080/path',
    'PASSWORD=, TOKEN=${TOKEN}, KEY=...',
  ])('%s', text => {
    expect(redact(text)).toBe(text)
  })
})

test('a redacted text is not redacted again', () => {
  const once = redact(
    Object.values(secrets)
      .map(([secret]) => `X_TOKEN=${secret}`)
      .join('\n'),
  )
  expect(redact(once)).toBe(once)
})

test('a megabyte of what only looks like the beginning of secrets is left as it is', () => {
  const beginnings = ['-----BEGIN PRIVATE KEY ', 'A_KEY', 'https://a:', 'sk-sk-', 'password: "', 'eyJ.eyJ.', 'BEARER ']
  for (const each of beginnings) {
    const text = each.repeat(1_048_576 / each.length)
    expect(redact(text) === text, each).toBe(true)
  }
})
