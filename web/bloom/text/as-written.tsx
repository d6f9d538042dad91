/** A text word for word, where it can't be rendered. */
export function AsWritten({ text }: { text: string }) {
  return <p className="as-written">{text}</p>
}
