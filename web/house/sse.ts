/** Server-sent events, cut out of the bytes as they come. */
export type Frame = { id: string | undefined; event: string; data: string }

const blank = /\r?\n\r?\n/

/** Feed it text in any pieces; it answers with the frames that are whole by now. Comments are no frames. */
export function frameReader(): (piece: string) => Frame[] {
  let rest = ''
  return piece => {
    const blocks = (rest + piece).split(blank)
    rest = blocks.pop() ?? ''
    return blocks.flatMap(block => frameOf(block) ?? [])
  }
}

function frameOf(block: string): Frame | undefined {
  const data: string[] = []
  let id: string | undefined
  let event = 'message'
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^(\w+)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'id') id = value
    else if (field === 'event') event = value
    else if (field === 'data') data.push(value)
  }
  return data.length === 0 && id === undefined && event === 'message' ? undefined : { id, event, data: data.join('\n') }
}
