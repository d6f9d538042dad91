/** An epic of six Briefs in which everything goes wrong once, and the scripts of the agents that do it. */
import type { Step } from '#machine/agents/script.ts'
import { claims, completes, type Scripts } from './nursery.ts'

const plantsBed: Step[] = [claims, { write: 'beds-{{briefId}}', text: 'rose\n' }, { commit: 'Plant a bed' }]

const claimed = { dispatchId: '{{dispatchId}}', token: '{{token}}' }

const respec = (spec: string): Step => ({
  call: 'brief.writeSpec',
  input: { briefId: '{{briefId}}', spec, revision: '{{seen.brief.revision}}' },
})

const verdict = (of: 'pass' | 'changes', body: string): Step => ({
  call: 'review.verdict',
  input: {
    ...claimed,
    verdict: of,
    body,
    comments: of === 'changes' ? [{ file: 'beds-{{briefId}}', line: 1, body: 'A lily here.' }] : [],
  },
})

/** By the name that a Brief's spec picks, its leg, and the attempt where that matters. */
export const scripts: Scripts = {
  plain: [...plantsBed, completes()],
  // A design first: it writes the spec anew, and somebody else builds it.
  rose: [...plantsBed, completes()],
  'rose.design': [
    claims,
    { call: 'recall.brief', input: { briefId: '{{briefId}}' }, as: 'seen' },
    respec('One bed. [[script: rose]]'),
    completes('One bed is enough.'),
  ],
  // A review that asks for changes once.
  lily: [...plantsBed, completes()],
  'lily.review': [claims, verdict('changes', 'Not a rose.')],
  'lily.fix': [
    claims,
    { write: 'beds-{{briefId}}', text: 'lily\n' },
    { commit: 'Plant a lily' },
    { call: 'recall.brief', input: { briefId: '{{briefId}}' }, as: 'seen' },
    respec('A bed of lilies. [[script: lily-mended]]'),
    completes(),
  ],
  'lily-mended.review': [claims, verdict('pass', 'A lily it is.')],
  // Two that write the same line, whichever lands second.
  fence: [
    claims,
    { write: 'path', text: 'fence {{briefId}}\n' },
    { commit: 'Mark the path' },
    { wait: 'file', path: '{{env.MEETING}}' },
    completes(),
  ],
  'fence.fix': [
    claims,
    { run: ['git', 'merge', '-q', '-X', 'ours', '-m', 'Bring MAIN in\n\nBrief: #{{briefId}}', 'main'] },
    completes('Kept both.'),
  ],
  // Killed, then idle, then full.
  'pond.build.1': [claims, { write: 'beds-{{briefId}}', text: 'rose\n' }, { crash: true }],
  'pond.build.2': [claims, { say: 'I look around.' }, { turn: 'done' }, { turn: 'done' }],
  'pond.build.3': [
    claims,
    { usage: { input: 150_000, output: 2_000 }, usd: 0.5 },
    { context: 130_000 },
    { call: 'dispatch.heartbeat', input: claimed, until: 'refresh' },
    {
      call: 'scratchpad.write',
      input: { briefId: '{{briefId}}', title: 'Handoff', body: 'The bed is dug, not planted.' },
    },
    { context: 131_000 },
    { wait: 'message' },
  ],
  pond: [...plantsBed, completes()],
}
