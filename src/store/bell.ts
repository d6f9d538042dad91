/** The hint that something was committed; carries nothing and may be lost. */
export type Bell = { ring: () => void; listen: (listener: () => void) => () => void }

export function makeBell(): Bell {
  const listeners = new Set<() => void>()
  return {
    ring: () => {
      for (const listener of listeners) listener()
    },
    listen: listener => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
