import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { classifyFilesystem, filesystemKind, mountedAs } from './filesystem-kind.ts'

test('network disks and disks shared by a host are told from local ones', () => {
  expect(classifyFilesystem(0x6969, 'nfs4')).toEqual({ kind: 'shared', name: 'nfs' })
  expect(classifyFilesystem(0xff534d42, 'cifs')).toEqual({ kind: 'shared', name: 'cifs' })
  expect(classifyFilesystem(0xff534d42 | 0, 'cifs')).toEqual({ kind: 'shared', name: 'cifs' })
  expect(classifyFilesystem(0xfe534d42, 'smb3')).toEqual({ kind: 'shared', name: 'smb3' })
  expect(classifyFilesystem(0x01021997, '9p')).toEqual({ kind: 'shared', name: '9p' })
  expect(classifyFilesystem(0xef53, 'ext4')).toEqual({ kind: 'local', name: 'ext4' })
})

test('FUSE is judged by what is mounted with it', () => {
  const fuse = 0x65735546
  expect(classifyFilesystem(fuse, 'virtiofs')).toEqual({ kind: 'shared', name: 'virtiofs' })
  expect(classifyFilesystem(fuse, 'fuse.sshfs')).toEqual({ kind: 'shared', name: 'fuse.sshfs' })
  expect(classifyFilesystem(fuse, 'fuseblk')).toEqual({ kind: 'local', name: 'fuseblk' })
  expect(classifyFilesystem(fuse, '')).toEqual({ kind: 'unknown', name: 'fuse' })
})

test('the innermost and latest mount that holds the path counts', () => {
  const mounts = [
    '1 0 8:1 / / rw - ext4 /dev/sda1 rw',
    '2 1 0:40 / /home/ada\\040b rw shared:1 - nfs4 server:/home rw',
    '3 1 0:41 / /data rw - ext4 /dev/sdb1 rw',
    '4 1 0:42 / /data rw - fuse.sshfs host:/ rw',
  ].join('\n')
  expect(mountedAs('/home/ada b/flower', mounts)).toBe('nfs4')
  expect(mountedAs('/home/ada bc', mounts)).toBe('ext4')
  expect(mountedAs('/data', mounts)).toBe('fuse.sshfs')
  expect(mountedAs('/data', '')).toBe('')
})

test.runIf(process.platform === 'linux')(
  'a folder that is still to be made is judged by the one above it',
  async () => {
    const here = await filesystemKind(tmpdir())
    expect(here.name).not.toBe('')
    expect(await filesystemKind(`${tmpdir()}/not/yet/there`)).toEqual(here)
  },
)
