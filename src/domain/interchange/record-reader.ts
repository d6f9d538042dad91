// Reads the fields of a foreign record, and names the ones that are not what they should be instead of throwing.

import type { ImportProblem } from './imported-brief.ts'

export type ForeignRecord = Readonly<Record<string, unknown>>

export function asRecord(value: unknown): ForeignRecord | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ForeignRecord) : undefined
}

/** JSON as a value, or the parser's reason why it is none. */
export function readJson(text: string): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text.replace(/^\ufeff/, '')) }
  } catch (error) {
    return { reason: error instanceof Error ? error.message : 'not JSON' }
  }
}

export class RecordReader {
  readonly record: ForeignRecord
  readonly where: string
  readonly problems: ImportProblem[]

  constructor(record: ForeignRecord, where: string, problems: ImportProblem[]) {
    this.record = record
    this.where = where
    this.problems = problems
  }

  report(problem: string): void {
    this.problems.push({ where: this.where, problem })
  }

  /** The field as text; numbers are written out. Empty when it is missing or null. */
  text(field: string): string {
    const value = this.record[field]
    if (typeof value === 'string') return value
    if (typeof value === 'number' || typeof value === 'boolean') return String(value)
    if (value !== undefined && value !== null) this.report(`“${field}” is not a text; left out`)
    return ''
  }

  /** The field as a list; a single text or number is a list of one. */
  list(field: string): unknown[] {
    const value = this.record[field]
    if (Array.isArray(value)) return value
    if (value === undefined || value === null || value === '') return []
    if (typeof value === 'string' || typeof value === 'number') return [value]
    this.report(`“${field}” is not a list; left out`)
    return []
  }

  /** The list's texts and numbers as texts, each once. */
  texts(field: string): string[] {
    const texts: string[] = []
    for (const value of this.list(field)) {
      if (typeof value === 'string' || typeof value === 'number') texts.push(String(value))
      else this.report(`“${field}” holds something that is not a text; left out`)
    }
    return [...new Set(texts)]
  }

  /** The list's records. */
  records(field: string): ForeignRecord[] {
    const records: ForeignRecord[] = []
    for (const value of this.list(field)) {
      const record = asRecord(value)
      if (record) records.push(record)
      else this.report(`“${field}” holds something that is not a record; left out`)
    }
    return records
  }

  /** A moment as ISO 8601 in UTC. One without a zone is taken as UTC. */
  time(field: string): string | undefined {
    const text = this.text(field).trim()
    if (text === '') return undefined
    const parts = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      text,
    )
    const [, day, minute = '00:00', second = ':00', fraction = '0', zone = 'Z'] = parts ?? []
    const moment = new Date(`${day}T${minute}${second}.${fraction.slice(0, 3).padEnd(3, '0')}${zone.toUpperCase()}`)
    if (parts && !Number.isNaN(moment.getTime())) return moment.toISOString()
    this.report(`“${field}” is not a time: ${text}; left out`)
    return undefined
  }
}
