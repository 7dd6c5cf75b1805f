import { type RawData, WebSocket } from 'ws';
import type { Credential } from './adapter.ts';
import { Feed } from './feed.ts';
import { errorsIn, type ReadItem, recordOf } from './item.ts';
import { Stream } from './stream.ts';
import { CLOSE, type Note, type OpenOptions, type Operation, type Transport } from './transport.ts';

const SUBPROTOCOL = 'graphql-transport-ws';

export interface Message {
  type: string;
  id: string | null;
  payload: unknown;
}

/** One connection of `graphql-transport-ws`. */
export class Socket {
  readonly messages: Feed<Message>;
  readonly pings: Feed<string>;
  readonly pongs: Feed<string>;
  readonly closed: Feed<number>;
  readonly raw: WebSocket;
  readonly #note: Note;
  #subscriptions = 0;

  constructor(url: string, patience: number, note: Note, { answersPings = true } = {}) {
    this.#note = note;
    this.messages = new Feed(patience);
    this.pings = new Feed(patience);
    this.pongs = new Feed(patience);
    this.closed = new Feed(patience);
    this.raw = new WebSocket(url.replace(/^http/, 'ws'), SUBPROTOCOL, { autoPong: answersPings });
    this.raw.on('message', (data) => {
      note('←', String(data));
      this.messages.add(messageIn(data));
    });
    this.raw.on('ping', (data) => {
      note('←', 'ping frame');
      this.pings.add(String(data));
    });
    this.raw.on('pong', (data) => this.pongs.add(String(data)));
    // A failed handshake also closes the socket.
    this.raw.on('error', () => {});
    this.raw.once('close', (code) => {
      note('←', `close ${code}`);
      this.closed.add(code);
      for (const feed of [this.messages, this.pings, this.pongs]) feed.end(`the socket closed with ${code}`);
    });
  }

  /** Sends a message once the socket is open; text is sent as it is. */
  send(message: unknown): void {
    const text = typeof message === 'string' ? message : JSON.stringify(message);
    this.#note('→', text);
    this.#send(text);
  }

  #send(text: string): void {
    if (this.raw.readyState === this.raw.CONNECTING) this.raw.once('open', () => this.raw.send(text));
    else if (this.raw.readyState === this.raw.OPEN) this.raw.send(text);
  }

  init({ connectionParams = {} }: Credential): void {
    this.#note('→', '{"type":"connection_init"}');
    this.#send(JSON.stringify({ type: 'connection_init', payload: connectionParams }));
  }

  async acknowledged(): Promise<void> {
    await this.messages.first(({ type }) => type === 'connection_ack', 'connection_ack');
  }

  /** @returns the ID of the operation. */
  subscribe(payload: Operation): string {
    this.#subscriptions += 1;
    const id = `s${this.#subscriptions}`;
    this.send({ id, type: 'subscribe', payload });
    return id;
  }

  /** Waits for the first message about an operation of one of these types. */
  reply(id: string, ...types: string[]): Promise<Message> {
    return this.messages.first(
      (message) => message.id === id && types.includes(message.type),
      `${types.join(' or ')} for ${id}`,
    );
  }

  closeCode(): Promise<number> {
    return this.closed.first(() => true, 'the close of the socket');
  }

  close(): void {
    this.raw.close();
  }
}

/** `graphql-transport-ws`, with a socket for each stream. */
export class WebSocketTransport implements Transport {
  readonly name = 'WebSocket';
  readonly #url: string;
  readonly #readItem: ReadItem;
  readonly #patience: number;

  constructor(url: string, readItem: ReadItem, patience: number) {
    this.#url = url;
    this.#readItem = readItem;
    this.#patience = patience;
  }

  connect(note: Note, options?: { answersPings: boolean }): Socket {
    return new Socket(this.#url, this.#patience, note, options);
  }

  open({ credential, headers: _, ...operation }: OpenOptions, note: Note): Stream {
    const socket = this.connect(note);
    const stream = new Stream(this.#patience, {
      pause: () => socket.raw.pause(),
      resume: () => socket.raw.resume(),
      close: () => {
        note('→', CLOSE);
        socket.close();
      },
    });
    socket.raw.on('message', (data) => {
      const { type, payload } = messageIn(data);
      if (type === 'connection_ack') socket.subscribe(operation);
      else if (type === 'next') stream.add(this.#readItem(payload, null));
      else if (type === 'error')
        stream.finish({ how: 'refused', errors: errorsIn(payload), status: null, headers: null });
      else if (type === 'complete') stream.finish({ how: 'completed' });
    });
    socket.raw.on('ping', (data) => stream.keepAlives.add(String(data)));
    socket.raw.once('close', (code) => stream.finish({ how: 'closed', code }));
    socket.init(credential);
    return stream;
  }
}

function messageIn(data: RawData): Message {
  const { type, id, payload } = recordOf(parsed(String(data)));
  return { type: typeof type === 'string' ? type : '', id: typeof id === 'string' ? id : null, payload };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
