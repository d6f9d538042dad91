// Landlock: the kernel itself refuses writes of a command and all that it starts. Needs no rights and no namespaces.
//
// It can only allow, by folder and all that is below, so everything beside the closed folders is allowed piece by piece.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { findBypasses, isRoot, WITHOUT_RIGHTS } from './bypasses.ts'
import type { SealedCommand } from './seal-mounts.ts'
import type { SealPlan } from './seal-plan.ts'

// Node has no system calls of its own; perl has, and comes with git almost everywhere. The numbers are the same on every
// processor; version 3 is the first that also knows of truncating.
const LAUNCHER = `use strict; use Fcntl;
my ($create, $add, $restrict) = (444, 445, 446);
my $count = shift @ARGV;
my @open = splice @ARGV, 0, $count;
my $version = syscall $create, 0, 0, 1;
die "Landlock is not to be had: version $version\\n" if $version < 3;
my ($write, $truncate) = (1 << 1, 1 << 14);
my $rights = $write | $truncate;
$rights |= 1 << $_ for 4 .. 13;
my $attributes = pack 'Q', $rights;
my $rules = syscall $create, $attributes, length $attributes, 0;
die "no rules: $!\\n" if $rules < 0;
for my $path (@open) {
  # O_PATH | O_CLOEXEC, as nothing is read.
  sysopen my $place, $path, 0x280000 or next;
  my $rule = pack 'Ql', (-d $place ? $rights : $write | $truncate), fileno $place;
  syscall($add, $rules, 1, $rule, 0) == 0 or die "$path: $!\\n";
}
syscall($restrict, $rules, 0) == 0 or die "not restricted: $!\\n";
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\\n";
`

/**
 * In a folder that a closed one lies in, nothing new can be made, only what is there now can be changed. `closedAgain` is
 * more than Landlock can do.
 */
export async function sealByLandlock(command: SealedCommand, plan: SealPlan): Promise<SealedCommand> {
  const { devices, kernel } = await findBypasses()
  // Of /proc nothing for root: there are too many doors in it, and a rule for each process would not last.
  const bypasses = kernel.length === 0 ? devices : [...devices, ...kernel, '/proc']
  const open = [...(await besides('/', [...plan.closed, ...bypasses])), ...plan.open]
  const launcher = ['perl', '-e', LAUNCHER, '--', String(open.length), ...open, command.program, ...command.args]
  return { program: 'setpriv', args: ['--no-new-privs', ...(isRoot() ? WITHOUT_RIGHTS : []), '--', ...launcher] }
}

/** The largest pieces below a folder that none of the closed ones is in. */
async function besides(folder: string, closed: string[]): Promise<string[]> {
  if (closed.includes(folder)) return []
  const prefix = folder === '/' ? '/' : `${folder}/`
  if (!closed.some(path => path.startsWith(prefix))) return [folder]
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  // A rule holds for what a link leads to, which is allowed or not in its own place.
  const pieces = entries
    .filter(entry => !entry.isSymbolicLink())
    .map(entry => besides(join(folder, entry.name), closed))
  return (await Promise.all(pieces)).flat()
}
