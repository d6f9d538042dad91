import { expect, test } from 'vitest'
import { onceMore } from './once-more.ts'

test('asked in the very moment in which it ends, it is done once more', async () => {
  // At every step of the end of the work, one of which is the moment after it looked whether it was asked again.
  for (let steps = 0; steps < 12; steps++) {
    let done = 0
    const { ask } = onceMore(
      async () => void (done += 1),
      () => false,
    )
    void ask()
    for (let step = 0; step < steps; step++) await Promise.resolve()
    const before = done
    await ask()
    expect(done, `asked after ${steps} steps`).toBe(before + 1)
  }
})

test('however often it is asked for while it is done, it is done once more, and never beside itself', async () => {
  const gates: (() => void)[] = []
  let beside = 0
  const { ask } = onceMore(
    async () => {
      expect(++beside).toBe(1)
      await new Promise<void>(resolve => gates.push(resolve))
      beside -= 1
    },
    () => false,
  )
  const asked = [ask(), ask(), ask()]
  gates.shift()?.()
  await expect.poll(() => gates.length).toBe(1)
  gates.shift()?.()
  await Promise.all(asked)
  expect(gates).toEqual([])
})

test('work that failed tells whoever asked for it, and is begun anew for the next', async () => {
  let fails = true
  const { ask } = onceMore(
    async () => {
      if (fails) throw new Error('dry')
    },
    () => false,
  )
  await expect(ask()).rejects.toThrow('dry')
  fails = false
  await ask()
})
