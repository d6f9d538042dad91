import { expect, test } from 'vitest'
import { flower } from '../../../test/cli.ts'
import { openHouse } from '../../../test/house.ts'

test('worktrees are listed with how they stand, and one is shown with why it failed', async () => {
  const house = await openHouse('sqlite')
  const { worktreeId } = await house.call('worktree.create', { name: 'roses' })
  const finding = { what: 'failed', reason: 'No room.\nFree some.' }
  await house.call('worktree.settle', { worktreeId, finding }, 'system:runner', 'system')
  const listed = await flower(house, ['worktree', 'list'])
  expect(listed.out).toMatch(/w1\s+roses\s+failed/)
  const shown = await flower(house, ['worktree', 'show', 'w1'])
  expect(shown.out).toMatch(/flower\/roses[\s\S]*Why\s+No room\.\s+Free some\./)
  await house.close()
})
