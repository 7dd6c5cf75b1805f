/**
 * Whether requests should be sent here. It depends on the gateway alone: while Redis or the platform is down, every
 * instance would otherwise be taken out of service at the same time, although most requests still get a response.
 * `unresponsive`: no worker responds.
 */
export type Readiness = 'starting' | 'ready' | 'draining' | 'unresponsive';

/** The readiness of one process. */
export class Health {
  #readiness: Readiness = 'starting';

  get readiness(): Readiness {
    return this.#readiness;
  }

  /** The process accepts connections. */
  started(): void {
    if (this.#readiness === 'starting') this.#readiness = 'ready';
  }

  /** The process is about to stop. */
  drain(): void {
    this.#readiness = 'draining';
  }
}

/** State of a service that the gateway depends on. `unknown`: not checked yet, or checks are off. */
export interface DependencyHealth {
  state: 'unknown' | 'up' | 'down';
  /** When it entered this state, as an ISO 8601 date. */
  since: string;
}

/** By the dependency's name: `redis`, `platform`, `notes`, `push`. */
export type DependencyReport = Readonly<Record<string, DependencyHealth>>;

export const LIVE_PATH = '/health/live';
export const READY_PATH = '/health/ready';
export const DEPENDENCIES_PATH = '/health/dependencies';

/** Status and JSON body of a health endpoint. */
export interface HealthResponse {
  status: 200 | 503;
  body: string;
}

export const LIVE: HealthResponse = { status: 200, body: '{"status":"live"}' };

export const readinessResponse = (readiness: Readiness): HealthResponse => ({
  status: readiness === 'ready' ? 200 : 503,
  body: JSON.stringify({ status: readiness }),
});

export function dependenciesResponse(dependencies: DependencyReport): HealthResponse {
  const areUp = Object.values(dependencies).every(({ state }) => state === 'up');
  return {
    status: areUp ? 200 : 503,
    body: JSON.stringify({ status: areUp ? 'up' : 'not up', dependencies }),
  };
}
