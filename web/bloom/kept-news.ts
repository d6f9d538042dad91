/** Whoever shows what this browser keeps hears when this tab changes it (`tell`), and when another tab does. */
export function keptNews() {
  const watchers = new Set<() => void>()
  return {
    tell: (): void => {
      for (const told of watchers) told()
    },
    subscribe: (told: () => void): (() => void) => {
      watchers.add(told)
      window.addEventListener('storage', told)
      return () => {
        watchers.delete(told)
        window.removeEventListener('storage', told)
      }
    },
  }
}
