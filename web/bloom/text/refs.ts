/** `#4` a Brief, `q12` a decision, `d148` a dispatch, `s399` a scratchpad, `w3` a worktree, `m7` a landing. */
const whole = /^(?:#|[qdswm])\d{1,9}$/
// Not inside a word, a path, a hash or an address; a full stop or a bracket may follow.
const within = /(?<![\w#/&@.=-])(?:#|[qdswm])\d{1,9}(?![\w/-]|\.\w)/g

export function isRef(text: string): boolean {
  return whole.test(text)
}

/** Where a reference leads inside the page; undefined for what has no place of its own. */
export function refHref(ref: string): string | undefined {
  if (!isRef(ref)) return undefined
  if (ref.startsWith('#')) return `/briefs/${ref.slice(1)}`
  if (ref.startsWith('q')) return `/decisions?show=all#${ref}`
  if (ref.startsWith('w')) return `/fleet#${ref}`
  return ref.startsWith('m') ? `/main#${ref}` : undefined
}

/** A text cut into its plain parts and its references, in order. */
export function cutAtRefs(text: string): { text: string; ref: boolean }[] {
  const parts: { text: string; ref: boolean }[] = []
  let from = 0
  for (const found of text.matchAll(within)) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index), ref: false })
    parts.push({ text: found[0], ref: true })
    from = found.index + found[0].length
  }
  if (from < text.length) parts.push({ text: text.slice(from), ref: false })
  return parts
}
