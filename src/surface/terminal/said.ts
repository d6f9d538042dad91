/** The house's own sentences as a person at a terminal reads them: operations as commands, times by the clock of this machine. */
import { timePattern } from '#domain/words/house-words.ts'
import { spellWords } from '../cli/spell-next.ts'

const times = new RegExp(timePattern, 'g')

/** `now` in milliseconds. */
export const saidAt = (text: string, now: number): string => spellWords(text).replace(times, at => clockAt(at, now))

const two = (number: number): string => String(number).padStart(2, '0')

/** `22:51`; on another day with its date. */
function clockAt(at: string, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  const clock = `${two(then.getHours())}:${two(then.getMinutes())}`
  if (then.toDateString() === today.toDateString()) return clock
  return `${then.getFullYear()}-${two(then.getMonth() + 1)}-${two(then.getDate())} ${clock}`
}
