// Not built yet.
import type { Begin } from './driver.ts'

export const beginCodex: Begin = () => Promise.reject(new Error('not built yet'))
