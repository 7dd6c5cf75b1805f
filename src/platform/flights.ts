import { Cancellation, type CancelSignal } from '../graph/cancellation.ts';
import type { Call } from './transport.ts';

/** Who takes part in a flight. */
export interface Passenger<Result> {
  readonly call: Call;
  /** Until when the reply is waited for. */
  readonly signal: CancelSignal | undefined;
  /** By `performance.now()`; it may be for ever. */
  readonly deadline: number;
  /** Makes the call, for as long as anybody waits for it. */
  depart(whileAwaited: CancelSignal): Promise<Result>;
  /** The call is under way already and is shared. @returns told when it is over, if anybody is */
  joined(call: Call): (() => void) | undefined;
  /** @returns what to fail with where the deadline comes before the reply. */
  overdue(): unknown;
}

/**
 * Calls in flight that several operations share: identical reads under one credential at the same moment are one
 * call. A shared reply lives as long as somebody waits for it; the call is ended when nobody does any more. It has its
 * own time, whatever is left to the operation that happened to ask first: each waits for as long as it may.
 */
export class Flights {
  readonly #timeout: number;
  readonly #flights = new Map<string, Flight>();

  /** @param timeout milliseconds that a call takes at most. */
  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /**
   * Joins the call that is under way, or starts one. Fails with whatever the call fails with.
   * @param credential what is sent to the platform; flights are never shared across credentials.
   * @param address what is asked for under it.
   */
  join<Result>(credential: string, address: string, passenger: Passenger<Result>): Promise<Result> {
    const key = `${address} ${credential}`;
    const known = this.#flights.get(key);
    if (known) return known.board(passenger, passenger.joined(known.call));
    const flight = new Flight(credential, passenger.call, performance.now() + this.#timeout, () => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    });
    this.#flights.set(key, flight);
    flight.depart(passenger);
    return flight.board(passenger, undefined);
  }

  /** Nobody joins what is in flight under a credential any more: a write may make it stale. */
  end(credential: string): void {
    for (const [key, flight] of this.#flights)
      if (flight.credential === credential) this.#flights.delete(key);
  }
}

/** Takes somebody off a flight. */
interface Seat {
  signal: CancelSignal;
  leave: () => void;
}

/** A reply on its way, and who waits for it. */
class Flight {
  readonly credential: string;
  readonly call: Call;
  /** When it ends by itself, by `performance.now()`. */
  readonly #endsBy: number;
  readonly #close: () => void;
  readonly #cancellation = new Cancellation();
  #reply: Promise<unknown> = NONE;
  #waiting = 0;
  #seats: Seat[] = [];
  #joined: (() => void)[] | null = null;

  /** @param close lets nobody join any more. */
  constructor(credential: string, call: Call, endsBy: number, close: () => void) {
    this.credential = credential;
    this.call = call;
    this.#endsBy = endsBy;
    this.#close = close;
  }

  depart(first: Passenger<unknown>): void {
    this.#reply = first.depart(this.#cancellation);
    const land = (): void => this.#land();
    this.#reply.then(land, land);
  }

  /** @param left told when the reply is there. */
  board<Result>(passenger: Passenger<Result>, left: (() => void) | undefined): Promise<Result> {
    const { signal, deadline } = passenger;
    if (left) this.#joined = [...(this.#joined ?? []), left];
    this.#waiting += 1;
    let waits = true;
    const leave = (): void => {
      if (!waits) return;
      waits = false;
      this.#waiting -= 1;
      if (this.#waiting > 0) return;
      this.#close();
      this.#cancellation.abort();
    };
    const reply = this.#reply as Promise<Result>;
    if (signal?.aborted) leave();
    else if (signal) {
      signal.addEventListener('abort', leave, { once: true });
      this.#seats.push({ signal, leave });
    }
    // A timer only for those whose time is over before the call's own.
    return deadline < this.#endsBy ? before(passenger, reply, leave) : reply;
  }

  #land(): void {
    this.#close();
    for (const { signal, leave } of this.#seats) signal.removeEventListener('abort', leave);
    for (const left of this.#joined ?? []) left();
    // The map that it was in may hold on to it for a while, and must not hold on to what it brought.
    this.#reply = NONE;
    this.#seats = [];
    this.#joined = null;
  }
}

const NONE = Promise.resolve();

/** The reply, where it comes in time. */
function before<Result>(
  passenger: Passenger<Result>,
  reply: Promise<Result>,
  leave: () => void,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      leave();
      reject(passenger.overdue());
    }, passenger.deadline - performance.now());
    reply.then(resolve, reject).finally(() => clearTimeout(late));
  });
}
