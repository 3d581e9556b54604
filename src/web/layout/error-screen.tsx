import { Component, type ReactNode } from 'react'
import { useLocation } from '../routing/location.tsx'

type BoundaryProps = { place: string; children: ReactNode }
type BoundaryState = { place: string; error: Error | null }

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, error: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  /** Going to another screen clears the error. */
  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState) {
    return place === state.place ? null : { place, error: null }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    return (
      <>
        <h2>Unexpected Application Error!</h2>
        <h3>{error.message}</h3>
      </>
    )
  }
}

/** Shown instead of a screen that fails or cannot be loaded. Specification 2. */
export function ErrorScreen({ children }: { children: ReactNode }) {
  return <Boundary place={useLocation().key}>{children}</Boundary>
}
