/**
 * Whether this instance should receive requests. It depends on the gateway alone: while Redis or the platform is down, every
 * instance would otherwise be taken out of service at the same time, although most requests still get a response.
 */
export type Readiness = 'starting' | 'ready' | 'draining';

/** State of a service that the gateway depends on. `unknown`: not checked yet, or checks are off. */
export interface DependencyHealth {
  state: 'unknown' | 'up' | 'down';
  /** When it entered this state, as an ISO 8601 date. */
  since: string;
}

/** By the dependency's name: `redis`, `platform`, `notes`, `push`. */
export type DependencyReport = Readonly<Record<string, DependencyHealth>>;
