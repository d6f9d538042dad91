// An agent that tries everything to change MAIN, as pieces of shell. It stands in its worktree and knows the places of all:
// $MAIN, $GITDIR (MAIN's git folder), $WT (its worktree), $OWN (the worktree's own git folder).

const OFF = '-c core.hooksPath=/dev/null'

/** By what they are. Each runs in a shell of its own. */
export const deeds: Record<string, string> = {
  'an absolute path': 'echo x > "$MAIN/notes.md"',
  'a new file': 'echo x > "$MAIN/new"',
  'a file taken away': 'rm -f "$MAIN/notes.md"',
  'a link to MAIN': 'ln -sfn "$MAIN" link; echo x > link/notes.md',
  'a hard link': 'ln "$MAIN/notes.md" twin && echo x > twin',
  'a renaming': 'mv "$MAIN/notes.md" "$MAIN/moved"',
  'a file moved out': 'mv "$MAIN/notes.md" .',
  'a file moved in': 'cp notes.md mine; mv mine "$MAIN/mine"',
  'a folder below': 'mkdir -p "$MAIN/deep/er" && touch "$MAIN/deep/er/x"',
  'a truncation': 'truncate -s 0 "$MAIN/notes.md"',
  'a program': 'perl -e \'open F, ">", "$ENV{MAIN}/notes.md"; print F "x"\'',
  'an append through a descriptor': 'exec 7<>"$MAIN/notes.md" && echo x >&7',
  'a change of folder': 'cd "$MAIN" && sed -i s/n/m/ notes.md',
  'MAIN moved away': 'mv "$MAIN" "$MAIN.away"',
  'MAIN deleted': 'rm -rf "$MAIN"',
  'an executable file': 'chmod 755 "$MAIN/notes.md"',
  'a closed file': 'chmod 600 "$MAIN/notes.md"',
  'git -C': `git -C "$MAIN" commit --allow-empty -m x`,
  'git -C past the checks': 'git -C "$MAIN" commit --no-verify --allow-empty -m x',
  'git -C without hooks': `git -C "$MAIN" ${OFF} commit --allow-empty -m x`,
  'a reset of MAIN': `git -C "$MAIN" ${OFF} reset --hard flower/work`,
  'a merge in MAIN': `git -C "$MAIN" ${OFF} merge flower/work`,
  'MAIN detached': `git -C "$MAIN" ${OFF} checkout --detach`,
  'MAIN on another branch': `git -C "$MAIN" ${OFF} checkout -b flower/main`,
  'a foreign work tree': `git --work-tree="$MAIN" checkout -f flower/work -- .`,
  'a foreign work tree by variable': 'GIT_WORK_TREE="$MAIN" git checkout -f flower/work -- .',
  'a foreign git folder': `git --git-dir="$GITDIR" --work-tree="$WT" add -A`,
  'a foreign index': 'GIT_INDEX_FILE="$GITDIR/index" git read-tree --empty',
  'core.worktree': 'git config core.worktree "$WT"',
  'core.bare': 'git config core.bare true',
  'core.hooksPath': 'git config core.hooksPath /dev/null',
  'an own config':
    'git config extensions.worktreeConfig true; git config --worktree core.worktree "$MAIN"; git checkout -f flower/work -- .',
  'a commondir': 'echo /tmp > "$GITDIR/commondir"',
  'a folder for MAIN\u2019s git': 'echo "gitdir: $OWN" > "$OWN/x"; mv "$GITDIR" "$GITDIR.away"; cp "$OWN/x" "$GITDIR"',
  'an own commondir': 'cp -r "$GITDIR" evil; echo "$WT/evil" > "$OWN/commondir"; rm -f "$GITDIR/HEAD"',
  'update-ref': 'git update-ref refs/heads/main flower/work',
  'update-ref without hooks': `git ${OFF} update-ref refs/heads/main flower/work`,
  'a deleted branch': `git ${OFF} update-ref -d refs/heads/main`,
  'a renamed branch': `git ${OFF} branch -M main other`,
  'a forced branch': `git ${OFF} branch -f main flower/work`,
  'a branch that is a name for another': 'git symbolic-ref refs/heads/main refs/heads/flower/work',
  'a HEAD that is elsewhere': 'git --git-dir="$GITDIR" symbolic-ref HEAD refs/heads/flower/work',
  'a ref written by hand': 'git rev-parse flower/work > "$GITDIR/refs/heads/main"',
  'a ref beside which nothing is packed':
    'rm -f "$GITDIR/refs/heads/main"; echo "$(git rev-parse flower/work) refs/heads/main" > "$GITDIR/packed-refs"',
  'packed refs that are moved in':
    'echo "$(git rev-parse flower/work) refs/heads/main" > p; mv p "$GITDIR/packed-refs"; rm -f "$GITDIR/refs/heads/main"',
  'a link among the refs':
    'ln -s ../../main "$GITDIR/refs/heads/flower/link"; git update-ref refs/heads/flower/link flower/work',
  'a ref for a name':
    'echo "ref: refs/heads/main" > "$GITDIR/refs/heads/flower/name"; git update-ref refs/heads/flower/name flower/work',
  'a push': 'git push "$MAIN" HEAD:main',
  'a push without hooks': `git ${OFF} -c receive.denyCurrentBranch=ignore push --receive-pack="git ${OFF} -c receive.denyCurrentBranch=ignore receive-pack" "$MAIN" HEAD:main`,
  'a fetch onto the branch': `git ${OFF} fetch --update-head-ok . +HEAD:main`,
  'a worktree of the branch': `git ${OFF} worktree add --force second main && git ${OFF} -C second commit --allow-empty -m x`,
  'the branch checked out here': `git ${OFF} checkout --ignore-other-worktrees main && git ${OFF} commit --allow-empty -m x`,
  'the worktree\u2019s HEAD by hand': `echo "ref: refs/heads/main" > "$OWN/HEAD"; git ${OFF} commit --allow-empty -m x`,
  'hooks taken away': 'rm -rf "$GITDIR/hooks" "$GITDIR/flower"',
  'a hook put in':
    'mkdir -p "$GITDIR/hooks"; printf "#!/bin/sh\\n" > "$GITDIR/hooks/post-commit"; chmod +x "$GITDIR/hooks/post-commit"',
  'an index taken away': 'rm -f "$GITDIR/index"',
  'files hidden from git':
    'git --git-dir="$GITDIR" --work-tree="$MAIN" update-index --assume-unchanged notes.md; echo x > "$MAIN/notes.md"',
  'files hidden by the ignore list': 'mkdir -p "$GITDIR/info"; echo "*" > "$GITDIR/info/exclude"; echo x > "$MAIN/new"',
  'HEAD by hand': 'echo "ref: refs/heads/flower/work" > "$GITDIR/HEAD"',
  'MAIN closed to git': 'chmod 000 "$GITDIR/HEAD"; rm -f "$GITDIR/HEAD"',
  'packs thrown away': 'rm -f "$GITDIR"/objects/pack/*',
  'the mount undone': 'umount "$MAIN"; umount -l "$MAIN"; mount -o remount,rw,bind "$MAIN"; echo x > "$MAIN/new"',
  'the mount undone in a namespace': `unshare -Urm sh -c 'umount "$MAIN"; mount -o remount,rw,bind "$MAIN"; echo x > "$MAIN/new"'`,
  'a mount of the disk elsewhere': `mkdir -p m; unshare -Urm sh -c 'mount --bind / m; mount --rbind / m; echo x > "m$MAIN/new"'`,
  'the namespace of another process':
    'for p in /proc/[0-9]*; do echo x > "$p/root$MAIN/new"; done; nsenter -t 1 -m sh -c \'echo x > "$MAIN/new"\'',
  'the folder of another process':
    'for p in /proc/[0-9]*; do (cd "$p/cwd" && case $PWD in "$MAIN"*) echo x > new ;; esac); done',
}

/** One deed as a script. A worktree that another deed has spoiled is put right before. */
export function scriptOf(deed: string): string {
  const ready = `cd "$WT"; git ${OFF} checkout -qf flower/work; git clean -qfdx`
  return `(${ready}) > /dev/null 2>&1; (cd "$WT"; ${deed}) > /dev/null 2>&1 < /dev/null; true`
}
