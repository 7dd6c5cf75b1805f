import { randomUUID } from 'node:crypto';
import type { Adapter, Credential, Session } from './adapter.ts';
import { expect, Failure } from './failure.ts';
import { cursorOf, type Item, itemReader, type ReadItem } from './item.ts';
import type { Profile } from './profiles.ts';
import { SseTransport } from './sse.ts';
import type { End, Stream } from './stream.ts';
import { Transcript } from './transcript.ts';
import type { OpenOptions, Operation, Transport } from './transport.ts';
import { type Socket, WebSocketTransport } from './websocket.ts';

/** Milliseconds between the events that show that a stream without a position is open. */
const PROBE_INTERVAL = 150;

/** The server under test. */
export class Server {
  readonly url: string;
  readonly adapter: Adapter;
  readonly profiles: readonly Profile[];
  /** Milliseconds to wait for anything that must arrive. */
  readonly patience: number;
  readonly read: ReadItem;
  /** Rejects if the adapter throws while it reads a result. */
  readonly adapterFailed: Promise<never>;
  readonly websocket: WebSocketTransport;
  readonly sse: SseTransport;

  constructor(url: string, adapter: Adapter, profiles: readonly Profile[], patience: number) {
    this.url = url;
    this.adapter = adapter;
    this.profiles = profiles;
    this.patience = patience;
    const { promise, reject } = Promise.withResolvers<never>();
    this.adapterFailed = promise;
    this.adapterFailed.catch(() => {});
    this.read = itemReader(adapter, reject);
    this.websocket = new WebSocketTransport(adapter.webSocketUrl ?? url, this.read, patience);
    this.sse = new SseTransport(url, this.read, patience);
  }

  has(profile: Profile): boolean {
    return this.profiles.includes(profile);
  }

  /** Longest time between keep-alives, in milliseconds. */
  get keepAlive(): number {
    return this.adapter.keepAlive ?? 15_000;
  }
}

export interface StreamOptions extends Partial<OpenOptions> {
  /** Cursor to resume after. Undefined: it is not sent. */
  after?: string | null;
}

/** What was received of a stream that has ended, in order. */
export interface History {
  /** The item before the events: the position, or an event. */
  start: Item;
  events: Item[];
}

/** One check over one transport. Its events have a marker, because others may cause events, too. */
export class Trial {
  readonly server: Server;
  readonly transport: Transport;
  readonly marker = randomUUID();
  readonly transcript = new Transcript(this.marker);
  readonly #hook: () => Promise<unknown>;
  readonly #opened: { close(): void }[] = [];
  #fences = 0;
  #probes = 0;

  constructor(server: Server, transport: Transport, hook: () => Promise<unknown>) {
    this.server = server;
    this.transport = transport;
    this.#hook = hook;
  }

  /** Calls the hook of the check. */
  async hook(): Promise<void> {
    await this.#hook();
    this.transcript.note('the hook was called');
  }

  /** A new session of the caller. */
  newSession(): Promise<Session> {
    return given(this.server.adapter.newSession?.(), 'newSession');
  }

  /** Opens the stream over the transport of this trial. */
  open(options: StreamOptions = {}): Stream {
    return this.openOver(this.transport, options);
  }

  openOver(transport: Transport, options: StreamOptions): Stream {
    const stream = transport.open(this.operation(options), this.transcript.stream());
    this.#opened.push(stream);
    return stream;
  }

  /** The operation that opens the stream. */
  operation({ after, variables = {}, ...rest }: StreamOptions = {}): OpenOptions {
    const { adapter } = this.server;
    return {
      query: adapter.subscription,
      credential: adapter.credential ?? {},
      ...(adapter.cursor === 'extensions'
        ? { variables, ...(after === undefined ? {} : { extensions: { after } }) }
        : { variables: after === undefined ? variables : { ...variables, after } }),
      ...rest,
    };
  }

  /** The operation without a credential, for a socket. */
  payload(options: StreamOptions = {}): Operation {
    const { credential: _, headers: __, ...payload } = this.operation(options);
    return payload;
  }

  /** Opens a stream and waits until it is open. */
  async started(options: StreamOptions = {}): Promise<Stream> {
    return (await this.startedWith(options)).stream;
  }

  /** The same, with the item that shows that it is open. */
  async startedWith(options: StreamOptions = {}): Promise<{ stream: Stream; start: Item }> {
    const stream = this.open(options);
    const start = this.server.has('position') ? await stream.first() : await this.#probe(stream);
    return { stream, start };
  }

  /** Causes events until one of them arrives, and all that were caused. */
  async #probe(stream: Stream): Promise<Item> {
    this.#probes += 1;
    const marker = `${this.marker}:probe-${this.#probes}`;
    const arrived = stream.items.first(
      ({ text }) => text?.startsWith(marker) === true,
      'any event of an open stream',
    );
    return stream.event(await this.#causeUntil(arrived, marker));
  }

  /** Waits for the first result of each operation on a socket. A server without positions needs events for it. */
  async opened(socket: Socket, ...ids: string[]): Promise<void> {
    this.#probes += 1;
    const opened = Promise.all(ids.map((id) => socket.reply(id, 'next')));
    if (this.server.has('position')) await opened;
    else await this.#causeUntil(opened, `${this.marker}:probe-${this.#probes}`);
  }

  /** Causes events until something has happened. @returns the text of the last one. */
  async #causeUntil(happened: Promise<unknown>, marker: string): Promise<string> {
    let isDone = false;
    const done = happened.then(
      () => {
        isDone = true;
      },
      () => {
        isDone = true;
      },
    );
    let last = '';
    for (let probe = 1; !isDone; probe += 1) {
      last = `${marker} ${probe}`;
      await this.server.adapter.send(last);
      await Promise.race([done, new Promise((resolve) => setTimeout(resolve, PROBE_INTERVAL))]);
    }
    await happened;
    return last;
  }

  /** A socket that has been acknowledged. */
  async socket(credential: Credential = this.operation().credential): Promise<Socket> {
    const socket = this.connect();
    socket.init(credential);
    await socket.acknowledged();
    return socket;
  }

  /** A socket without any message yet. */
  connect(options?: { answersPings: boolean }): Socket {
    const socket = this.server.websocket.connect(this.transcript.stream(), options);
    this.#opened.push(socket);
    return socket;
  }

  /** Causes events, one after the other. */
  async send(...labels: string[]): Promise<void> {
    for (const label of labels) {
      await this.server.adapter.send(this.text(label));
      this.transcript.note(`the event "${label.slice(0, 40)}" was caused`);
    }
  }

  /** Text of the event with this label. */
  text(label: string): string {
    return `${this.marker} ${label}`;
  }

  /** Receives new events over a stream that is then closed. */
  async history(...labels: string[]): Promise<History> {
    const { stream, start } = await this.startedWith();
    await this.send(...labels);
    const events = [];
    for (const label of labels) events.push(await stream.event(this.text(label)));
    stream.close();
    return { start, events };
  }

  /** Causes one more event and waits for it. @returns the labels of this trial's events before it. */
  async labelsUpToNow(stream: Stream): Promise<string[]> {
    const fence = `end ${this.nextFence()}`;
    await this.send(fence);
    await stream.event(this.text(fence));
    return this.labels(stream).filter((label) => !label.startsWith('end '));
  }

  /** Number of one more event that shows that all before it have arrived. */
  nextFence(): number {
    this.#fences += 1;
    return this.#fences;
  }

  /** The labels of this trial's events so far. */
  labels(stream: Stream): string[] {
    return stream.labels(`${this.marker} `);
  }

  events(stream: Stream): Item[] {
    return stream.events(`${this.marker} `);
  }

  /** The labels of a resumed stream's events, up to now. */
  async labelsAfter(cursor: string | Item, options: StreamOptions = {}): Promise<string[]> {
    const after = typeof cursor === 'string' ? cursor : cursorOf(cursor);
    return this.labelsUpToNow(this.open({ after, ...options }));
  }

  /** Opens a stream that must be refused. */
  async refusal(options: StreamOptions): Promise<Extract<End, { how: 'refused' }>> {
    const stream = this.open(options);
    const isOpen = stream.first().then(
      () => true,
      () => false,
    );
    const end = await Promise.race([
      stream.ended().catch(() => null),
      isOpen.then((item) => (item ? null : stream.end)),
    ]);
    if (end === null) throw new Failure('the subscription was not refused: it is open');
    if (end.how !== 'refused') throw new Failure(`the subscription was not refused but ended: ${end.how}`);
    expect(end.errors.length > 0, 'the refusal has no error');
    return end;
  }

  close(): void {
    for (const opened of this.#opened) opened.close();
  }
}

/** The item at an index of a list that must have one. */
export function itemAt<Value>(values: readonly Value[], index: number): Value {
  const value = values.at(index);
  if (value === undefined) throw new Failure(`there is no item ${index}`);
  return value;
}

/** A member of the adapter that the check needs. */
export function given<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Failure(`the adapter has no ${name}`);
  return value;
}
