/** What stands in a room's feed: what somebody would want to be told, not what leads up to it. */
import { definitionOf, type EventType, eventTypes } from './catalogue.ts'

const noise: ReadonlySet<EventType> = new Set<EventType>([
  'progress', 'spec_snapshot', 'status_changed', 'dependency_added', 'dependency_removed', 'parent_set', 'configured', 'imported', 'unblocked',
  'dispatched', 'claimed', 'agent_started', 'agent_ended', 'harness_named', 'agent_attached', 'agent_detached', 'handoff_asked', 'successor_wanted',
  'project_configured', 'scratchpad_written', 'template_updated', 'worktree_created', 'worktree_adopted', 'worktree_prepared', 'worktree_resumed', 'worktree_synced',
  'work_snapshotted', 'merge_queued', 'merge_approved', 'main_moved', 'main_cleared', 'line_judged', 'step_ended',
]) // biome-ignore format: a list of words

export const feedTypes: readonly EventType[] = eventTypes.filter(type => !definitionOf(type).quiet && !noise.has(type))
