// What a site is by what its service is. Only a service that is known to run is ever forwarded to: on the port of one that
// isn't, somebody else may listen by now, and that could be another branch's site.

import type { ServiceView } from '../service/services.ts'
import type { Site } from './sites.ts'

/** `name` is what a person calls the site; `start` the command that starts its service. */
export function siteOfService(
  service: ServiceView | undefined,
  { name, start }: { name: string; start: string },
): Site {
  const stopped = (why: string, coming: boolean): Site => ({ is: 'stopped', name, why, coming, start })
  if (service === undefined) return stopped('Its service was not started.', false)
  const because = service.reason === '' ? '.' : `: ${service.reason}.`
  switch (service.status) {
    case 'healthy':
    case 'unhealthy':
      if (service.port === undefined) return stopped('Its service has no port.', false)
      return { is: 'up', port: service.port, name, unwell: service.status === 'unhealthy' }
    case 'starting':
      return stopped(`Its service is not ready yet${because}`, true)
    case 'restarting':
      return stopped(`Its service failed and is started again${because}`, true)
    case 'parked':
      return stopped(`Its service is parked${because}`, false)
    case 'stopping':
      return stopped(`Its service is being stopped${because}`, false)
    case 'stopped':
      return stopped(`Its service is not running${because}`, false)
    default:
      return service.status satisfies never
  }
}
