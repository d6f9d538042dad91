/** Asks the person about each change, one by one. */

export type Answer = 'yes' | 'no' | 'all' | 'quit'

/** Undefined where there is nobody to ask. Whatever else is said is asked again; an end of the input is `quit`. */
export type Ask = ((question: string) => Promise<string | undefined>) | undefined

export type Question<Item> = { item: Item; show: string; ask: string; asksAlone: boolean }

/**
 * Carries each out as soon as it is agreed to, and goes on where that failed. Without anybody to ask all are agreed to, but
 * those that ask alone. Answers those that were carried out, in order.
 */
export async function eachAgreed<Item>(
  questions: readonly Question<Item>[],
  { ask, write }: { ask: Ask; write: (text: string) => unknown },
  carryOut: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const done: Item[] = []
  let isAll = ask === undefined
  for (const { item, show, ask: words, asksAlone } of questions) {
    write(show)
    const answer = isAll && !asksAlone ? 'yes' : ask ? await answerTo(ask, words, asksAlone) : 'no'
    if (answer === 'quit') break
    if (answer === 'no') continue
    if (answer === 'all') isAll = true
    if (await carryOut(item)) done.push(item)
  }
  return done
}

async function answerTo(ask: NonNullable<Ask>, words: string, asksAlone: boolean): Promise<Answer> {
  const known: Record<string, Answer> = { y: 'yes', yes: 'yes', n: 'no', no: 'no', '': 'no', q: 'quit', quit: 'quit' }
  const all: Record<string, Answer> = asksAlone ? {} : { a: 'all', all: 'all' }
  const letters = asksAlone ? '[y/N/q]' : '[y/N/a/q]'
  for (;;) {
    const said = await ask(`${words} ${letters} `)
    if (said === undefined) return 'quit'
    const answer = { ...known, ...all }[said.trim().toLowerCase()]
    if (answer) return answer
  }
}
