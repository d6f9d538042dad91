/** One row of the table: a figure of ours beside the raw one of the same run, and what we aim at. */

export type Figure = {
  /** `durable cycles a second, 16 claimers` */
  name: string
  ours: number
  unit: string
  /** What the same machine does without us, measured in this run. */
  raw: string
  /** Some figures are only told. */
  aim?: { value: number; better: 'more' | 'less' }
}

/** `share` of 0.99 is p99. Sorts `values`. */
export function percentile(values: number[], share: number): number {
  values.sort((a, b) => a - b)
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
}

export const median = (values: number[]): number => percentile(values, 0.5)

/** Three digits are what such a figure is good for. */
export function short(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function table(figures: Figure[]): string {
  const rows = figures.map(each => [
    each.name,
    `${short(each.ours)} ${each.unit}`,
    each.raw,
    each.aim ? `${each.aim.better === 'more' ? '≥' : '≤'} ${each.aim.value.toLocaleString('en-US')} ${each.unit}` : '',
    isMet(each),
  ])
  const all = [['Figure', 'Ours', 'Raw, in the same run', 'Aim', ''], ...rows]
  const widths = (all[0] ?? []).map((_, column) => Math.max(...all.map(row => row[column]?.length ?? 0)))
  const line = (row: string[]): string => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = all
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...body.map(line)].join('\n')
}

function isMet({ ours, aim }: Figure): string {
  if (!aim) return ''
  return (aim.better === 'more' ? ours >= aim.value : ours <= aim.value) ? 'met' : 'not met'
}
