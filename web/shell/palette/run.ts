/** Running an operation that is known by its name only. */
import { useEffect, useRef, useState } from 'react'
import { entryOf, type Input, type OperationName } from '#contract/catalogue.ts'
import { type Said, saidOf } from '../../house/failures.tsx'
import { ask } from '../../house/read.ts'
import { useWrite } from '../../house/write.ts'

export type Run = {
  run: (input: Record<string, unknown>) => Promise<boolean>
  busy: boolean
  refused: Said | undefined
  answer: Record<string, unknown> | undefined
}

export function useRun(operation: OperationName): Run {
  const write = useWrite(operation)
  const [answer, setAnswer] = useState<Record<string, unknown>>()
  const [reading, setReading] = useState<{ busy: boolean; refused?: Said }>({ busy: false })
  const over = useRef<AbortController>(undefined)
  useEffect(() => () => over.current?.abort(), [])
  // The contract has looked at it; of which operation it is, only the name says.
  const typed = (input: Record<string, unknown>) => input as Input<OperationName>
  const read = async (input: Record<string, unknown>) => {
    over.current?.abort()
    over.current = new AbortController()
    const { signal } = over.current
    setReading({ busy: true })
    try {
      setAnswer(await ask(operation, typed(input), signal))
      setReading({ busy: false })
      return true
    } catch (reason) {
      if (!signal.aborted) setReading({ busy: false, refused: saidOf(reason) })
      return false
    }
  }
  const change = (input: Record<string, unknown>) =>
    write.write(typed(input)).then(
      output => {
        setAnswer(output)
        return true
      },
      () => false,
    )
  const isRead = entryOf(operation).effect === 'read'
  return {
    run: isRead ? read : change,
    busy: isRead ? reading.busy : write.busy,
    refused: isRead ? reading.refused : write.refused,
    answer,
  }
}
