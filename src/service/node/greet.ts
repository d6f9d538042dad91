/** Keeps what a node is called, so that a host may be renamed, and gives it the worktrees that are on its disk. */
import { keepNodeName, nodeNames, takeOver } from '#store/queries/nodes.ts'
import type { Write } from '../work.ts'

export const greet: Write<'node.greet'> = async ({ id, name, root }, work) => {
  const names = await nodeNames(work.tx)
  const others = new Set([...names].flatMap(([other, called]) => (other === id ? [] : [called])))
  let free = name
  for (let number = 2; others.has(free); number++) free = `${name}-${number}`
  if (names.get(id) !== free) await keepNodeName(work.tx, id, free)
  return { name: free, taken: await takeOver(work.tx, id, root) }
}
