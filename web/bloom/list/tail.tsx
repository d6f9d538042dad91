/** The end of something that grows line by line. Whoever has scrolled up reads on undisturbed. */
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Newer } from '../says.tsx'

/** `no` counts from the first that was ever shown. */
export type TailLine = { no: number; words: ReactNode; className?: string }

/** So near to the end that somebody wants to see what comes, in pixels. */
const nearEnd = 24

export function Tail({ label, lines }: { label: string; lines: readonly TailLine[] }) {
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState<number | null>(null)
  const last = lines.at(-1)?.no ?? 0
  const toEnd = () => box.current?.scrollTo({ top: box.current.scrollHeight })
  useLayoutEffect(() => {
    if (seen === null && last > 0) box.current?.scrollTo({ top: box.current.scrollHeight })
  }, [seen, last])
  const onScroll = () => {
    const { scrollTop = 0, scrollHeight = 0, clientHeight = 0 } = box.current ?? {}
    const isAtEnd = scrollHeight - scrollTop - clientHeight < nearEnd
    setSeen(before => (isAtEnd ? null : (before ?? last)))
  }
  return (
    <>
      {/* It scrolls, so a keyboard has to reach it. */}
      <div ref={box} className="well log-lines" role="group" tabIndex={0} aria-label={label} onScroll={onScroll}>
        {lines.map(line => (
          <p key={line.no} className={line.className} dir="auto">
            {line.words}
          </p>
        ))}
      </div>
      <Newer count={seen === null ? 0 : last - seen} noun="line" onShow={toEnd} />
    </>
  )
}
