/** A reply on its way, and who waits for it. */
interface Flight {
  reply: Promise<unknown>;
  waiting: number;
  abort: AbortController;
}

/** How a caller takes part in a flight. */
interface Boarding<Result> {
  /** Makes the call, until the signal ends it. */
  start(signal: AbortSignal): Promise<Result>;
  /** The call is under way already and is shared. */
  onJoin(): void;
}

/**
 * Calls in flight that several operations share: identical reads under one credential at the same moment are one
 * call. A shared reply lives as long as somebody waits for it; the call is ended when nobody does any more.
 */
export class Flights {
  readonly #byCredential = new Map<string, Map<string, Flight>>();

  /**
   * Joins the call that is under way for this key, or starts one.
   * @param credential what is sent to the platform; flights are never shared across credentials.
   */
  async join<Result>(
    credential: string,
    key: string,
    signal: AbortSignal | undefined,
    { start, onJoin }: Boarding<Result>,
  ): Promise<Result> {
    const flights = this.#byCredential.get(credential) ?? new Map<string, Flight>();
    this.#byCredential.set(credential, flights);
    const known = flights.get(key);
    if (known) onJoin();
    const flight = known ?? this.#start(credential, flights, key, start);
    flight.waiting += 1;
    const leave = (): void => {
      flight.waiting -= 1;
      if (flight.waiting > 0) return;
      if (flights.get(key) === flight) flights.delete(key);
      flight.abort.abort();
    };
    if (!signal) return flight.reply as Promise<Result>;
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    try {
      return (await flight.reply) as Result;
    } finally {
      signal.removeEventListener('abort', leave);
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
    start: (signal: AbortSignal) => Promise<Result>,
  ): Flight {
    const abort = new AbortController();
    const reply = start(abort.signal).finally(() => {
      if (flights.get(key) === flight) flights.delete(key);
      if (flights.size === 0 && this.#byCredential.get(credential) === flights)
        this.#byCredential.delete(credential);
    });
    const flight: Flight = { reply, waiting: 0, abort };
    flights.set(key, flight);
    return flight;
  }
}
