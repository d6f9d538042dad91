import { describe, expect, test } from 'vitest'
import { entryOf, publicNames } from '#contract/catalogue.ts'
import { readAsked } from './asked.ts'
import { fieldsOf } from './fields.ts'
import { beginWith, inputOf, isReady, wrongIn } from './filled.ts'
import { meant, whyNot } from './operations.ts'

const field = (name: Parameters<typeof entryOf>[0], path: string) => fieldsOf(name).find(each => each.path === path)

describe('the form of an operation', () => {
  test.each(publicNames)('%s has a field for each part of its input', name => {
    const shown = new Set(fieldsOf(name).map(({ path }) => path.split('.')[0]))
    expect(shown).toEqual(new Set(Object.keys(entryOf(name).input.shape)))
  })

  test('says of each field what it is', () => {
    expect(field('brief.append', 'body')).toMatchObject({ kind: 'text', required: true })
    expect(field('brief.append', 'briefId')).toMatchObject({ kind: 'ref', of: 'brief', required: true })
    expect(field('brief.append', 'kind')).toMatchObject({ kind: 'choice', required: false })
    expect(field('brief.relate', 'parentId')).toMatchObject({ kind: 'ref', of: 'brief', nullable: true })
    expect(field('brief.relate', 'addDependsOn')).toMatchObject({ kind: 'list', of: 'brief', numbers: true })
    expect(field('brief.configure', 'budget.usd')).toMatchObject({ kind: 'number', required: false })
    expect(field('brief.attach', 'content')).toMatchObject({ kind: 'bytes' })
    expect(field('brief.split', 'children')).toMatchObject({ kind: 'json', example: '[{"text": }]' })
  })

  test('begins with what is known, and with no Brief that only might be meant', () => {
    expect(beginWith(fieldsOf('brief.why'), { here: 4 })).toEqual({ briefId: '4' })
    expect(beginWith(fieldsOf('decision.ask'), { here: 4, project: 'garden' })).toEqual({ project: 'garden' })
    expect(beginWith(fieldsOf('decision.ask'), { here: 4, brief: 5 })).toEqual({ briefId: '5' })
  })
})

describe('what was typed into a form', () => {
  const filled = (name: Parameters<typeof entryOf>[0], typed: Record<string, string>) => inputOf(fieldsOf(name), typed)

  test('becomes the input that the contract asks for', () => {
    const input = filled('brief.relate', { briefId: '#4', parentId: 'none', addDependsOn: '#5, 6' })
    expect(input).toEqual({ briefId: 4, parentId: null, addDependsOn: [5, 6] })
    expect(wrongIn(entryOf('brief.relate').input, fieldsOf('brief.relate'), input).size).toBe(0)
    expect(filled('brief.configure', { briefId: '4', 'budget.usd': '2.5', review: 'no', labels: 'a\nb\n' })).toEqual({
      briefId: 4,
      budget: { usd: 2.5 },
      review: false,
      labels: ['a', 'b'],
    })
    expect(filled('decision.answer', { decisionId: 'q3', option: '2', answer: '2' })).toEqual({
      decisionId: 3,
      option: 2,
      answer: '2',
    })
    expect(filled('brief.split', { briefId: '4', children: '[{"text": "one"}]' })).toEqual({
      briefId: 4,
      children: [{ text: 'one' }],
    })
  })

  test('is refused by the name of its field', () => {
    const wrong = wrongIn(
      entryOf('brief.relate').input,
      fieldsOf('brief.relate'),
      filled('brief.relate', { briefId: 'x' }),
    )
    expect([...wrong.keys()]).toEqual(['briefId'])
  })

  test('is ready once nothing is missing', () => {
    expect(isReady(fieldsOf('brief.append'), { briefId: '4' })).toBe(false)
    expect(isReady(fieldsOf('brief.append'), { briefId: '4', body: 'b' })).toBe(true)
  })
})

describe('finding an operation', () => {
  const first = (text: string) => meant(readAsked(text))[0]?.operation

  test('by its short name, its own name, and what it is about', () => {
    expect(first('land 4')).toBe('merge.submit')
    expect(first('why')).toBe('brief.why')
    expect(first('brief.dispatch')).toBe('brief.dispatch')
    expect(meant(readAsked('backup')).map(({ operation }) => operation)).toContain('data.backup')
  })

  test('an id leaves those that take it', () => {
    const all = meant(readAsked('w3')).map(({ operation }) => operation)
    expect(all).toContain('worktree.remove')
    expect(all).not.toContain('brief.why')
  })

  test('says whom to ask who may not', () => {
    expect(whyNot('token.revoke', 'operator')).toBeUndefined()
    expect(whyNot('token.revoke', 'builder')).toBe('not for the role builder: ask an operator')
    expect(whyNot('brief.append', 'viewer')).toBe('a viewer reads only')
    expect(whyNot('brief.why', 'viewer')).toBeUndefined()
  })
})
