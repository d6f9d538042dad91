import { makeTurns } from '../turns.ts'

/**
 * A look at the MAIN with this git folder, together with telling of it. Only in turn is the newest look told last; what moves MAIN
 * (a landing, a rescue) takes a turn too, so that no look is half before it and half after.
 */
export const lookInTurn = makeTurns()
