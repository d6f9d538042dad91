// Not built yet.
import type { Begin } from './driver.ts'

export const beginAcp: Begin = () => Promise.reject(new Error('not built yet'))
