/** The templates of `flower.yaml`: `{{worktree}}`, `{{port.web}}` and the like in commands and in the environment. */

/** Values by their word. */
export type Words = Readonly<Record<string, string>>

/** Every word but those of ports, which are `port.<service>`. */
export const templateWords = ['worktree', 'branch', 'project', 'path', 'site', 'database'] as const

// Other programs have templates in double braces too (`{{.Names}}`, `{{json .}}`); those are left alone.
const placeholder = /\{\{\s*([A-Za-z][\w.-]*)\s*\}\}/g

export type Rendered =
  | { outcome: 'rendered'; text: string }
  /** `word` is the first that has no value. */
  | { outcome: 'unknown'; word: string }

/** Fills a template. Values are put in as they are: no pattern in them is read again. */
export function renderTemplate(template: string, values: Words): Rendered {
  const word = wordsIn(template).find(each => !Object.hasOwn(values, each))
  if (word !== undefined) return { outcome: 'unknown', word }
  return { outcome: 'rendered', text: template.replace(placeholder, (_, each: string) => values[each] ?? '') }
}

/** The words that a template asks for, in their order. */
export const wordsIn = (template: string): string[] => [...template.matchAll(placeholder)].map(match => match[1] ?? '')
