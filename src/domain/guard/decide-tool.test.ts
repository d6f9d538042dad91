import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideTool } from './decide-tool.ts'
import type { Surroundings } from './judge-shell.ts'
import { type Ground, joined } from './places.ts'
import type { GuardCause } from './verdict.ts'

const WORK = '/home/ada/.flower/worktrees/roses/4-water'

const ground: Ground = {
  worktree: WORK,
  ownGitFolder: '/work/main/.git/worktrees/4-water',
  mainPaths: ['/work/main'],
  gitFolders: ['/work/main/.git'],
  otherWorktrees: ['/home/ada/.flower/worktrees'],
  home: '/home/ada/.flower',
  branches: ['main'],
}

/** Links, by where they lie. */
const links: Record<string, string> = { [`${WORK}/shortcut`]: '/work/main', '/srv/site': '/work/main' }

const around: Surroundings = {
  ground,
  environment: { HOME: '/home/ada', MAIN: '/work/main' },
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
  ['echo x > /work/main/file', 'main'],
  ['echo x >> /srv/site/file', 'main'],
  ['echo x > shortcut/file', 'main'],
  ['echo x > ../../../../../../work/main/file', 'main'],
  ['echo x >"/work/main/a b"', 'main'],
  ["echo x &> '/work/main/a b'", 'main'],
  ['cat < a 1>/work/main/x 2>&1', 'main'],
  ['cat <<EOF > /work/main/x\nsome /tmp text\nEOF', 'main'],
  ["cat <<'EOF' | tee /work/main/x\ntext\nEOF", 'main'],
  ['cd /work/main && npm test', 'main'],
  ['cd /work/main; touch x', 'main'],
  ['cd /work && cd main && rm x', 'main'],
  ['(cd /work/main && make)', 'main'],
  ['pushd /work/main && make; popd', 'main'],
  ['if true; then cd /work/main; fi; make', 'main'],
  ['rm -rf /work/main/src', 'main'],
  ['rm -rf /work', 'main'],
  ['rm -rf /work/*', 'main'],
  ['mv /work/main/a .', 'main'],
  ['cp a /work/main/', 'main'],
  ['cp -t /work/main a b', 'main'],
  ['rsync -a --delete ./ /work/main', 'main'],
  ['chmod +x /work/main/run.sh', 'main'],
  ['chmod -R a-w /work', 'main'],
  ['ln -s /work/main/node_modules node_modules', 'main'],
  ['sed -i s/a/b/ /work/main/file', 'main'],
  ['find /work/main -name "*.ts" -delete', 'main'],
  ['find /work -exec rm {} \\;', 'main'],
  ['dd if=/dev/zero of=/work/main/x', 'main'],
  ['sort -o /work/main/x a', 'main'],
  [`python3 -c "open('/work/main/x','w').write('x')"`, 'main'],
  [`node -e 'require("fs").writeFileSync("/work/main/x", "")'`, 'main'],
  ["python3 - <<'EOF'\nopen('/work/main/x', 'w')\nEOF", 'main'],
  ["python3 - <<'EOF' | tee log\nopen('/work/main/x', 'w')\nEOF", 'main'],
  ['make -C /work/main', 'main'],
  ['npm --prefix=/work/main run build', 'main'],
  ['npm --prefix ../../../../../../work/main run build', 'main'],
  ['/work/main/node_modules/.bin/eslint --fix .', 'main'],
  ['bash -c "cd /work/main && touch x"', 'main'],
  ["sh -lc 'echo x > /work/main/x'", 'main'],
  ['eval "rm /work/main/x"', 'main'],
  ['$(rm /work/main/x)', 'main'],
  ['echo "$(touch /work/main/x)"', 'main'],
  ['echo `touch /work/main/x`', 'main'],
  ['cat <<EOF\n$(touch /work/main/x)\nEOF', 'main'],
  ['diff a <(tee /work/main/x)', 'main'],
  ['M=/work/main; echo x > $M/file', 'main'],
  ['M=/work/main && cd "$M" && make', 'main'],
  ['export M=/work/main\nrm -r ${M}/src', 'main'],
  ['rm -r $MAIN/src', 'main'],
  ['F="-rf /work/main"; rm $F', 'main'],
  ['for f in a /work/main/b; do echo x > "$f"; done', 'main'],
  ['for f in a b; do\n  cp $f /work/main/$f\ndone', 'main'],
  ['case x in x) rm /work/main/a ;; esac', 'main'],
  ['sudo rm /work/main/x', 'main'],
  ['env A=1 touch /work/main/x', 'main'],
  ['env -C /work/main make', 'main'],
  ['timeout 5 touch /work/main/x', 'main'],
  ['nohup nice -n 5 touch /work/main/x &', 'main'],
  ['true && ! touch /work/main/x', 'main'],
  ["$'\\x74ouch' /work/main/x", 'main'],
  ['touch /work/ma\\\nin/x', 'main'],
  ['tar xf a.tar -C /work/main', 'main'],
  ['make -C/work/main', 'main'],
  ['. /work/main/.venv/bin/activate', 'main'],
  ['git -C /work/main commit -m x', 'main'],
  ['git -C /work -C main add -A', 'main'],
  ['cd /work/main && git add -A', 'main'],
  ['git --work-tree=/work/main checkout .', 'main'],
  ['GIT_WORK_TREE=/work/main git checkout .', 'main'],
  ['git --git-dir=/work/main/.git commit --amend', 'git_folder'],
  ['git --git-dir /work/main/.git update-index --refresh', 'git_folder'],
  ['GIT_DIR=/work/main/.git git reset --hard', 'git_folder'],
  ['export GIT_DIR=/work/main/.git; git reset --hard', 'git_folder'],
  ['env GIT_INDEX_FILE=/work/main/.git/index git add -A', 'git_folder'],
  ['git push /work/main HEAD:refs/heads/x', 'main'],
  ['git clone . /work/main/copy', 'main'],
  ['git submodule foreach "touch /work/main/x"', 'main'],
  ['rm /work/main/.git/index.lock', 'git_folder'],
  ['echo "ref: refs/heads/x" > /work/main/.git/HEAD', 'git_folder'],
  ['echo /tmp > /work/main/.git/commondir', 'git_folder'],
  ['echo "gitdir: /work/main/.git" > .git', 'git_folder'],
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
  ['git worktree remove --force /work/main', 'worktree_command'],
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
  ['git -c core.worktree=/work/main checkout .', 'way_round'],
  ["git -c alias.x='!touch /work/main/x' x", 'way_round'],
  ['GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git commit', 'way_round'],
  ["GIT_CONFIG_PARAMETERS=\"'core.hooksPath'='/dev/null'\" git commit", 'way_round'],
  ['find /work/main -name x | xargs rm', 'undecided'],
  ['cat /work/main/run.sh | sh', 'undecided'],
  ['cat /work/main/list | while read f; do rm "$f"; done', 'undecided'],
  ['X=$(cat /work/main/where); rm -r "$X"', 'undecided'],
  ['cd "$(cat /work/main/where)" && make', 'undecided'],
  ['echo "/work/main/x', 'undecided'],
  ['f() { rm "$1"; }; f /work/main/x', 'undecided'],
]

test.each(refused)('a shell may not: %s', (command, cause) => {
  expect(shell(command)).toBe(cause)
})

const allowed: string[] = [
  'npm test',
  'npm run build && node dist/main.js > out.log 2>&1',
  'cat /work/main/file',
  'cat < /work/main/file > mine',
  'grep -rn "x" /work/main/src | head -20',
  'ls -la /work/main; cd /work/main && ls && git log --oneline | head',
  'diff -u /work/main/a a || true',
  'cp /work/main/a ./a',
  'cp -r /work/main/fixtures/ test/',
  'sed -n 1,20p /work/main/file',
  "awk '{ print $1 }' /work/main/file",
  'find /work/main -name "*.ts" | head',
  'find /work/main -name "*.ts" -exec grep -l x {} \\;',
  'find . -name "*.tmp" -delete',
  'git -C /work/main log --oneline',
  'git -C /work/main status --short',
  'git --git-dir=/work/main/.git show main:notes.md',
  'git diff main...HEAD',
  'git add -A && git commit -m "Keep /work/main as it is" && git status',
  'git commit -am "$(cat <<EOF\nMention /work/main\nEOF\n)"',
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
  'echo "see /work/main/notes.md" >> notes.md',
  "cat > notes.md <<'EOF'\n/work/main is MAIN\nEOF",
  'rm -f /tmp/x; touch /tmp/y > /dev/null 2>&1',
  'if [ -f /work/main/x ]; then echo yes; else echo no; fi',
  'case "$1" in a|b) echo x ;; *) echo y ;; esac',
  '[[ -f a && ! -f b ]] && (( i++ )); echo $((1 + 2)) ${x:-y}',
  'python3 -c "print(1)" # /work/main/x',
  "node -e 'console.log(`a/b`)'",
  'flower brief show 4 --text /work/main',
  'curl -s http://localhost:3000/work/main/x -o out.json',
  'tsc -p . & wait; kill %1',
  'make > log 2>&1 < /dev/null',
  "perl -pe 's/work/main/' a > b",
]

test.each(allowed)('a shell may: %s', command => {
  expect(shell(command)).toBe('allowed')
})

test('a session that stands in MAIN may look around there and change nothing', () => {
  expect(shell('ls && git status', '/work/main')).toBe('allowed')
  for (const command of ['touch x', 'npm install', 'git add -A', 'echo x > y', 'rm -r src']) {
    expect([command, shell(command, '/work/main')]).toEqual([command, 'main'])
  }
  expect(shell(`cd ${WORK} && touch x`, '/work/main')).toBe('allowed')
})

test('a worktree within MAIN is its agent’s own, and MAIN around it is not', () => {
  const inside: Ground = { ...ground, worktree: '/work/main/.trees/4', otherWorktrees: ['/work/main/.trees/5'] }
  const may = (command: string) =>
    decideTool({ tool: 'Bash', input: { command }, folder: '/work/main/.trees/4' }, { ...around, ground: inside })
      .outcome
  expect([may('touch x'), may('touch ../5/x'), may('touch ../../x')]).toEqual(['allowed', 'refused', 'refused'])
})

test.each([
  ['Write', { file_path: '/work/main/src/a.ts', content: 'x' }, 'main'],
  ['Edit', { file_path: `${WORK}/shortcut/a.ts`, old_string: 'a', new_string: 'b' }, 'main'],
  ['MultiEdit', { file_path: '../5-prune/a.ts', edits: [] }, 'other_worktree'],
  ['NotebookEdit', { notebook_path: '/work/main/a.ipynb' }, 'main'],
  ['Write', { file_path: `${WORK}/.git`, content: 'gitdir: /work/main/.git' }, 'git_folder'],
  ['apply_patch', { input: '*** Begin Patch\n*** Update File: /work/main/a\n@@\n*** End Patch' }, 'main'],
  [
    'apply_patch',
    { input: '*** Begin Patch\n*** Update File: a\n*** Move to: ../../../../../../work/main/b\n*** End Patch' },
    'main',
  ],
  ['exec_command', { cmd: 'touch /work/main/x' }, 'main'],
  ['exec_command', { cmd: 'touch x', workdir: '/work/main' }, 'main'],
  ['shell', { command: ['bash', '-lc', 'touch /work/main/x'] }, 'main'],
  ['shell', { command: ['touch', '/work/main/x y'] }, 'main'],
  ['run_shell_command', { command: 'touch x', directory: '/work/main' }, 'main'],
  ['write_file', { path: '~/.flower/token' }, 'home'],
  ['mcp__files__move_file', { source: 'a', destination: '/work/main/a' }, 'main'],
  ['mcp__ide__rename', { edits: [{ uri: 'file:///work/main/a.ts' }] }, 'main'],
  ['Bash', { command: 7 }, 'unreadable'],
  ['Bash', 'touch x', 'unreadable'],
  ['Write', null, 'unreadable'],
])('the tool %s may not: %j', (tool, input, cause) => {
  expect(decide(tool, input)).toMatchObject({ outcome: 'refused', cause })
})

test.each([
  ['Read', { file_path: '/work/main/src/a.ts' }],
  ['Grep', { pattern: 'x', path: '/work/main' }],
  ['Write', { file_path: `${WORK}/src/a.ts`, content: 'about /work/main/x' }],
  ['Edit', { file_path: 'src/a.ts', old_string: '/work/main/x', new_string: '/work/main/y' }],
  ['Write', { file_path: '/tmp/scratch' }],
  ['apply_patch', { input: '*** Begin Patch\n*** Add File: src/a\n+/work/main\n*** End Patch' }],
  ['mcp__files__read_text_file', { path: '/work/main/a' }],
  ['mcp__flower__brief_append', { body: '/work/main/a' }],
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
  expect(decide('Write', { file_path: '/work/main/src/a.ts' })).toMatchObject({
    what: '/work/main/src/a.ts',
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
  '/work/main',
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
  expect(decide('Bash', { command: `${'$('.repeat(5_000)}/work/main` }).outcome).toBe('refused')
  expect(decide('Bash', { command: `rm ${'"a" '.repeat(50_000)}` }).outcome).toBe('allowed')
})
