import { type Dispatcher, Pool } from 'undici';
import { type Form, PLAIN, type RenderedRequest } from './forms.ts';
import { Sockets } from './sockets.ts';
import type { GraphQLRequest, Workload } from './workloads.ts';

export interface ClientsOptions {
  /** The authority of the servers' certificate. */
  ca?: string | undefined;
  /** What the clients accept. A compressed response is counted, not read. */
  acceptEncoding?: string | undefined;
}

export const CLIENTS = 32;
const CREDENTIALS = 1000;

/** How many times longer a warm-up may take on a slow machine, or with an expensive workload. */
const LONGEST = 4;

export interface WarmUp {
  milliseconds: number;
  /** Units at least, if the time for them is not several times longer. */
  units: number;
}

/** Result of a load run. */
export interface Load {
  /** Completed units: one request, or all requests of a screen. */
  units: number;
  seconds: number;
  /** Milliseconds per unit, ascending. */
  latencies: number[];
}

/** Clients of one contestant: each sends its next unit once the previous one has completed. */
export class Clients {
  readonly #pool: Pool;
  readonly #acceptEncoding: string | undefined;
  readonly #url: string;
  #form: Form = PLAIN;
  #sockets: Sockets | null = null;
  #received = 0;
  #turn = 0;
  #documents = 0;

  constructor(url: string, { ca, acceptEncoding }: ClientsOptions = {}) {
    this.#acceptEncoding = acceptEncoding;
    this.#url = url;
    this.#pool = new Pool(url, {
      connections: CLIENTS,
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      allowH2: false,
      ...(ca === undefined ? {} : { connect: { ca } }),
    });
  }

  /** Bytes of response bodies received so far. */
  get received(): number {
    return this.#received;
  }

  /** Sends operations in this form from now on, and makes their documents known if it needs that. */
  async use(form: Form, { requests }: Workload): Promise<void> {
    this.#form = form;
    if (form.isSocket)
      this.#sockets ??= await Sockets.open(
        this.#url,
        Array.from({ length: CLIENTS }, () => this.#nextCredential()),
      );
    for (const request of requests)
      if (form.register) await this.#send(form.register(request), this.#nextCredential());
  }

  /**
   * Loads a server for a time, and until it has served enough requests for V8 to have optimized its code: a server with
   * much code needs more of them than one with little.
   */
  warmUp(workload: Workload, { milliseconds, units }: WarmUp): Promise<Load> {
    return this.run(workload, milliseconds, units);
  }

  /** Loads the server for a time, longer if it serves fewer units than `atLeast`, with a fixed number of operations in flight. */
  async run(
    { requests, isNew = false, inFlight = CLIENTS }: Workload,
    milliseconds: number,
    atLeast = 0,
  ): Promise<Load> {
    const rendered = requests.map(this.#form.render);
    const renderedNow = () =>
      isNew
        ? requests.map(({ query, ...rest }) => this.#form.render({ ...rest, query: this.#unlike(query) }))
        : rendered;
    const latencies: number[] = [];
    const startedAt = performance.now();
    const client = async (): Promise<void> => {
      for (;;) {
        const elapsed = performance.now() - startedAt;
        if (elapsed >= (latencies.length < atLeast ? LONGEST * milliseconds : milliseconds)) break;
        const authorization = this.#nextCredential();
        const sentAt = performance.now();
        await Promise.all(renderedNow().map((request) => this.#send(request, authorization)));
        latencies.push(performance.now() - sentAt);
      }
    };
    await Promise.all(Array.from({ length: Math.ceil(inFlight / rendered.length) }, client));
    const seconds = (performance.now() - startedAt) / 1000;
    return { units: latencies.length, seconds, latencies: latencies.sort((a, b) => a - b) };
  }

  /**
   * Sends units at a fixed rate, whether or not earlier ones have completed. A unit's latency counts from the time at which
   * it should have been sent, so that a server that stalls cannot hide the requests that it kept from being sent.
   * @returns milliseconds per unit, ascending.
   */
  async runAt(perSecond: number, { requests }: Workload, milliseconds: number): Promise<number[]> {
    const rendered = requests.map(this.#form.render);
    const latencies: number[] = [];
    const units: Promise<unknown>[] = [];
    const startedAt = performance.now();
    const unit = async (dueAt: number): Promise<void> => {
      const authorization = this.#nextCredential();
      await Promise.all(rendered.map((one) => this.#send(one, authorization)));
      latencies.push(performance.now() - dueAt);
    };
    const total = Math.floor((milliseconds / 1000) * perSecond);
    while (units.length < total) {
      const due = Math.min(total, ((performance.now() - startedAt) / 1000) * perSecond);
      while (units.length < due) units.push(unit(startedAt + (units.length / perSecond) * 1000));
      await new Promise(setImmediate);
    }
    await Promise.all(units);
    return latencies.sort((a, b) => a - b);
  }

  /** One parsed response. */
  async ask(request: GraphQLRequest): Promise<unknown> {
    return JSON.parse(await this.#send(PLAIN.render(request), this.#nextCredential()));
  }

  close(): Promise<void> {
    this.#sockets?.close();
    return this.#pool.destroy();
  }

  /** The same operation as a document text that was not sent before. */
  #unlike(query: string): string {
    this.#documents += 1;
    return `${query} # ${this.#documents}`;
  }

  /** A user never has two units in flight, so that calls are shared within a screen only. */
  #nextCredential(): string {
    this.#turn = (this.#turn + 1) % CREDENTIALS;
    return `Bearer token-${this.#turn}`;
  }

  async #overSocket(sockets: Sockets, payload: string): Promise<string> {
    const text = await sockets.ask(payload);
    this.#received += text.length;
    return text;
  }

  #send(request: RenderedRequest, authorization: string): Promise<string> {
    if (this.#form.isSocket && this.#sockets) return this.#overSocket(this.#sockets, request.body ?? '');
    const { method, path, body } = request;
    return new Promise((resolve, reject) => {
      const headers = {
        ...request.headers,
        authorization,
        ...(this.#acceptEncoding === undefined ? {} : { 'accept-encoding': this.#acceptEncoding }),
      };
      const received = (bytes: Buffer): void => {
        this.#received += bytes.length;
        // A compressed response is not decompressed: that would slow down the clients.
        const text = bytes.toString();
        if (text.includes('"errors":[')) reject(new Error('a contestant answered with errors'));
        else resolve(text);
      };
      this.#pool.dispatch({ method, path, headers, body }, new AnswerReader(received, reject));
    });
  }
}

class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (body: Buffer) => void;
  readonly #reject: (error: Error) => void;
  readonly #chunks: Buffer[] = [];

  constructor(resolve: (body: Buffer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  onRequestStart(): void {}

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status !== 200) this.#reject(new Error(`a contestant answered ${status}`));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    this.#resolve(this.#chunks.length === 1 && first ? first : Buffer.concat(this.#chunks));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#reject(error);
  }
}
