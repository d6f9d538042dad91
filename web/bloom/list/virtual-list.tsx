import { useVirtualizer, useWindowVirtualizer, type Virtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

export type VirtualListProps<Item> = {
  label: string
  items: readonly Item[]
  /** Keep it stable. */
  keyOf: (item: Item) => string | number
  render: (item: Item, index: number) => ReactNode
  /** The usual height of a row in pixels, before it is measured. */
  estimate: number
  /** The row that the keyboard is on; it is brought into view when it changes. */
  here?: number
  /** A CSS length: the list scrolls inside that height. Without one the window scrolls. */
  scroll?: string
  /** Its last row has been drawn: there may be more to read. */
  onEnd?: (() => void) | undefined
}

type Any = Virtualizer<HTMLDivElement, HTMLDivElement> | Virtualizer<Window, HTMLDivElement>

/** A list of any length: only the rows in view, and a few around them, are in the document. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { scroll } = props
  return scroll === undefined ? <InPage {...props} /> : <InBox {...props} scroll={scroll} />
}

function useInView(virtual: Any, here: number | undefined) {
  useEffect(() => {
    if (here !== undefined && here >= 0) virtual.scrollToIndex(here, { align: 'auto' })
  }, [virtual, here])
}

function useShared<Item>({ items, keyOf, estimate }: VirtualListProps<Item>) {
  // A new one would have every row of the list measured anew, at each step of scrolling.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    [items, keyOf],
  )
  return { count: items.length, estimateSize: () => estimate, getItemKey, overscan: 12 }
}

/** What stands over the window's edges, the bar and the pulse, in pixels: a row that is brought into view is clear of both. */
const clear = { scrollPaddingStart: 64, scrollPaddingEnd: 96 }

function InPage<Item>(props: VirtualListProps<Item>) {
  const list = useRef<HTMLDivElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current !== null) setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    // Whatever grows above the list moves it.
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [])
  const virtual = useWindowVirtualizer<HTMLDivElement>({ ...useShared(props), ...clear, scrollMargin: margin })
  useInView(virtual, props.here)
  return (
    <div ref={list}>
      <Inside {...props} virtual={virtual} margin={margin} />
    </div>
  )
}

function InBox<Item>(props: VirtualListProps<Item> & { scroll: string }) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    ...useShared(props),
    getScrollElement: () => box.current,
  })
  useInView(virtual, props.here)
  return (
    // It scrolls, so a keyboard has to reach it.
    <div
      ref={box}
      className="virtual-window"
      style={{ maxBlockSize: props.scroll }}
      tabIndex={0}
      role="group"
      aria-label={props.label}
    >
      <Inside {...props} virtual={virtual} margin={0} />
    </div>
  )
}

function Inside<Item>(props: VirtualListProps<Item> & { virtual: Any; margin: number }) {
  const { virtual, items, margin, here } = props
  return (
    <div className="virtual" role="list" aria-label={props.label} style={{ blockSize: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(row => {
        const item = items[row.index]
        if (item === undefined) return null
        return (
          <div
            key={row.key}
            ref={virtual.measureElement}
            role="listitem"
            data-index={row.index}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            aria-current={row.index === here || undefined}
            className={row.index === here ? 'virtual-row is-here' : 'virtual-row'}
            style={{ transform: `translateY(${row.start - margin}px)` }}
          >
            {props.render(item, row.index)}
            {props.onEnd !== undefined && row.index === items.length - 1 && <AtEnd onEnd={props.onEnd} />}
          </div>
        )
      })}
    </div>
  )
}

function AtEnd({ onEnd }: { onEnd: () => void }) {
  useEffect(onEnd, [onEnd])
  return null
}
