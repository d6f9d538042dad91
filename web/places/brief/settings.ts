/** What happens to a Brief by itself, as switches of a Brief and as defaults of a project. */
export type Setting = 'autoDispatch' | 'designLoop' | 'review' | 'needsApproval'

export const settings: readonly { setting: Setting; label: string; hint: string }[] = [
  { setting: 'autoDispatch', label: 'Auto-dispatch', hint: 'when it reaches planned' },
  { setting: 'designLoop', label: 'Design-loop', hint: 'design pass before build' },
  { setting: 'review', label: 'Review gate', hint: 'another agent must pass it' },
  { setting: 'needsApproval', label: 'Needs approval', hint: 'an operator says yes first' },
]
