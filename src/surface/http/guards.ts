/** What every answer tells a browser: nothing of this house is anybody else's, and nothing of anybody else's is fetched. */
import type { ServerResponse } from 'node:http'

/** The page asks a browser for none of these. */
const refused = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** An answer that is no page may do nothing at all, wherever somebody manages to open it. */
const nothing = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const guards: readonly [name: string, value: string][] = Object.entries({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  // A link to another host is not even looked up before somebody follows it.
  'x-dns-prefetch-control': 'off',
  'permissions-policy': refused.map(feature => `${feature}=()`).join(', '),
  'content-security-policy': nothing,
})

/** Before anything is answered: an answer that has words of its own on one of these says them instead. */
export function guard(response: ServerResponse): void {
  for (const [name, value] of guards) response.setHeader(name, value)
}

/**
 * What the page itself may do: its own files, and its own house. No markup becomes script: the one sink that it needs is
 * the address of its worker, by the one policy that is named here (web/house/shared-stream.ts).
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types flower-worker',
].join('; ')
