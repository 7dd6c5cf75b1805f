import { type Call, TransportFailure } from './transport.ts';

/** How long somebody waits for a call: until the signal, and no later than the deadline, by `performance.now()`. */
export interface Lifetime {
  signal: AbortSignal | undefined;
  deadline?: number;
}

/** A reply on its way, and who waits for it. */
interface Flight {
  call: Call;
  reply: Promise<unknown>;
  /** When it ends by itself, by `performance.now()`. */
  endsBy: number;
  waiting: number;
  abort: AbortController;
}

/** How a caller takes part in a flight. */
interface Boarding<Result> {
  call: Call;
  /** Makes the call, for as long as it is waited for. */
  start(whileAwaited: Lifetime): Promise<Result>;
  /** This call is under way already and is shared. @returns told when it is no longer waited for, if anybody is */
  onJoin(call: Call): (() => void) | undefined;
}

/**
 * Calls in flight that several operations share: identical reads under one credential at the same moment are one
 * call. A shared reply lives as long as somebody waits for it; the call is ended when nobody does any more. It has its
 * own time, whatever is left to the operation that happened to ask first: each waits for as long as it may.
 */
export class Flights {
  readonly #timeout: number;
  readonly #byCredential = new Map<string, Map<string, Flight>>();

  /** @param timeout milliseconds that a call takes at most. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /**
   * Joins the call that is under way for this key, or starts one.
   * @param credential what is sent to the platform; flights are never shared across credentials.
   * @throws TransportFailure `overdue` where the deadline comes before the reply; whatever the call throws.
   */
  async join<Result>(
    credential: string,
    key: string,
    { signal, deadline = Number.POSITIVE_INFINITY }: Lifetime,
    { call, start, onJoin }: Boarding<Result>,
  ): Promise<Result> {
    const flights = this.#byCredential.get(credential) ?? new Map<string, Flight>();
    this.#byCredential.set(credential, flights);
    const known = flights.get(key);
    const left = known && onJoin(known.call);
    const flight = known ?? this.#start(credential, flights, key, call, start);
    flight.waiting += 1;
    let waits = true;
    const leave = (): void => {
      if (!waits) return;
      waits = false;
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      if (flights.get(key) === flight) flights.delete(key);
      flight.abort.abort();
    };
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
    const reply = flight.reply as Promise<Result>;
    try {
      // A timer only for those whose time is over before the call's own.
      return await (deadline < flight.endsBy ? before(deadline, reply, leave) : reply);
    } finally {
      signal?.removeEventListener('abort', leave);
      left?.();
    }
  }

  /** Nobody joins what is in flight under a credential any more: a write may make it stale. */
  end(credential: string): void {
    this.#byCredential.delete(credential);
  }

  #start<Result>(
    credential: string,
    flights: Map<string, Flight>,
    key: string,
    call: Call,
    start: (whileAwaited: Lifetime) => Promise<Result>,
  ): Flight {
    const abort = new AbortController();
    const reply = start({ signal: abort.signal }).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
      if (flights.size === 0 && this.#byCredential.get(credential) === flights)
        this.#byCredential.delete(credential);
    });
    const flight: Flight = { call, reply, endsBy: performance.now() + this.#timeout, waiting: 0, abort };
    flights.set(key, flight);
    return flight;
  }
}

/** The reply, where it comes in time. */
function before<Result>(deadline: number, reply: Promise<Result>, leave: () => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      leave();
      reject(new TransportFailure('overdue', true));
    }, deadline - performance.now());
    reply.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
