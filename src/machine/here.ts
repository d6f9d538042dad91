// This machine, by both of its own addresses: what a program that listens on `localhost` listens on differs between
// systems, and the system's own word on `localhost` may leave one of them out.

import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

const ADDRESSES: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

const lookup: LookupFunction = (_, options, callback) => {
  if (options.all) callback(null, ADDRESSES)
  else callback(null, '127.0.0.1', 4)
}

/**
 * For connections of node:net and node:http: tries one address after the other. Nobody on one is known at once; only on
 * a machine too busy for that it takes longer, and the usual quarter of a second would give up a living server.
 */
export const toHere = { host: 'localhost', lookup, autoSelectFamilyAttemptTimeout: 5_000 } as const
