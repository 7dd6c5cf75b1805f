import { Component, type ReactNode, Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Loading } from './loading.tsx';

/** The screen of the route, or a placeholder until its code has arrived. */
export function Page() {
  const { pathname } = useLocation();
  return (
    <Boundary pathname={pathname}>
      <Suspense
        fallback={
          <div className="screen">
            <Loading label="Loading the page" />
          </div>
        }
      >
        <Outlet />
      </Suspense>
    </Boundary>
  );
}

interface BoundaryState {
  /** Path of the page that failed. Null: none has. */
  failed: string | null;
}

/** Catches a screen whose code does not arrive, as without a network or after a new release. */
class Boundary extends Component<{ pathname: string; children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { failed: null };

  static getDerivedStateFromError(): BoundaryState {
    return { failed: location.pathname };
  }

  override render() {
    if (this.state.failed !== this.props.pathname) return this.props.children;
    return (
      <div className="screen">
        <div className="problem">
          <div role="alert">
            <strong>This page could not be loaded</strong>
            <p>Check your connection, then try again.</p>
          </div>
          <button type="button" className="quiet" onClick={() => location.reload()}>
            Try again
          </button>
        </div>
      </div>
    );
  }
}
