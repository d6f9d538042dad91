/** A command line that can't be read: said in one sentence, with the command that would help. Exits 2. */
export class Misuse extends Error {
  readonly next: string

  constructor(sentence: string, next: string) {
    super(sentence)
    this.name = 'Misuse'
    this.next = next
  }
}
