import { expect, test } from 'vitest'
import { newService, type ServiceStatus } from '#domain/serving/service.ts'
import type { ServiceView } from '../service/services.ts'
import { siteOfService } from './site-of-service.ts'

const site = { name: 'a', start: 'flower service start web --worktree-id w3' }
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
  const up = statuses.filter(status => siteOfService(view(status), site).is === 'up')
  expect(up).toEqual(['healthy', 'unhealthy'])
  expect(siteOfService(view('unhealthy'), site)).toMatchObject({ unwell: true })
})

test('a site that is not there says why, and whether it comes by itself', () => {
  expect(siteOfService(undefined, site)).toMatchObject({ why: 'Its service was not started.', coming: false })
  expect(siteOfService(view('starting', 'nobody listens on port 5173'), site)).toEqual({
    is: 'stopped',
    name: 'a',
    why: 'Its service is not ready yet: nobody listens on port 5173.',
    coming: true,
    start: site.start,
  })
  expect(siteOfService(view('restarting'), site)).toMatchObject({ coming: true })
  expect(siteOfService(view('parked', 'failed 5 times'), site)).toMatchObject({
    why: 'Its service is parked: failed 5 times.',
    coming: false,
  })
})
