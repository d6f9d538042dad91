/** Writing to the house. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Input, OperationName, Output } from '#contract/catalogue.ts'
import { Refusal } from '#domain/refusal.ts'
import { api, newCommandId } from './api.ts'
import { type Said, saidOf } from './failures.tsx'
import { onLiveAgain } from './live.ts'
import { fresh } from './queries.ts'
import { sayDone } from './toasts.tsx'

export type WriteOptions<Name extends OperationName> = {
  /** Shows the change at once; answers with how it is taken back when the house refuses it. */
  optimistic?: (input: Input<Name>) => () => void
  /** What the toast says once it is done, and how it can be undone. */
  done?: (output: Output<Name>, input: Input<Name>) => { words: string; undo?: () => void } | undefined
}

export type Write<Name extends OperationName> = {
  /** Answers once the house has it; rejects with the Refusal, whose message is the sentence. */
  write: (input: Input<Name>) => Promise<Output<Name>>
  busy: boolean
  /** Why the last one was refused. */
  refused: Said | undefined
}

/** Whether the house took it. The reason of a no stands in `refused` of its write, so nobody has to catch it. */
export const isTaken = (written: Promise<unknown>): Promise<boolean> =>
  written.then(
    () => true,
    () => false,
  )

const pauses = [200, 800, 2_000] as const

/** Nobody knows whether it arrived, or the house asks for it once more: the same command id has to go with it. */
const isOpen = (reason: unknown): boolean =>
  reason instanceof Refusal ? isUnheard(reason) || reason.code === 'store.busy' : true

const isUnheard = (reason: unknown): boolean => reason instanceof Refusal && reason.code === 'server.unreachable'

/** It says something about the house that no event tells: we are signed out, or nothing can be written. */
const isOfHouse = (reason: Refusal): boolean => reason.kind === 'forbidden' || reason.code === 'store.read_only'

/**
 * One thing that a person does. It has one command id: sent again after a lost connection, and pressed again with the
 * same content after a failure, it still happens once.
 */
export function useWrite<Name extends OperationName>(name: Name, options: WriteOptions<Name> = {}): Write<Name> {
  const [under, setUnder] = useState(0)
  const [refused, setRefused] = useState<Said>()
  const [unheard, setUnheard] = useState(false)
  // That nobody answered is no news any more once somebody does.
  useEffect(() => (unheard ? onLiveAgain(() => setRefused(undefined)) : undefined), [unheard])
  const ids = useRef(new Map<string, string>())
  const now = useRef(options)
  useLayoutEffect(() => {
    now.current = options
  })
  const write = useCallback(
    async (input: Input<Name>) => {
      const content = JSON.stringify(input)
      const commandId = ids.current.get(content) ?? newCommandId()
      ids.current.set(content, commandId)
      const takeBack = now.current.optimistic?.(input)
      setUnder(count => count + 1)
      setRefused(undefined)
      try {
        const output = await send(name, input, commandId)
        ids.current.delete(content)
        fresh.touch([{ briefId: (input as { briefId?: number }).briefId }])
        const done = now.current.done?.(output, input)
        if (done) sayDone(done.words, done.undo)
        return output
      } catch (reason) {
        if (!isOpen(reason)) ids.current.delete(content)
        if (reason instanceof Refusal && isOfHouse(reason)) fresh.house()
        takeBack?.()
        setUnheard(isUnheard(reason))
        setRefused(saidOf(reason))
        throw reason
      } finally {
        setUnder(count => count - 1)
      }
    },
    [name],
  )
  return { write, busy: under > 0, refused }
}

async function send<Name extends OperationName>(name: Name, input: Input<Name>, commandId: string) {
  for (const pause of pauses) {
    try {
      return await api.call(name, input, { commandId })
    } catch (reason) {
      if (!(reason instanceof Refusal && isOpen(reason))) throw reason
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
  return api.call(name, input, { commandId })
}
