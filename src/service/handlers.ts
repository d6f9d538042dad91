/** Which file carries out which operation. */
import type { OperationName } from '#contract/catalogue.ts'
import { attach as agentAttach } from './agent/attach.ts'
import { begin as agentBegin } from './agent/begin.ts'
import { checkin as agentCheckin } from './agent/checkin.ts'
import { costs as agentCosts } from './agent/costs.ts'
import { delivered as agentDelivered } from './agent/delivered.ts'
import { detach as agentDetach } from './agent/detach.ts'
import { errands as agentErrands } from './agent/errands.ts'
import { inbox as agentInbox } from './agent/inbox.ts'
import { list as agentList } from './agent/list.ts'
import { log as agentLog } from './agent/log.ts'
import { message as agentMessage } from './agent/message.ts'
import { park as agentPark } from './agent/park.ts'
import { policy as agentPolicy } from './agent/policy.ts'
import { refresh as agentRefresh } from './agent/refresh.ts'
import { runs as agentRuns } from './agent/runs.ts'
import { settle as agentSettle } from './agent/settle.ts'
import { start as agentStart } from './agent/start.ts'
import { stop as agentStop } from './agent/stop.ts'
import { append } from './brief/append.ts'
import { approve } from './brief/approve.ts'
import { attach } from './brief/attach.ts'
import { attachment } from './brief/attachment.ts'
import { capture } from './brief/capture.ts'
import { commitLinks } from './brief/commit-links.ts'
import { configure } from './brief/configure.ts'
import { dispatch } from './brief/dispatch.ts'
import { fold } from './brief/fold.ts'
import { link } from './brief/link.ts'
import { linkCommits } from './brief/link-commits.ts'
import { list as listBriefs } from './brief/list.ts'
import { relate } from './brief/relate.ts'
import { setStatus } from './brief/set-status.ts'
import { similar } from './brief/similar.ts'
import { specHistory } from './brief/spec-history.ts'
import { split } from './brief/split.ts'
import { why } from './brief/why.ts'
import { writeSpec } from './brief/write-spec.ts'
import { backup as dataBackup } from './data/backup.ts'
import { exportData } from './data/export.ts'
import { importData } from './data/import.ts'
import { ack } from './decision/ack.ts'
import { answer } from './decision/answer.ts'
import { ask } from './decision/ask.ts'
import { discuss } from './decision/discuss.ts'
import { list as listDecisions } from './decision/list.ts'
import { withdraw } from './decision/withdraw.ts'
import { cancel } from './dispatch/cancel.ts'
import { claim } from './dispatch/claim.ts'
import { complete } from './dispatch/complete.ts'
import { fail } from './dispatch/fail.ts'
import { heartbeat } from './dispatch/heartbeat.ts'
import { queue as dispatchQueue } from './dispatch/queue.ts'
import { reconcile } from './dispatch/reconcile.ts'
import { release } from './dispatch/release.ts'
import { show } from './dispatch/show.ts'
import { file as feedbackFile } from './feedback/file.ts'
import { list as feedbackList } from './feedback/list.ts'
import { promote as feedbackPromote } from './feedback/promote.ts'
import { claim as fileClaim } from './file/claim.ts'
import { list as fileList } from './file/list.ts'
import { release as fileRelease } from './file/release.ts'
import { errands as mainErrands } from './main/errands.ts'
import { guard as mainGuard } from './main/guard.ts'
import { reportRefusal } from './main/report-refusal.ts'
import { rescue as mainRescue } from './main/rescue.ts'
import { settle as mainSettle } from './main/settle.ts'
import { status as mainStatus } from './main/status.ts'
import { verify as mainVerify } from './main/verify.ts'
import { approve as mergeApprove } from './merge/approve.ts'
import { cancel as mergeCancel } from './merge/cancel.ts'
import { changes as mergeChanges } from './merge/changes.ts'
import { errands as mergeErrands } from './merge/errands.ts'
import { finished } from './merge/finished.ts'
import { known as mergeKnown } from './merge/known.ts'
import { landings as mergeLandings } from './merge/landings.ts'
import { pause as mergePause } from './merge/pause.ts'
import { queue as mergeQueue } from './merge/queue.ts'
import { resume as mergeResume } from './merge/resume.ts'
import { retry as mergeRetry } from './merge/retry.ts'
import { revert as mergeRevert } from './merge/revert.ts'
import { settle as mergeSettle } from './merge/settle.ts'
import { show as mergeShow } from './merge/show.ts'
import { submit as mergeSubmit } from './merge/submit.ts'
import { where as mergeWhere } from './merge/where.ts'
import { greet } from './node/greet.ts'
import { configure as projectConfigure } from './project/configure.ts'
import { list as projectList } from './project/list.ts'
import { register } from './project/register.ts'
import { remove as projectRemove } from './project/remove.ts'
import { show as projectShow } from './project/show.ts'
import { trust } from './project/trust.ts'
import { active } from './recall/active.ts'
import { brief as recallBrief } from './recall/brief.ts'
import { briefs } from './recall/briefs.ts'
import { decisions } from './recall/decisions.ts'
import { health } from './recall/health.ts'
import { openLoops } from './recall/open-loops.ts'
import { queue } from './recall/queue.ts'
import { search } from './recall/search.ts'
import { comment as reviewComment } from './review/comment.ts'
import { request } from './review/request.ts'
import { verdict } from './review/verdict.ts'
import { feed as roomFeed } from './room/feed.ts'
import { append as scratchpadAppend } from './scratchpad/append.ts'
import { list as scratchpadList } from './scratchpad/list.ts'
import { read as scratchpadRead } from './scratchpad/read.ts'
import { write as scratchpadWrite } from './scratchpad/write.ts'
import { errands as serviceErrands } from './service/errands.ts'
import { list as serviceList } from './service/list.ts'
import { logs as serviceLogs } from './service/logs.ts'
import { settle as serviceSettle } from './service/settle.ts'
import { start as serviceStart } from './service/start.ts'
import { stop as serviceStop } from './service/stop.ts'
import { doctor as systemDoctor } from './system/doctor.ts'
import { enter as systemEnter } from './system/enter.ts'
import { info as systemInfo } from './system/info.ts'
import { openLink as systemOpenLink } from './system/open-link.ts'
import { pause as systemPause } from './system/pause.ts'
import { resume as systemResume } from './system/resume.ts'
import { list as templateList } from './template/list.ts'
import { preview as templatePreview } from './template/preview.ts'
import { revert as templateRevert } from './template/revert.ts'
import { show as templateShow } from './template/show.ts'
import { update as templateUpdate } from './template/update.ts'
import { create as tokenCreate } from './token/create.ts'
import { list as tokenList } from './token/list.ts'
import { revoke as tokenRevoke } from './token/revoke.ts'
import { list as listTrace } from './trace/list.ts'
import { prove } from './trace/prove.ts'
import { verify } from './trace/verify.ts'
import type { Write } from './work.ts'
import { adopt } from './worktree/adopt.ts'
import { create as worktreeCreate } from './worktree/create.ts'
import { due, errands } from './worktree/errands.ts'
import { list as worktreeList } from './worktree/list.ts'
import { prepare } from './worktree/prepare.ts'
import { remove as worktreeRemove } from './worktree/remove.ts'
import { restore } from './worktree/restore.ts'
import { settle } from './worktree/settle.ts'
import { show as worktreeShow } from './worktree/show.ts'
import { sync } from './worktree/sync.ts'

/** A read gets the same as a write does, with a transaction that can only read. */
type Handlers = { [Name in OperationName]: Write<Name> }

export const handlers: Handlers = {
  'agent.attach': agentAttach,
  'agent.begin': agentBegin,
  'agent.checkin': agentCheckin,
  'agent.costs': agentCosts,
  'agent.delivered': agentDelivered,
  'agent.detach': agentDetach,
  'agent.errands': agentErrands,
  'agent.inbox': agentInbox,
  'agent.list': agentList,
  'agent.log': agentLog,
  'agent.message': agentMessage,
  'agent.park': agentPark,
  'agent.policy': agentPolicy,
  'agent.refresh': agentRefresh,
  'agent.runs': agentRuns,
  'agent.settle': agentSettle,
  'agent.start': agentStart,
  'agent.stop': agentStop,

  'brief.append': append,
  'brief.approve': approve,
  'brief.attach': attach,
  'brief.attachment': attachment,
  'brief.capture': capture,
  'brief.configure': configure,
  'brief.fold': fold,
  'brief.link': link,
  'brief.commitLinks': commitLinks,
  'brief.linkCommits': linkCommits,
  'brief.relate': relate,
  'brief.setStatus': setStatus,
  'brief.specHistory': specHistory,
  'brief.split': split,
  'brief.writeSpec': writeSpec,
  'brief.dispatch': dispatch,
  'decision.ack': ack,
  'decision.answer': answer,
  'decision.ask': ask,
  'decision.discuss': discuss,
  'decision.withdraw': withdraw,
  'dispatch.cancel': cancel,
  'dispatch.claim': claim,
  'dispatch.complete': complete,
  'dispatch.fail': fail,
  'dispatch.heartbeat': heartbeat,
  'dispatch.reconcile': reconcile,
  'dispatch.release': release,
  'dispatch.show': show,
  'node.greet': greet,
  'worktree.create': worktreeCreate,
  'worktree.adopt': adopt,
  'worktree.list': worktreeList,
  'worktree.show': worktreeShow,
  'worktree.prepare': prepare,
  'worktree.sync': sync,
  'worktree.remove': worktreeRemove,
  'worktree.restore': restore,
  'worktree.errands': errands,
  'worktree.due': due,
  'worktree.settle': settle,
  'main.status': mainStatus,
  'main.verify': mainVerify,
  'main.guard': mainGuard,
  'main.rescue': mainRescue,
  'main.reportRefusal': reportRefusal,
  'main.errands': mainErrands,
  'main.settle': mainSettle,
  'service.list': serviceList,
  'service.start': serviceStart,
  'service.stop': serviceStop,
  'service.logs': serviceLogs,
  'service.errands': serviceErrands,
  'service.settle': serviceSettle,
  'merge.approve': mergeApprove,
  'merge.cancel': mergeCancel,
  'merge.changes': mergeChanges,
  'merge.errands': mergeErrands,
  'merge.finished': finished,
  'merge.known': mergeKnown,
  'merge.landings': mergeLandings,
  'merge.pause': mergePause,
  'merge.queue': mergeQueue,
  'merge.resume': mergeResume,
  'merge.retry': mergeRetry,
  'merge.revert': mergeRevert,
  'merge.settle': mergeSettle,
  'merge.show': mergeShow,
  'merge.submit': mergeSubmit,
  'merge.where': mergeWhere,
  'file.claim': fileClaim,
  'file.release': fileRelease,
  'file.list': fileList,
  'review.comment': reviewComment,
  'review.request': request,
  'review.verdict': verdict,
  'project.register': register,
  'project.list': projectList,
  'project.show': projectShow,
  'project.configure': projectConfigure,
  'project.remove': projectRemove,
  'project.trust': trust,
  'scratchpad.write': scratchpadWrite,
  'scratchpad.append': scratchpadAppend,
  'scratchpad.read': scratchpadRead,
  'scratchpad.list': scratchpadList,
  'template.list': templateList,
  'template.show': templateShow,
  'template.update': templateUpdate,
  'template.preview': templatePreview,
  'template.revert': templateRevert,
  'room.feed': roomFeed,
  'feedback.file': feedbackFile,
  'feedback.list': feedbackList,
  'feedback.promote': feedbackPromote,
  'token.create': tokenCreate,
  'token.list': tokenList,
  'token.revoke': tokenRevoke,
  'system.doctor': systemDoctor,
  'system.info': systemInfo,
  'system.pause': systemPause,
  'system.resume': systemResume,
  'system.openLink': systemOpenLink,
  'system.enter': systemEnter,
  'data.backup': dataBackup,
  'brief.list': listBriefs,
  'decision.list': listDecisions,
  'dispatch.queue': dispatchQueue,
  'brief.similar': similar,
  'brief.why': why,
  'recall.active': active,
  'recall.brief': recallBrief,
  'recall.briefs': briefs,
  'recall.decisions': decisions,
  'recall.health': health,
  'recall.openLoops': openLoops,
  'recall.queue': queue,
  'recall.search': search,
  'trace.list': listTrace,
  'trace.prove': prove,
  'trace.verify': verify,
  'data.export': exportData,
  'data.import': importData,
}
