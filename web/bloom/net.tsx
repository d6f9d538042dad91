import { Component, type ReactNode } from 'react'

/** What breaks inside, or can't be fetched, takes nothing around it along: `torn` stands in its place. */
export class Net extends Component<{ torn: ReactNode; children: ReactNode }, { torn: boolean }> {
  override state = { torn: false }
  static getDerivedStateFromError() {
    return { torn: true }
  }
  override render() {
    return this.state.torn ? this.props.torn : this.props.children
  }
}
