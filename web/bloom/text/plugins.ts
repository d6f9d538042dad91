import type { Nodes, PhrasingContent, Root, Text } from 'mdast'
import { cutAtRefs } from './refs.ts'

const isLink = (node: Nodes) => node.type === 'link' || node.type === 'linkReference'

/** Deeper than this nobody reads; the browser's own stack and layout end at some depth too. */
const deepest = 12
const blocks: ReadonlySet<string> = new Set(['blockquote', 'list'])
const inline: ReadonlySet<string> = new Set(['emphasis', 'strong', 'delete', 'link', 'linkReference'])

/** remark: what lies too deep in quotes, lists and emphasis stands there as it was written. Without recursion. */
export function keepShallow() {
  return (tree: Root, file: { value: unknown }) => {
    const source = String(file.value)
    const asWritten = ({ position }: Nodes): Text => ({
      type: 'text',
      value: source.slice(position?.start.offset, position?.end.offset),
    })
    const open: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { node, depth } = next
      if (!('children' in node)) continue
      const children: Nodes[] = node.children
      for (const [place, child] of children.entries()) {
        const nests = blocks.has(child.type) || inline.has(child.type)
        if (!nests || depth < deepest) open.push({ node: child, depth: depth + (nests ? 1 : 0) })
        else if (inline.has(child.type)) children[place] = asWritten(child)
        else children[place] = { type: 'paragraph', children: [asWritten(child)] }
      }
    }
  }
}

function linked(node: Text): PhrasingContent[] {
  return cutAtRefs(node.value).map(part => {
    const text: Text = { type: 'text', value: part.text }
    return part.ref ? { type: 'link', url: part.text, children: [text] } : text
  })
}

function walk(node: Nodes): void {
  if (!('children' in node) || isLink(node)) return
  const children: Nodes[] = node.children
  const next = children.flatMap((child): Nodes[] => (child.type === 'text' ? linked(child) : [child]))
  for (const child of next) walk(child)
  children.splice(0, children.length, ...next)
}

/** remark: references in running text become links; code and links are left alone. */
export function linkRefs() {
  return (tree: Root) => walk(tree)
}

/** remark: heads begin under the section that holds the text, at level 3, and never skip a level. */
export function settleHeads() {
  return (tree: Root) => {
    const heads = tree.children.filter(node => node.type === 'heading')
    const depths = [...new Set(heads.map(head => head.depth))].sort((one, other) => one - other)
    let before = 2
    for (const head of heads) {
      const wanted = 3 + depths.indexOf(head.depth)
      before = Math.min(6, wanted, before + 1)
      head.depth = before as typeof head.depth
    }
  }
}
