import { Component, type ReactNode } from 'react'

type NetProps = {
  /** What it is about: with another one it is tried anew. */
  of?: string
  torn: ReactNode
  children: ReactNode
}
type NetState = { of: string | undefined; torn: boolean }

/** What breaks inside, or can't be fetched, takes nothing around it along: `torn` stands in its place. */
export class Net extends Component<NetProps, NetState> {
  override state: NetState = { of: this.props.of, torn: false }
  static getDerivedStateFromError(): Partial<NetState> {
    return { torn: true }
  }
  static getDerivedStateFromProps({ of }: NetProps, before: NetState): NetState | null {
    return of === before.of ? null : { of, torn: false }
  }
  override render() {
    return this.state.torn ? this.props.torn : this.props.children
  }
}
