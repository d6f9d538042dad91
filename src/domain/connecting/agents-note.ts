/** What agents of any harness read in the repository, in Markdown. */
export const NOTE = [
  '## Work through flower',
  '',
  'flower hands out the work on this repository as Briefs, through its MCP server `flower` (in a shell: `flower help`).',
  '',
  '- Read your Brief first: `recall_brief`. Take work with `dispatch_claim`, say how it goes with `brief_append`, finish with `dispatch_complete`.',
  '- Never work in MAIN, the primary checkout: each Brief has a worktree of its own, `flower worktree create --brief-id <id>`.',
  '- End every commit message with the trailer `Brief: #<id>`. Never merge into MAIN and never push: finished work goes through the merge queue.',
  '- Ask with `decision_ask` and go on with something else; never wait at a prompt.',
] as const
