// Whether a folder lies on a disk of this machine or on one that is shared over a network or with a host:
// SQLite's write-ahead log needs shared memory and locks that only a local disk keeps.

import { statfs } from 'node:fs/promises'
import { nearestThere, readFileIfThere } from './files.ts'

export interface FilesystemKind {
  /** `shared`: over a network or from a virtual machine's host. `unknown`: this system doesn't say, or we don't know the name. */
  kind: 'local' | 'shared' | 'unknown'
  /** Such as `nfs` or `virtiofs`; empty when unknown. */
  name: string
}

// The magic numbers of Linux's statfs(2).
const SHARED = new Map([
  [0x6969, 'nfs'],
  [0x517b, 'smb'],
  [0xff534d42, 'cifs'],
  [0xfe534d42, 'smb3'],
  [0x01021997, '9p'],
  [0x5346414f, 'afs'],
  [0x6b414653, 'afs'],
  [0x00c36400, 'ceph'],
  [0x73757245, 'coda'],
  [0x0bd00bd0, 'lustre'],
  [0x47504653, 'gpfs'],
  [0x7461636f, 'ocfs2'],
  [0x01161970, 'gfs2'],
  [0x786f4256, 'vboxsf'],
])
const FUSE = 0x65735546

/** What kind of file system `path` is on, or will be once it is made. */
export async function filesystemKind(path: string): Promise<FilesystemKind> {
  if (process.platform === 'win32') {
    return path.startsWith('\\\\') ? { kind: 'shared', name: 'smb' } : { kind: 'unknown', name: '' }
  }
  if (process.platform !== 'linux') return { kind: 'unknown', name: '' }
  const there = await nearestThere(path)
  const mounts = await readFileIfThere('/proc/self/mountinfo')
  return classifyFilesystem((await statfs(there)).type, mountedAs(there, mounts?.toString('utf8') ?? ''))
}

/** Decides by statfs's type; only FUSE, which is many things, needs the mount's own name. */
export function classifyFilesystem(type: number, mountName: string): FilesystemKind {
  // statfs's field is signed on some machines.
  const magic = type >>> 0
  const shared = SHARED.get(magic)
  if (shared !== undefined) return { kind: 'shared', name: shared }
  if (magic !== FUSE) return { kind: 'local', name: mountName }
  if (mountName === 'fuseblk' || mountName === 'fuse.fuse-overlayfs') return { kind: 'local', name: mountName }
  return mountName.startsWith('fuse') || mountName === 'virtiofs'
    ? { kind: 'shared', name: mountName }
    : { kind: 'unknown', name: 'fuse' }
}

/** The file system's name in /proc/self/mountinfo for the mount that holds `path`; empty when it isn't listed. */
export function mountedAs(path: string, mountinfo: string): string {
  let best = { length: -1, name: '' }
  for (const line of mountinfo.split('\n')) {
    const [left = '', right = ''] = line.split(' - ')
    const point = (left.split(' ')[4] ?? '').replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(parseInt(octal, 8)),
    )
    const holds = point !== '' && (path === point || path.startsWith(point.endsWith('/') ? point : `${point}/`))
    // A later mount on the same point covers the earlier one.
    if (holds && point.length >= best.length) best = { length: point.length, name: right.split(' ')[0] ?? '' }
  }
  return best.name
}
