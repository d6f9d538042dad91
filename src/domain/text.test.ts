import { expect, test } from 'vitest'
import { slugOf } from './text.ts'

test.each([
  ['Die Größe des Beets', 'die-grosse-des-beets'],
  ['Œuvre, smørrebrød, łąka', 'oeuvre-smorrebrod-laka'],
  ['STRASSE und Straße', 'strasse-und-strasse'],
  ['玫瑰', 'brief'],
])('%s is %s in the name of a branch', (title, slug) => expect(slugOf(title)).toBe(slug))
