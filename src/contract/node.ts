/** Nodes: the machines, each with a home of its own, on which servers of one house carry out errands. */
import { z } from 'zod'
import { limits, line } from '#domain/text.ts'
import { house, operation } from './operation.ts'

export const nodeOperations = {
  'node.greet': operation({
    effect: 'write',
    summary: 'A server tells the node that it is on; the house does it by itself.',
    input: z.strictObject({
      id: line(100),
      name: line(limits.name),
      /** Below which it makes worktrees: those there whose node is not known are its own. */
      root: line(4_000),
    }),
    /** The name that it goes by: another node's is not given twice. */
    output: z.object({ name: z.string(), taken: z.int() }),
    refuses: [],
    roles: house,
  }),
}
