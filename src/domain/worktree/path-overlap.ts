/** Whether two claims of paths meet; apart from the shapes, so that the page can ask too. */

/** What a pattern stands for: everything that begins like it, up to its first sign. A plain path stands for itself and all below it. */
function reachOf(path: string): { head: string; open: boolean } {
  const at = path.search(/[*?[{]/)
  return at < 0 ? { head: path, open: false } : { head: path.slice(0, at), open: true }
}

/** Whether two claimed paths may mean the same file. Patterns are taken for all that begins like them: rather told once too often. */
export function overlaps(one: string, other: string): boolean {
  const [first, second] = [reachOf(one), reachOf(other)]
  return covers(first, second.head) || covers(second, first.head)
}

const covers = (reach: { head: string; open: boolean }, path: string): boolean =>
  path === reach.head || path.startsWith(reach.open ? reach.head : `${reach.head}/`)
