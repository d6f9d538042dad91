/** Something on this machine is in the way of a start. Told in two lines: what, and what to do. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
  readonly cure: string
  readonly exitCode: number
  constructor(problem: string, cure: string, exitCode = 1) {
    super(problem)
    this.cure = cure
    this.exitCode = exitCode
  }
}
