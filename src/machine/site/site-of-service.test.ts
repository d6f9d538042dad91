import { expect, test } from 'vitest'
import { newService, type ServiceStatus } from '#domain/serving/service.ts'
import type { ServiceView } from '../service/services.ts'
import { siteOfService } from './site-of-service.ts'

const view = (status: ServiceStatus, reason = ''): ServiceView => ({
  ...newService(0),
  key: 'a/web',
  status,
  reason,
  port: 5173,
  run: null,
  lastLines: [],
})

test('only a service that runs and once answered is forwarded to', () => {
  const statuses: ServiceStatus[] = ['stopped', 'starting', 'healthy', 'unhealthy', 'restarting', 'parked', 'stopping']
  const up = statuses.filter(status => siteOfService(view(status), 'a').is === 'up')
  expect(up).toEqual(['healthy', 'unhealthy'])
  expect(siteOfService(view('unhealthy'), 'a')).toMatchObject({ unwell: true })
})

test('a site that is not there says why, and whether it comes by itself', () => {
  expect(siteOfService(undefined, 'a')).toMatchObject({ why: 'Its service was not started.', coming: false })
  expect(siteOfService(view('starting', 'nobody listens on port 5173'), 'a')).toEqual({
    is: 'stopped',
    name: 'a',
    why: 'Its service is not ready yet: nobody listens on port 5173.',
    coming: true,
  })
  expect(siteOfService(view('restarting'), 'a')).toMatchObject({ coming: true })
  expect(siteOfService(view('parked', 'failed 5 times'), 'a')).toMatchObject({
    why: 'Its service is parked: failed 5 times.',
    coming: false,
  })
})
