/** From a sentence that names an operation to its form in the palette. */
export type AskedOperation = { operation: string; input: Readonly<Record<string, unknown>> }

let open: ((asked: AskedOperation) => void) | undefined

/** Whoever shows the palette hears what is asked for elsewhere; answers with how it stops. */
export function onAskedOperation(hear: (asked: AskedOperation) => void): () => void {
  open = hear
  return () => {
    if (open === hear) open = undefined
  }
}

export const askOperation = (asked: AskedOperation): void => open?.(asked)
