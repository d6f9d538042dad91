/** What every drawing of waves has: heads over its columns, and curved lines from what comes first to what waits for it. */

export type WaveHead = { x: number; words: string }
/** From the end of one box to the beginning of another, each at half of its height. */
export type WaveLine = {
  key: string
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  landed: boolean
}

export function WaveHeads({ heads, width }: { heads: readonly WaveHead[]; width: number }) {
  return (
    <>
      <g className="wave-heads">
        {heads.map(head => (
          <text key={head.x} x={head.x} y="9">
            {head.words}
          </text>
        ))}
      </g>
      <g className="wave-rules">
        {heads.map(head => (
          <path key={head.x} d={`M${head.x} 16.5h${width}`} />
        ))}
      </g>
    </>
  )
}

export function WaveLines({ lines }: { lines: readonly WaveLine[] }) {
  return (
    <g className="wave-edges">
      {lines.map(({ key, from: [x, y], to: [endX, endY], landed }) => {
        const middle = (x + endX) / 2
        return (
          <path
            key={key}
            className={landed ? 'is-landed' : undefined}
            d={`M${x} ${y}C${middle} ${y} ${middle} ${endY} ${endX} ${endY}`}
          />
        )
      })}
    </g>
  )
}
