/** What the cast writes in the demo. */

export const epic = `Worktree-isolated active work (MAIN = stable, served); flexible agents per worktree

On Tuesday a half-finished edit in MAIN took every command down, and the site with it. Active work must not stand where the served code stands.`

export const plan = `**Principle.** Every active agent works in its own worktree. MAIN is what is served: stable, and it only ever receives merged code.

## Layout

Three standing lanes: backend, design, ops. Bursts on demand.

## Mechanics

- Ports from a block for each worktree.
`

/** The same plan after the design leg. */
export const betterPlan = `**Principle.** The unit of isolation is the worktree, a stream of active work on its own branch, and not the agent. Active editing happens in worktrees. MAIN is what is served: stable, and it only ever receives merged code.

**Why this way round.** It takes the number of agents apart from the number of checkouts. Worktrees never disturb each other; the agents inside one share its tree and tell each other which paths they hold.

## Layout

| place | what it holds | who writes |
|--|--|--|
| MAIN | served; watched, never edited | the merge queue alone |
| \`flower-design\` | a site and ports of its own | one or more agents |
| \`flower-ops\` | follows MAIN after each landing | nobody |

## Mechanics

- Every worktree gets a block of ports that were proven free, an \`.env\` from templates, and a stable address. Secrets travel only to worktrees that serve.
- Lanes stand for ongoing work; bursts get a worktree of their own, removed once merged, never without a snapshot.

## First step

- [x] Create \`flower-design\` with its site and prove it clean
- [x] Move the design lane's active work off MAIN
- [ ] Give the ops loop a checkout that follows MAIN

## Open

How many lanes stand at all times. The proposal is three, and everything else on demand.
`

/** The children of the epic; \`after\` are positions in this list. */
export const children = [
  { text: 'MAIN moves by the queue alone\n\nNo editor, no agent and no hook writes into the served checkout.' },
  {
    text: 'Prepare once, prove it clean\n\nA worktree is prepared from MAIN, then its gates run before anybody works in it.',
    after: [0],
  },
  {
    text: 'Ports, env and a site for each worktree\n\nPorts are held by name; two services that ask for one are told so.',
    after: [1],
    review: true,
  },
  {
    text: 'Several agents, one tree\n\nAgents in a worktree tell each other which paths they hold.',
    after: [1],
    review: true,
  },
  {
    text: 'Ops follows MAIN from its own checkout\n\nSo that a refresh, or a migration in another lane, never finds it half-updated.',
    after: [0],
  },
  { text: 'Retire idle lanes after a snapshot\n\nNothing is removed before what is in it was kept.', after: [2, 3] },
]

export const portsPlan = `Ports are asked for by name: \`place.ports.named('web')\`.

1. A block of ten for each worktree, proven free by listening on it.
2. The second service that asks for a name is refused with \`ports.taken\` and the holder's name.
3. Secrets stay out of worktrees that don't serve.
`

export const others = {
  search:
    'Search is slow since the index was rebuilt\n\nA query of one common word takes four seconds; it was 20 ms on Friday.',
  feedback:
    'A refused edit should name the worktree to use\n\nThe guard says no; it knows the right place and could say that too.',
  quiet: 'Desktop notices with quiet hours',
  duplicate: 'One checkout for each agent\n\nSo that nobody edits in MAIN.',
}

export const handoff = `# Handoff of the ports lane

- \`src/machine/ports.ts\` holds the block; names are refused twice now.
- Left: the wall that \`site.ts\` breaks by reaching into the service room. The host should come in as a value.
- The flake in \`site.test.ts\` is the slow container, not this change.
`
