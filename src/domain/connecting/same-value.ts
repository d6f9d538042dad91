/** Whether two JSON values say the same, in whatever order their members are. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [mine, theirs] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    mine.length === theirs.size && mine.every(([key, value]) => theirs.has(key) && isSameValue(value, theirs.get(key)))
  )
}
