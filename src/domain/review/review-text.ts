/** What a review says of lines, as one text and back. */

/** A comment without a line is on the file. */
export type LineComment = { file: string; line?: number | undefined; body: string }

/** The verdict as one text: what was said of all, then of each place. */
export function reviewText(body: string, comments: readonly LineComment[]): string {
  const places = comments.map(each => `- \`${each.file}${each.line ? `:${each.line}` : ''}\` ${each.body}`)
  return [body, places.join('\n')].filter(Boolean).join('\n\n')
}

const place = /^- `([^`]+?)(?::([1-9]\d{0,8}))?` (.*)$/

/** The comments of such a text, in its order. A list of the same form that somebody wrote into the body is taken for comments. */
export function readReviewText(text: string): LineComment[] {
  const comments: LineComment[] = []
  for (const row of text.split('\n')) {
    const found = place.exec(row)
    const last = comments.at(-1)
    if (found) {
      const [, file = '', line, body = ''] = found
      comments.push({ file, ...(line !== undefined && { line: Number(line) }), body })
    } else if (last) last.body += `\n${row}`
  }
  return comments
}
