import { randomUUID } from 'node:crypto';
import { expect, Failure } from './failure.ts';
import { bearer, type Server } from './server.ts';
import type { SseTransport } from './sse.ts';
import { cursorOf, type End, type Item, type Stream } from './stream.ts';
import type { OpenOptions, Transport } from './transport.ts';
import type { Socket, WebSocketTransport } from './websocket.ts';

export const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor replayed gap { reason } notification { text } }
}`;

export interface Transports {
  websocket: WebSocketTransport;
  sse: SseTransport;
}

export interface StreamOptions extends Partial<OpenOptions> {
  /** Cursor to resume after. Undefined: the variable is not sent. */
  after?: string | null;
}

/** What was received of a stream that has ended, in order. */
export interface History {
  position: Item;
  events: Item[];
}

/** One check of one clause over one transport. Its events have a marker, because others may send the user events too. */
export class Trial {
  readonly server: Server;
  readonly transport: Transport;
  readonly transports: Transports;
  readonly marker = randomUUID();
  readonly #hook: () => Promise<string>;
  readonly #opened: { close(): void }[] = [];
  #fences = 0;

  constructor(server: Server, transports: Transports, transport: Transport, hook: () => Promise<string>) {
    this.server = server;
    this.transports = transports;
    this.transport = transport;
    this.#hook = hook;
  }

  /** Calls the hook of the check. */
  hook(): Promise<string> {
    return this.#hook();
  }

  /** A new session of the user. */
  newToken(): Promise<string> {
    return this.server.hook('token');
  }

  /** Opens the user's stream over the transport of this trial. */
  open(options: StreamOptions = {}): Stream {
    return this.openOver(this.transport, options);
  }

  openOver(transport: Transport, options: StreamOptions): Stream {
    const stream = transport.open(this.operation(options));
    this.#opened.push(stream);
    return stream;
  }

  /** The operation that opens the user's stream. */
  operation({ after, variables = {}, ...rest }: StreamOptions = {}): OpenOptions {
    return {
      query: RECEIVED,
      variables: after === undefined ? variables : { ...variables, after },
      authorization: bearer(this.server.settings.userToken),
      ...rest,
    };
  }

  /** Opens a stream and waits for its position. */
  async started(options: StreamOptions = {}): Promise<Stream> {
    const stream = this.open(options);
    await stream.position();
    return stream;
  }

  /** A socket that has been acknowledged. */
  async socket(authorization: string | null = this.operation().authorization): Promise<Socket> {
    const socket = this.connect();
    socket.init(authorization);
    await socket.acknowledged();
    return socket;
  }

  /** A socket without any message yet. */
  connect(options?: { answersPings: boolean }): Socket {
    const socket = this.transports.websocket.connect(options);
    this.#opened.push(socket);
    return socket;
  }

  /** Causes events, one after the other. */
  async send(...labels: string[]): Promise<void> {
    for (const label of labels) await this.server.send(this.text(label));
  }

  /** Text of the event with this label. */
  text(label: string): string {
    return `${this.marker} ${label}`;
  }

  /** Receives new events over a stream that is then closed. */
  async history(...labels: string[]): Promise<History> {
    const stream = await this.started();
    const position = await stream.position();
    await this.send(...labels);
    const events = [];
    for (const label of labels) events.push(await stream.event(this.text(label)));
    stream.close();
    return { position, events };
  }

  /** Causes one more event and waits for it. @returns the labels of this trial's events before it. */
  async labelsUpToNow(stream: Stream): Promise<string[]> {
    this.#fences += 1;
    const fence = `end ${this.#fences}`;
    await this.send(fence);
    await stream.event(this.text(fence));
    const labels = stream.labels(this.marker).filter((label) => !label.startsWith('end '));
    return labels;
  }

  /** The labels of a resumed stream's events, up to now. */
  async labelsAfter(cursor: string | Item, options: StreamOptions = {}): Promise<string[]> {
    const after = typeof cursor === 'string' ? cursor : cursorOf(cursor);
    return this.labelsUpToNow(this.open({ after, ...options }));
  }

  /** Opens a stream that must be refused. */
  async refusal(options: StreamOptions): Promise<Extract<End, { how: 'refused' }>> {
    const stream = this.open(options);
    const end = await stream.ended();
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
