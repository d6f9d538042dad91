import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pages } from './reference.ts'

it.each(Object.entries(pages()))('%s is as fresh as the contract (npm run reference writes it)', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})
