/** What a Prometheus asks for. */
import type { Output } from '#contract/catalogue.ts'

export type Metrics = {
  count: (operation: string, outcome: string, ms: number) => void
  text: (info: Output<'system.info'>, readers: number) => string
}

export function makeMetrics(): Metrics {
  const calls = new Map<string, { count: number; seconds: number }>()
  return {
    count: (operation, outcome, ms) => {
      const key = `operation="${operation}",outcome="${outcome}"`
      const sum = calls.get(key) ?? { count: 0, seconds: 0 }
      calls.set(key, { count: sum.count + 1, seconds: sum.seconds + ms / 1000 })
    },
    text: (info, readers) => {
      const gauges: [string, string, number][] = [
        ['flower_events', 'Events in the chain', info.seq],
        ['flower_briefs', 'Briefs', info.briefs],
        ['flower_open_decisions', 'Decisions that wait for an answer', info.openDecisions],
        ['flower_dispatches_in_flight', 'Dispatches that somebody holds', info.inFlight],
        ['flower_dispatches_queued', 'Dispatches that wait to be claimed', info.queued],
        ['flower_live_readers', 'Open live streams', readers],
        ['flower_read_only', '1 while nothing can be written', info.readOnly ? 1 : 0],
        ['process_resident_memory_bytes', 'Memory of the server', process.memoryUsage.rss()],
      ]
      const lines = gauges.flatMap(([name, help, value]) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} gauge`,
        `${name} ${value}`,
      ])
      lines.push('# HELP flower_calls_total Calls by operation and outcome', '# TYPE flower_calls_total counter')
      for (const [labels, sum] of calls) lines.push(`flower_calls_total{${labels}} ${sum.count}`)
      lines.push('# HELP flower_call_seconds_total Time spent in calls', '# TYPE flower_call_seconds_total counter')
      for (const [labels, sum] of calls) lines.push(`flower_call_seconds_total{${labels}} ${sum.seconds.toFixed(6)}`)
      return `${lines.join('\n')}\n`
    },
  }
}
