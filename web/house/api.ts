/** The page's telephone: the same client as everybody's. The cookie of the one-time link says who is calling. */
import type { Client } from '#client/client.ts'
import { httpClient } from '#client/http.ts'

export const api: Client = httpClient({ baseUrl: '' })

/** One for each thing that a person does; sent again with it, a write happens once. */
export const newCommandId = (): string => crypto.randomUUID()
