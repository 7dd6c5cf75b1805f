import type { IncomingMessage, ServerResponse } from 'node:http';
import { nameOf, ROUTES } from '../contract/routes.ts';

/** The failures that the console simulates. */
export interface Troubles {
  /** Whether access tokens expire soon, so that apps have to refresh them. */
  shortTokens: boolean;
  /** A route as in `GET /edu/v1/class/list`, and for how many seconds it holds each request. Null: none. */
  slow: { route: string; seconds: number } | null;
  /** A route that responds with 503. Null: none. */
  failing: string | null;
  /** Whether connections are closed without a response. */
  lost: boolean;
}

const NONE: Troubles = { shortTokens: false, slow: null, failing: null, lost: false };
const FAILED = JSON.stringify({
  error: { code: 'UNAVAILABLE', message: 'the console of the sandbox platform makes this route fail' },
});

/** Names of all routes that can be slow or fail. */
export const ROUTE_NAMES: readonly string[] = ROUTES.map(nameOf);

/** The switches of one platform. All are off when it starts. */
export class Switches {
  readonly #onTurn: (troubles: Troubles) => void;
  #troubles = NONE;
  /** Functions that continue the requests that a slow route holds. */
  readonly #held = new Set<() => void>();

  constructor(onTurn: (troubles: Troubles) => void) {
    this.#onTurn = onTurn;
  }

  get current(): Troubles {
    return this.#troubles;
  }

  /** Takes effect at once: held requests continue. */
  turn(troubles: Troubles): void {
    this.#troubles = troubles;
    this.#onTurn(troubles);
    this.release();
  }

  release(): void {
    for (const goOn of [...this.#held]) goOn();
  }

  /** Called with each request before it is handled. @returns whether it was handled. */
  async intercept(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const route = `${request.method} ${request.url?.split('?')[0]}`;
    if (!ROUTE_NAMES.includes(route)) return false;
    if (this.#troubles.slow?.route === route) await this.#hold(this.#troubles.slow.seconds * 1000, response);
    if (this.#troubles.lost) {
      response.destroy();
      return true;
    }
    if (this.#troubles.failing !== route) return false;
    response.writeHead(503, { 'content-type': 'application/json' }).end(FAILED);
    return true;
  }

  /** Waits until the time has elapsed, the switches change or the client disconnects. */
  #hold(milliseconds: number, response: ServerResponse): Promise<void> {
    return new Promise((resolve) => {
      const goOn = (): void => {
        clearTimeout(timer);
        this.#held.delete(goOn);
        response.off('close', goOn);
        resolve();
      };
      const timer = setTimeout(goOn, milliseconds);
      this.#held.add(goOn);
      response.on('close', goOn);
    });
  }
}
