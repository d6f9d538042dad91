import type { Nodes, PhrasingContent, Root, Text } from 'mdast'
import { cutAtRefs } from './refs.ts'

const isLink = (node: Nodes) => node.type === 'link' || node.type === 'linkReference'

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
