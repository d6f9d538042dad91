/** How the house says no: a closed table of codes, each with a kind, a sentence and the next call that would help. */

/** What kind of no it is. Surfaces translate the kind, never the code, into a status or an exit code. */
export type RefusalKind = 'missing' | 'conflict' | 'forbidden' | 'invalid' | 'stale' | 'busy' | 'policy'

type Data = Record<string, unknown>
type Entry = { kind: RefusalKind; sentence: (data: Data) => string; next: (data: Data) => string }

const missing = (what: string, ref: (data: Data) => string, next: string): Entry => ({
  kind: 'missing',
  sentence: data => `There is no ${what} ${ref(data)}.`,
  next: () => next,
})

/** Whoever refuses says what helps. */
const curable = (sentence: Entry['sentence']): Entry => ({
  kind: 'conflict',
  sentence,
  next: data => String(data.cure),
})

/** Whoever asks is the one who holds it. */
const isOwn = ({ holder, actor }: Data): boolean => typeof holder === 'string' && holder === actor

const table = {
  'input.invalid': {
    kind: 'invalid',
    sentence: data => `${data.field ? `\`${data.field}\`: ` : ''}${data.problem}`,
    next: data =>
      typeof data.cure === 'string'
        ? data.cure
        : `Correct ${data.field ? `\`${data.field}\`` : 'the input'} and call ${data.operation ?? 'it'} again.`,
  },
  'input.too_large': {
    kind: 'invalid',
    sentence: data => `\`${data.field}\` is longer than its limit of ${data.limit} ${data.unit ?? 'characters'}.`,
    next: () => 'Shorten it, or attach the rest as a file or keep it in a scratchpad.',
  },
  'operation.unknown': {
    kind: 'missing',
    sentence: data => `There is no operation \`${data.name}\`.`,
    next: data => (data.nearest ? `Did you mean \`${data.nearest}\`?` : 'See the list with `flower help`.'),
  },
  'command.reused': {
    kind: 'conflict',
    sentence: data => `Command id \`${data.commandId}\` was used before with other content.`,
    next: () => 'Send a new command id for a new command; send the same content to get the first answer again.',
  },
  'access.token_needed': {
    kind: 'forbidden',
    sentence: () => 'This door needs a token.',
    next: () => 'Send `Authorization: Bearer <token>`; for the page open the link that `flower open` prints.',
  },
  'access.host_foreign': {
    kind: 'forbidden',
    sentence: data => `Host or origin \`${data.origin}\` is not one of ours.`,
    next: () => 'Use the address that `flower open` prints.',
  },
  'access.link_used': {
    kind: 'forbidden',
    sentence: () => 'This link was used already, or is too old.',
    next: () => '`flower open` prints a new one.',
  },
  'role.denied': {
    kind: 'policy',
    sentence: data => `The role ${data.role} may not call ${data.operation}.`,
    next: data =>
      `Ask ${data.who ?? 'an operator'} to do it${data.role === 'viewer' ? '' : ', or ask a decision with decision.ask'}.`,
  },
  'project.missing': missing(
    'project',
    d => `\`${d.project}\``,
    'See them with project.list, add one with project.register.',
  ),
  'project.unclear': {
    kind: 'invalid',
    sentence: data =>
      data.count ? `${data.count} projects are known and none was named.` : 'No project is known yet.',
    next: data =>
      data.count ? `Name one in \`project\`: ${data.candidates}.` : 'Add one with project.register {path}.',
  },
  'project.taken': {
    kind: 'conflict',
    sentence: data => `The name \`${data.project}\` is taken by ${data.path}.`,
    next: () => 'Give another `name`.',
  },
  'project.unready': curable(data => String(data.problem)),
  'project.busy': {
    kind: 'conflict',
    sentence: data => `Project \`${data.project}\` has ${data.open} dispatches that are not done.`,
    next: () => 'Cancel them with dispatch.cancel or let them end.',
  },
  'brief.missing': missing('Brief', d => `#${d.briefId}`, 'See them with recall.briefs.'),
  'brief.closed': {
    kind: 'conflict',
    sentence: data => `#${data.briefId} is ${data.status}.`,
    next: data => `Reopen it with brief.setStatus {briefId: ${data.briefId}, status: "planned"}.`,
  },
  'brief.blocked': {
    kind: 'conflict',
    sentence: data => `#${data.briefId} is blocked: ${data.because}.`,
    next: data =>
      `It goes on by itself when that is done; brief.relate {briefId: ${data.briefId}, removeDependsOn} takes a dependency away.`,
  },
  'brief.no_wave': {
    kind: 'conflict',
    sentence: data => `Nothing of #${data.briefId} can be handed over now: ${data.because}.`,
    next: data => `brief.why {briefId: ${data.briefId}} says who can change it.`,
  },
  'brief.unapproved': {
    kind: 'policy',
    sentence: data => `#${data.briefId} waits for an operator's approval.`,
    next: data => `An operator approves it with brief.approve {briefId: ${data.briefId}}.`,
  },
  'brief.cycle': {
    kind: 'conflict',
    sentence: data => `That would close a circle: ${data.circle}.`,
    next: () => 'Take one of these relations away first with brief.relate.',
  },
  'brief.status_kept': curable(
    data =>
      `#${data.briefId} can't go from ${data.from} to ${data.to} by hand${data.because ? `: ${data.because}` : ''}.`,
  ),
  'spec.changed': {
    kind: 'stale',
    sentence: data => `The spec of #${data.briefId} is at revision ${data.revision} now; yours was ${data.yours}.`,
    next: data => `Read the diff in \`data.diff\`, join both texts and write again with revision ${data.revision}.`,
  },
  'agent.missing': missing('agent', d => String(d.agent), 'See them with agent.list.'),
  'agent.not_running': {
    kind: 'conflict',
    sentence: data => `${data.agent} does not run: ${data.because}.`,
    next: () => 'agent.list shows who does; brief.dispatch {harness} has another started.',
  },
  'agent.not_attachable': curable(
    data => `The session of ${data.agent} can't be opened in a terminal: ${data.because}.`,
  ),
  'agent.not_due': {
    kind: 'conflict',
    sentence: data => `Nobody is started for d${data.dispatchId}: ${data.because}.`,
    next: data => String(data.cure ?? 'It is started by itself once that has changed.'),
  },
  'run.not_yours': {
    kind: 'policy',
    sentence: data => `This run was started for ${data.yours}; ${data.operation} names ${data.asked}.`,
    next: () => 'Work on your own; for another, capture a Brief, comment with brief.append, or ask with decision.ask.',
  },
  'dispatch.missing': missing('dispatch', d => `d${d.dispatchId}`, 'See them with recall.queue.'),
  'dispatch.taken': {
    kind: 'conflict',
    sentence: data => `d${data.dispatchId} is held by ${data.holder} until ${data.leaseExpiresAt}.`,
    next: () => 'Claim another one: dispatch.claim without dispatchId takes the next.',
  },
  'dispatch.live': {
    kind: 'conflict',
    sentence: data => `#${data.briefId} has d${data.dispatchId} (${data.leg}, ${data.status}) already.`,
    next: data => `Wait for it, or cancel it with dispatch.cancel {dispatchId: ${data.dispatchId}}.`,
  },
  'dispatch.none': {
    kind: 'missing',
    sentence: () => 'Nothing is waiting to be claimed here.',
    next: () => 'recall.queue shows what waits and why; `wait` in dispatch.claim waits for the next.',
  },
  'dispatch.waiting': {
    kind: 'conflict',
    sentence: data => `d${data.dispatchId} waits ${data.because}.`,
    next: () => 'recall.queue shows when it can be claimed.',
  },
  'dispatch.spent': {
    kind: 'policy',
    sentence: data => `#${data.briefId} failed ${data.attempts} times at its ${data.leg} leg; its attempts are spent.`,
    next: data =>
      `An operator looks at it and hands it over again; recall.decisions {briefId: ${data.briefId}} has the question.`,
  },
  'dispatch.ended': {
    kind: 'conflict',
    sentence: data => `d${data.dispatchId} is ${data.status} already.`,
    next: data => `Hand the Brief over again with brief.dispatch {briefId: ${data.briefId}}.`,
  },
  'dispatch.stale_token': {
    kind: 'stale',
    sentence: data =>
      `Token ${data.yours} is not the live one of d${data.dispatchId}: ${isOwn(data) ? 'you hold it yourself, under another token' : data.holder ? `${data.holder} holds it now` : `it is ${data.status}, and nobody holds it`}. Nothing was written.`,
    next: data =>
      isOwn(data)
        ? `dispatch.show {dispatchId: ${data.dispatchId}} tells its \`token\`: go on with that, unless another session of yours has claimed it since.`
        : 'Stop working on it; your commits stay. dispatch.claim gives you another one.',
  },
  'dispatch.not_yours': {
    kind: 'policy',
    sentence: data => `d${data.dispatchId} is held by ${data.holder}, not by ${data.actor}.`,
    next: () => 'Claim a dispatch of your own with dispatch.claim.',
  },
  'dispatch.verdict_needed': {
    kind: 'conflict',
    sentence: data => `d${data.dispatchId} is a review: it ends with a verdict.`,
    next: () => 'Call review.verdict {dispatchId, token, verdict, body}.',
  },
  'review.none_needed': {
    kind: 'conflict',
    sentence: data => `d${data.dispatchId} is a ${data.leg} leg, not a review.`,
    next: () => 'Finish it with dispatch.complete.',
  },
  'review.own_work': {
    kind: 'policy',
    sentence: data => `${data.actor} worked on #${data.briefId}; its author can't review it.`,
    next: () => 'Release it: another agent has to claim the review.',
  },
  'decision.missing': missing('decision', d => `q${d.decisionId}`, 'See them with recall.decisions.'),
  'decision.closed': {
    kind: 'conflict',
    sentence: data => `q${data.decisionId} is ${data.status} already.`,
    next: () => 'Ask a new one with decision.ask if the question is open again.',
  },
  'decision.option_unknown': {
    kind: 'invalid',
    sentence: data => `q${data.decisionId} has no option \`${data.option}\`.`,
    next: data => `Choose one of: ${data.options}; or answer in words with \`answer\`.`,
  },
  'scratchpad.missing': missing('scratchpad', d => `s${d.scratchpadId}`, 'See them with scratchpad.list.'),
  'scratchpad.changed': {
    kind: 'stale',
    sentence: data => `s${data.scratchpadId} is at revision ${data.revision} now; yours was ${data.yours}.`,
    next: data => `Read it again, join both texts and write with revision ${data.revision}.`,
  },
  'feedback.missing': missing('feedback', d => `${d.feedbackId}`, 'See it with feedback.list.'),
  'template.missing': missing('template', d => `\`${d.name}\``, 'See them with template.list.'),
  'template.invalid': {
    kind: 'invalid',
    sentence: data => `The template can't be rendered: ${data.problem}.`,
    next: data => `These words are known: ${data.known}.`,
  },
  'template.changed': {
    kind: 'stale',
    sentence: data => `Template \`${data.name}\` is at version ${data.version} now; yours was ${data.yours}.`,
    next: data => `Read it again with template.show {name: "${data.name}"} and join both texts.`,
  },
  'attachment.missing': missing('attachment', d => `${d.attachmentId}`, 'recall.brief lists those of a Brief.'),
  'attachment.damaged': {
    kind: 'invalid',
    sentence: data => `The file did not arrive whole: ${data.problem}.`,
    next: () => 'Send it again; by multipart upload it is never cut.',
  },
  'worktree.missing': missing('worktree', d => `w${d.worktreeId}`, 'See them with worktree.list.'),
  'worktree.taken': {
    kind: 'conflict',
    sentence: data => `The ${data.what} \`${data.value}\` is taken by w${data.worktreeId} (${data.status}).`,
    next: data => `Use it: worktree.show {worktreeId: ${data.worktreeId}}; or give another \`${data.what}\`.`,
  },
  'worktree.held': {
    kind: 'conflict',
    sentence: data => `w${data.worktreeId} is worked in by ${data.holders}.`,
    next: () => 'Let them finish, or take their hand-over back with dispatch.cancel; file.list shows claimed paths.',
  },
  'worktree.dirty': {
    kind: 'conflict',
    sentence: data => `w${data.worktreeId} holds what is nowhere else: ${data.counts}.`,
    next: data =>
      `Commit and land it; or worktree.remove {worktreeId: ${data.worktreeId}, confirm: true}, which keeps all of it for worktree.restore {worktreeId: ${data.worktreeId}}.`,
  },
  'worktree.ended': {
    kind: 'conflict',
    sentence: data => `w${data.worktreeId} is ${data.status}.`,
    next: data =>
      `worktree.restore {worktreeId: ${data.worktreeId}} brings a removed one back; worktree.create makes another.`,
  },
  'worktree.unready': {
    kind: 'conflict',
    sentence: data => `w${data.worktreeId} is ${data.status}${data.reason ? `: ${data.reason}` : ''}.`,
    next: data => `worktree.prepare {worktreeId: ${data.worktreeId}, wait: 50} brings it to ready, or says why not.`,
  },
  'worktree.unfit': curable(data => `${data.path} can't be adopted: ${data.because}.`),
  'worktree.no_place': curable(data => `No worktree of \`${data.project}\` can be made here: ${data.because}.`),
  'worktree.unrestorable': {
    kind: 'conflict',
    sentence: data => `w${data.worktreeId} can't be restored: ${data.because}.`,
    next: data => `worktree.show {worktreeId: ${data.worktreeId}} tells where it stands.`,
  },
  'merge.missing': missing('merge', d => `m${d.mergeId}`, 'See them with merge.queue.'),
  'merge.landing': {
    kind: 'conflict',
    sentence: data => `m${data.mergeId} is landing at this moment.`,
    next: data =>
      `merge.show {mergeId: ${data.mergeId}} tells how it ended; merge.revert {mergeId: ${data.mergeId}} takes a landing back.`,
  },
  'merge.landed': {
    kind: 'conflict',
    sentence: data => `m${data.mergeId} has landed.`,
    next: data =>
      `merge.revert {mergeId: ${data.mergeId}} takes it back; a new commit on its branch is submitted anew.`,
  },
  'merge.unfit': curable(data => `${data.what} can't be put into the merge queue: ${data.because}.`),
  'merge.held': {
    kind: 'conflict',
    sentence: data => `${data.holder} works on it: d${data.dispatchId}.`,
    next: data => `Let it finish, or take it back with dispatch.cancel {dispatchId: ${data.dispatchId}}.`,
  },
  'main.busy': {
    kind: 'busy',
    sentence: data => `MAIN is being worked at: ${data.errand}.`,
    next: () => 'main.status tells how it went; call again then.',
  },
  'brief.integrating': {
    kind: 'conflict',
    sentence: data =>
      `Work of ${[data.held].flat().join(', ')} is on the branch of #${data.briefId} and not in MAIN yet.`,
    next: data => `merge.submit {briefId: ${data.briefId}} brings it into MAIN; then it can be turned off.`,
  },
  'main.unread': {
    kind: 'busy',
    sentence: data => `The history of MAIN can't be read: ${data.because}.`,
    next: data => `main.status {project: "${data.project}"} shows how it stands; call again then.`,
  },
  'main.nothing_to_rescue': {
    kind: 'conflict',
    sentence: data => `MAIN of ${data.project} holds nothing from outside: it is ${data.status}.`,
    next: () => 'main.status shows how it stands, and what was saved earlier.',
  },
  'service.missing': {
    kind: 'missing',
    sentence: data => `There is no service \`${data.service}\` in ${data.where}.`,
    next: data => (data.known ? `There are: ${data.known}.` : 'Declare it in flower.yaml of MAIN.'),
  },
  'service.none': curable(data => `${data.where} has no services of its own: ${data.because}.`),
  'configuration.untrusted': {
    kind: 'policy',
    sentence: data => `flower.yaml of ${data.project} waits for an operator's trust; nothing of it runs until then.`,
    next: data =>
      `Read it with project.show {project: "${data.project}"}, then project.trust {project: "${data.project}", hash: "${data.hash}"}.`,
  },
  'configuration.unreadable': {
    kind: 'conflict',
    sentence: data => `flower.yaml of ${data.project} has problems: ${data.problems}.`,
    next: () => 'Correct it in MAIN and call again.',
  },
  'token.missing': missing('token', d => `${d.tokenId}`, 'See them with token.list.'),
  'event.missing': missing('event', d => `${d.seq}`, 'See them with trace.list.'),
  'import.unreadable': {
    kind: 'invalid',
    sentence: data => `Nothing could be read as ${data.format}: ${data.problem}.`,
    next: () => 'Name another `format`, or look at the file.',
  },
  'system.paused': {
    kind: 'busy',
    sentence: data => `flower is paused since ${data.since} by ${data.by}.`,
    next: () => 'An operator goes on with system.resume.',
  },
  'store.read_only': {
    kind: 'busy',
    sentence: data => `The store can only be read now: ${data.problem}. Nothing was written.`,
    next: () => 'Make room on the disk, or make it writable, and call again; nothing that was acknowledged is lost.',
  },
  'store.busy': {
    kind: 'busy',
    sentence: () => 'The store is being written by another process for longer than we wait.',
    next: () => 'Call again with the same command id.',
  },
  'store.unreachable': {
    kind: 'busy',
    sentence: () => 'The connection to the database broke; what was not answered may or may not be written.',
    next: () => 'Call again with the same command id: what was written is not written twice.',
  },
  'server.unreachable': {
    kind: 'busy',
    sentence: data => `No answer from ${data.url}.`,
    next: () => 'Start it with `flower up`, or look with `flower doctor`.',
  },
  'server.running': {
    kind: 'busy',
    sentence: data => `A flower runs on this home already: pid ${data.pid}, ${data.url}.`,
    next: () => 'Use it, or set FLOWER_HOME to another folder.',
  },
} satisfies Record<string, Entry>

export type RefusalCode = keyof typeof table

export const refusalCodes = Object.keys(table) as RefusalCode[]

/** A clear no. Thrown by the domain and by the doors; never a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly data: Data
  readonly kind: RefusalKind
  /** The next call that would help, in words. */
  readonly next: string

  constructor(code: RefusalCode, data: Data = {}) {
    const entry: Entry = table[code]
    super(entry.sentence(data))
    this.name = 'Refusal'
    this.code = code
    this.data = data
    this.kind = entry.kind
    this.next = entry.next(data)
  }
}

export const refusalKind = (code: RefusalCode): RefusalKind => table[code].kind
