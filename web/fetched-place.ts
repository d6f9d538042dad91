import { lazyRouteComponent } from '@tanstack/react-router'

/**
 * A place whose script is fetched when somebody goes there. Where it can't be had, the place says so between the bar and
 * the pulse: the router by itself would load the window anew, and lose all of it while nobody answers.
 */
export function fetchedPlace<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  const inOwnWords = () =>
    load().catch((cause: unknown) => {
      // The router knows by the browser's words that a script is missing.
      throw new Error('The script of this place could not be fetched.', { cause })
    })
  return lazyRouteComponent(inOwnWords, name)
}
