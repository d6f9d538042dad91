import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideTool } from './decide-tool.ts'
import type { Surroundings } from './judge-shell.ts'
import { type Ground, joined } from './places.ts'
import type { GuardCause } from './verdict.ts'

const WORK = '/home/ada/.flower/worktrees/roses/4-water'

const ground: Ground = {
  worktree: WORK,
  ownGitFolder: '/plot/main/.git/worktrees/4-water',
  mainPaths: ['/plot/main'],
  gitFolders: ['/plot/main/.git'],
  otherWorktrees: ['/home/ada/.flower/worktrees'],
  home: '/home/ada/.flower',
  branches: ['main'],
}

/** Links, by where they lie. */
const links: Record<string, string> = { [`${WORK}/shortcut`]: '/plot/main', '/srv/site': '/plot/main' }

const around: Surroundings = {
  ground,
  environment: { HOME: '/home/ada', MAIN: '/plot/main' },
  place: path => {
    let at = joined('/', path)
    for (const [from, to] of Object.entries(links))
      if (at === from || at.startsWith(`${from}/`)) at = to + at.slice(from.length)
    return at
  },
}

const decide = (tool: string, input: unknown, folder: string | undefined = WORK) =>
  decideTool({ tool, input, folder }, around)
const shell = (command: string, folder = WORK) => {
  const verdict = decide('Bash', { command }, folder)
  return verdict.outcome === 'refused' ? verdict.cause : verdict.outcome
}

const refused: [command: string, cause: GuardCause][] = [
  ['echo x > /plot/main/file', 'main'],
  ['echo x >> /srv/site/file', 'main'],
  ['echo x > shortcut/file', 'main'],
  ['echo x > ../../../../../../plot/main/file', 'main'],
  ['echo x >"/plot/main/a b"', 'main'],
  ["echo x &> '/plot/main/a b'", 'main'],
  ['cat < a 1>/plot/main/x 2>&1', 'main'],
  ['cat <<EOF > /plot/main/x\nsome /tmp text\nEOF', 'main'],
  ["cat <<'EOF' | tee /plot/main/x\ntext\nEOF", 'main'],
  ['cd /plot/main && npm test', 'main'],
  ['cd /plot/main; touch x', 'main'],
  ['cd /plot && cd main && rm x', 'main'],
  ['(cd /plot/main && make)', 'main'],
  ['pushd /plot/main && make; popd', 'main'],
  ['if true; then cd /plot/main; fi; make', 'main'],
  ['rm -rf /plot/main/src', 'main'],
  ['rm -rf /plot', 'main'],
  ['rm -rf /plot/*', 'main'],
  ['mv /plot/main/a .', 'main'],
  ['cp a /plot/main/', 'main'],
  ['cp -t /plot/main a b', 'main'],
  ['rsync -a --delete ./ /plot/main', 'main'],
  ['chmod +x /plot/main/run.sh', 'main'],
  ['chmod -R a-w /plot', 'main'],
  ['ln -s /plot/main/node_modules node_modules', 'main'],
  ['sed -i s/a/b/ /plot/main/file', 'main'],
  ['find /plot/main -name "*.ts" -delete', 'main'],
  ['find /plot -exec rm {} \\;', 'main'],
  ['dd if=/dev/zero of=/plot/main/x', 'main'],
  ['sort -o /plot/main/x a', 'main'],
  [`python3 -c "open('/plot/main/x','w').write('x')"`, 'main'],
  [`node -e 'require("fs").writeFileSync("/plot/main/x", "")'`, 'main'],
  ["python3 - <<'EOF'\nopen('/plot/main/x', 'w')\nEOF", 'main'],
  ["python3 - <<'EOF' | tee log\nopen('/plot/main/x', 'w')\nEOF", 'main'],
  ['make -C /plot/main', 'main'],
  ['npm --prefix=/plot/main run build', 'main'],
  ['npm --prefix ../../../../../../plot/main run build', 'main'],
  ['/plot/main/node_modules/.bin/eslint --fix .', 'main'],
  ['bash -c "cd /plot/main && touch x"', 'main'],
  ["sh -lc 'echo x > /plot/main/x'", 'main'],
  ['eval "rm /plot/main/x"', 'main'],
  ['$(rm /plot/main/x)', 'main'],
  ['echo "$(touch /plot/main/x)"', 'main'],
  ['echo `touch /plot/main/x`', 'main'],
  ['cat <<EOF\n$(touch /plot/main/x)\nEOF', 'main'],
  ['diff a <(tee /plot/main/x)', 'main'],
  ['M=/plot/main; echo x > $M/file', 'main'],
  ['M=/plot/main && cd "$M" && make', 'main'],
  ['export M=/plot/main\nrm -r ${M}/src', 'main'],
  ['rm -r $MAIN/src', 'main'],
  ['F="-rf /plot/main"; rm $F', 'main'],
  ['for f in a /plot/main/b; do echo x > "$f"; done', 'main'],
  ['for f in a b; do\n  cp $f /plot/main/$f\ndone', 'main'],
  ['case x in x) rm /plot/main/a ;; esac', 'main'],
  ['sudo rm /plot/main/x', 'main'],
  ['env A=1 touch /plot/main/x', 'main'],
  ['env -C /plot/main make', 'main'],
  ['timeout 5 touch /plot/main/x', 'main'],
  ['nohup nice -n 5 touch /plot/main/x &', 'main'],
  ['true && ! touch /plot/main/x', 'main'],
  ["$'\\x74ouch' /plot/main/x", 'main'],
  ['touch /plot/ma\\\nin/x', 'main'],
  ['tar xf a.tar -C /plot/main', 'main'],
  ['make -C/plot/main', 'main'],
  ['. /plot/main/.venv/bin/activate', 'main'],
  ['git -C /plot/main commit -m x', 'main'],
  ['git -C /plot -C main add -A', 'main'],
  ['cd /plot/main && git add -A', 'main'],
  ['git --work-tree=/plot/main checkout .', 'main'],
  ['GIT_WORK_TREE=/plot/main git checkout .', 'main'],
  ['git --git-dir=/plot/main/.git commit --amend', 'git_folder'],
  ['git --git-dir /plot/main/.git update-index --refresh', 'git_folder'],
  ['GIT_DIR=/plot/main/.git git reset --hard', 'git_folder'],
  ['export GIT_DIR=/plot/main/.git; git reset --hard', 'git_folder'],
  ['env GIT_INDEX_FILE=/plot/main/.git/index git add -A', 'git_folder'],
  ['git push /plot/main HEAD:refs/heads/x', 'main'],
  ['git clone . /plot/main/copy', 'main'],
  ['git submodule foreach "touch /plot/main/x"', 'main'],
  ['rm /plot/main/.git/index.lock', 'git_folder'],
  ['echo "ref: refs/heads/x" > /plot/main/.git/HEAD', 'git_folder'],
  ['echo /tmp > /plot/main/.git/commondir', 'git_folder'],
  ['echo "gitdir: /plot/main/.git" > .git', 'git_folder'],
  ['rm .git', 'git_folder'],
  ['touch ../5-prune/x', 'other_worktree'],
  ['rm -rf ../*', 'other_worktree'],
  ['cd .. && make', 'other_worktree'],
  ['sqlite3 ~/.flower/flower.db "drop table briefs"', 'home'],
  ['rm -rf ~/.flower', 'home'],
  ['rm -rf ~', 'other_worktree'],
  ['git stash', 'stash'],
  ['git stash push -u', 'stash'],
  ['git stash pop', 'stash'],
  ['git worktree add ../x', 'worktree_command'],
  ['git worktree remove --force /plot/main', 'worktree_command'],
  ['git checkout main', 'main_branch'],
  ['git checkout --ignore-other-worktrees main', 'main_branch'],
  ['git switch main', 'main_branch'],
  ['git checkout -B main HEAD', 'main_branch'],
  ['git switch -C main', 'main_branch'],
  ['git branch -f main HEAD', 'main_branch'],
  ['git branch -D main', 'main_branch'],
  ['git branch -M main old', 'main_branch'],
  ['git update-ref refs/heads/main HEAD', 'main_branch'],
  ['git update-ref --stdin <<< "update refs/heads/main 123"', 'main_branch'],
  ['git symbolic-ref HEAD refs/heads/main', 'main_branch'],
  ['git push . HEAD:main', 'main_branch'],
  ['git push origin +main', 'main_branch'],
  ['git push --mirror origin', 'main_branch'],
  ['git fetch . HEAD:refs/heads/main', 'main_branch'],
  ['git rebase HEAD~1 main', 'main_branch'],
  ['git config user.name Ada', 'shared_settings'],
  ['git config --unset user.name', 'shared_settings'],
  ['git config core.worktree /tmp', 'way_round'],
  ['git config --worktree core.hooksPath /dev/null', 'way_round'],
  ['git -c core.hooksPath=/dev/null commit -m x', 'way_round'],
  ['git -c core.worktree=/plot/main checkout .', 'way_round'],
  ["git -c alias.x='!touch /plot/main/x' x", 'way_round'],
  ['GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git commit', 'way_round'],
  ["GIT_CONFIG_PARAMETERS=\"'core.hooksPath'='/dev/null'\" git commit", 'way_round'],
  ['find /plot/main -name x | xargs rm', 'undecided'],
  ['cat /plot/main/run.sh | sh', 'undecided'],
  ['cat /plot/main/list | while read f; do rm "$f"; done', 'undecided'],
  ['X=$(cat /plot/main/where); rm -r "$X"', 'undecided'],
  ['cd "$(cat /plot/main/where)" && make', 'undecided'],
  ['echo "/plot/main/x', 'undecided'],
  ['f() { rm "$1"; }; f /plot/main/x', 'undecided'],
]

test.each(refused)('a shell may not: %s', (command, cause) => {
  expect(shell(command)).toBe(cause)
})

const allowed: string[] = [
  'npm test',
  'npm run build && node dist/main.js > out.log 2>&1',
  'cat /plot/main/file',
  'cat < /plot/main/file > mine',
  'grep -rn "x" /plot/main/src | head -20',
  'ls -la /plot/main; cd /plot/main && ls && git log --oneline | head',
  'diff -u /plot/main/a a || true',
  'cp /plot/main/a ./a',
  'cp -r /plot/main/fixtures/ test/',
  'sed -n 1,20p /plot/main/file',
  "awk '{ print $1 }' /plot/main/file",
  'find /plot/main -name "*.ts" | head',
  'find /plot/main -name "*.ts" -exec grep -l x {} \\;',
  'find . -name "*.tmp" -delete',
  'git -C /plot/main log --oneline',
  'git -C /plot/main status --short',
  'git --git-dir=/plot/main/.git show main:notes.md',
  'git diff main...HEAD',
  'git add -A && git commit -m "Keep /plot/main as it is" && git status',
  'git commit -am "$(cat <<EOF\nMention /plot/main\nEOF\n)"',
  'git checkout -b flower/new main',
  'git checkout main -- notes.md',
  'git checkout HEAD~1 notes.md',
  'git switch -c flower/new main',
  'git branch -f flower/new main',
  'git branch --list',
  'git rebase main',
  'git merge main',
  'git push -u origin flower/4-water',
  'git fetch origin main',
  'git stash list',
  'git worktree list',
  'git config --get user.name',
  'git config user.name',
  'git -c user.name=Ada commit --amend --no-edit',
  'git config --global user.name Ada',
  'git reset --hard HEAD~1 && git clean -fdx',
  `cd ${WORK}/src && touch x`,
  'cd src && rm -rf build && mkdir -p build/{a,b}',
  'cd "$(git rev-parse --show-toplevel)" && npm test',
  'D=$(mktemp -d) && cd "$D" && git clone -q https://example.test/main/main.git x && rm -rf "$D"',
  'git -C /tmp/clone checkout main',
  'for f in src/*.ts; do sed -i s/a/b/ "$f"; done',
  'while read -r f; do rm "$f"; done < list',
  'find . -name "*.orig" | xargs rm -f',
  'echo "see /plot/main/notes.md" >> notes.md',
  "cat > notes.md <<'EOF'\n/plot/main is MAIN\nEOF",
  'rm -f /tmp/x; touch /tmp/y > /dev/null 2>&1',
  'if [ -f /plot/main/x ]; then echo yes; else echo no; fi',
  'case "$1" in a|b) echo x ;; *) echo y ;; esac',
  '[[ -f a && ! -f b ]] && (( i++ )); echo $((1 + 2)) ${x:-y}',
  'python3 -c "print(1)" # /plot/main/x',
  "node -e 'console.log(`a/b`)'",
  'flower brief show 4 --text /plot/main',
  'curl -s http://localhost:3000/plot/main/x -o out.json',
  'tsc -p . & wait; kill %1',
  'make > log 2>&1 < /dev/null',
  "perl -pe 's/plot/main/' a > b",
]

test.each(allowed)('a shell may: %s', command => {
  expect(shell(command)).toBe('allowed')
})

test('a session that stands in MAIN may look around there and change nothing', () => {
  expect(shell('ls && git status', '/plot/main')).toBe('allowed')
  for (const command of ['touch x', 'npm install', 'git add -A', 'echo x > y', 'rm -r src']) {
    expect([command, shell(command, '/plot/main')]).toEqual([command, 'main'])
  }
  expect(shell(`cd ${WORK} && touch x`, '/plot/main')).toBe('allowed')
})

test('a worktree within MAIN is its agent’s own, and MAIN around it is not', () => {
  const inside: Ground = { ...ground, worktree: '/plot/main/.trees/4', otherWorktrees: ['/plot/main/.trees/5'] }
  const may = (command: string) =>
    decideTool({ tool: 'Bash', input: { command }, folder: '/plot/main/.trees/4' }, { ...around, ground: inside })
      .outcome
  expect([may('touch x'), may('touch ../5/x'), may('touch ../../x')]).toEqual(['allowed', 'refused', 'refused'])
})

test.each([
  ['Write', { file_path: '/plot/main/src/a.ts', content: 'x' }, 'main'],
  ['Edit', { file_path: `${WORK}/shortcut/a.ts`, old_string: 'a', new_string: 'b' }, 'main'],
  ['MultiEdit', { file_path: '../5-prune/a.ts', edits: [] }, 'other_worktree'],
  ['NotebookEdit', { notebook_path: '/plot/main/a.ipynb' }, 'main'],
  ['Write', { file_path: `${WORK}/.git`, content: 'gitdir: /plot/main/.git' }, 'git_folder'],
  ['apply_patch', { input: '*** Begin Patch\n*** Update File: /plot/main/a\n@@\n*** End Patch' }, 'main'],
  [
    'apply_patch',
    { input: '*** Begin Patch\n*** Update File: a\n*** Move to: ../../../../../../plot/main/b\n*** End Patch' },
    'main',
  ],
  ['exec_command', { cmd: 'touch /plot/main/x' }, 'main'],
  ['exec_command', { cmd: 'touch x', workdir: '/plot/main' }, 'main'],
  ['shell', { command: ['bash', '-lc', 'touch /plot/main/x'] }, 'main'],
  ['shell', { command: ['touch', '/plot/main/x y'] }, 'main'],
  ['run_shell_command', { command: 'touch x', directory: '/plot/main' }, 'main'],
  ['write_file', { path: '~/.flower/token' }, 'home'],
  ['mcp__files__move_file', { source: 'a', destination: '/plot/main/a' }, 'main'],
  ['mcp__ide__rename', { edits: [{ uri: 'file:///plot/main/a.ts' }] }, 'main'],
  ['Bash', { command: 7 }, 'unreadable'],
  ['Bash', 'touch x', 'unreadable'],
  ['Write', null, 'unreadable'],
])('the tool %s may not: %j', (tool, input, cause) => {
  expect(decide(tool, input)).toMatchObject({ outcome: 'refused', cause })
})

test.each([
  ['Read', { file_path: '/plot/main/src/a.ts' }],
  ['Grep', { pattern: 'x', path: '/plot/main' }],
  ['Write', { file_path: `${WORK}/src/a.ts`, content: 'about /plot/main/x' }],
  ['Edit', { file_path: 'src/a.ts', old_string: '/plot/main/x', new_string: '/plot/main/y' }],
  ['Write', { file_path: '/tmp/scratch' }],
  ['apply_patch', { input: '*** Begin Patch\n*** Add File: src/a\n+/plot/main\n*** End Patch' }],
  ['mcp__files__read_text_file', { path: '/plot/main/a' }],
  ['mcp__flower__brief_append', { body: '/plot/main/a' }],
  ['exec_command', { cmd: 'npm test', workdir: 'src' }],
])('the tool %s may: %j', (tool, input) => {
  expect(decide(tool, input)).toEqual({ outcome: 'allowed' })
})

test('where the session’s folder is gone nothing is done but looking', () => {
  for (const tool of ['Bash', 'Write', 'mcp__files__write_file']) {
    const verdict = decideTool({ tool, input: { command: 'true', file_path: '/tmp/x' }, folder: undefined }, around)
    expect(verdict).toMatchObject({ outcome: 'refused', cause: 'no_folder' })
  }
  expect(decideTool({ tool: 'Read', input: {}, folder: undefined }, around)).toEqual({ outcome: 'allowed' })
})

test('a refusal names the right path, or the better way', () => {
  expect(decide('Write', { file_path: '/plot/main/src/a.ts' })).toMatchObject({
    what: '/plot/main/src/a.ts',
    reason: expect.stringContaining(`Yours is ${WORK}/src/a.ts.`),
  })
  expect(decide('Bash', { command: 'git stash' })).toMatchObject({
    reason: expect.stringContaining('git commit -a -m WIP'),
  })
  expect(decide('Bash', { command: 'git worktree add x' })).toMatchObject({
    reason: expect.stringContaining('flower worktree create'),
  })
})

const pieces = fc.constantFrom(
  'cd ',
  'rm ',
  'git ',
  '-C ',
  '> ',
  '/plot/main',
  '"',
  "'",
  '$(',
  ')',
  '`',
  '<<EOF\n',
  'EOF\n',
  '\n',
  ';',
  '&&',
  '|',
  '\\',
  '{',
  '}',
  '((',
  '$',
  '${',
  'case x in ',
  'for x in ',
  '*',
  '#',
  '~',
  '=',
  'x',
  ' ',
)

test('whatever text is given, it is judged, and in time', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), texts => {
      expect(['allowed', 'refused']).toContain(decide('Bash', { command: texts.join('') }).outcome)
    }),
    { numRuns: 500 },
  )
  expect(decide('Bash', { command: `${'$('.repeat(5_000)}/plot/main` }).outcome).toBe('refused')
  expect(decide('Bash', { command: `rm ${'"a" '.repeat(50_000)}` }).outcome).toBe('allowed')
})
