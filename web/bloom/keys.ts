/** How a key is drawn on the keyboard that the reader has. */

const isApple = /mac|iphone|ipad/i.test(navigator.platform)

/** `⇧⌘↵` stays so on an Apple keyboard and is `ctrl+shift+↵` on every other. */
export function drawn(keys: string): string {
  if (isApple || !keys.includes('⌘')) return keys
  return `ctrl+${keys.includes('⇧') ? 'shift+' : ''}${keys.replace(/[⇧⌘]/g, '')}`
}
