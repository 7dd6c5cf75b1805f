import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  Messages,
  remove,
  say,
  serveChat,
} from '../../../packages/resumable-subscriptions/reference/example.ts';
import { MemoryLog, type Page } from '../../../packages/resumable-subscriptions/reference/log.ts';
import { recordOf } from '../../../packages/resumable-subscriptions/src/item.ts';
import { blocksOf } from '../../../packages/resumable-subscriptions/src/sse.ts';
import { Transcript } from '../../../packages/resumable-subscriptions/src/transcript.ts';
import { until } from '../../support/until.ts';

const ROOM = 'lobby';
const REFUSAL = {
  errors: [{ message: 'The cursor is refused.', extensions: { code: 'BAD_USER_INPUT', retryable: false } }],
};

/** What a stream has in place of an event that the server cannot deliver. */
const FAILED = { data: null, errors: [{ message: 'The message cannot be read.' }] };

class StagedMessages extends Messages {
  /** Called once, between the reading of the list's place and that of its messages. */
  onRead: (() => void) | null = null;

  override newest(room: string, count: number): ReturnType<Messages['newest']> {
    const { onRead } = this;
    this.onRead = null;
    onRead?.();
    return super.newest(room, count);
  }
}

/** The reference server as one client sees it, with what happens to that client. */
export class Stage {
  readonly #topics = new Map<string, Page>();
  readonly #log = new MemoryLog(this.#topics);
  readonly messages = new StagedMessages();
  readonly #servers: Server[] = [];
  readonly #streams = new Set<ServerResponse>();
  readonly #delivered = new Set<string>();
  readonly #issued = new Set<string>();
  #refused: ReadonlySet<string> = new Set();
  /** Cursors of the lists, in the order of their requests. Null: none. */
  readonly listed: (string | null)[] = [];
  /** Cursors that streams were requested with. Null: none. */
  readonly afters: (string | null)[] = [];
  /** What the client and the server have sent. */
  readonly transcript = new Transcript('');
  /** The message whose event fails. */
  failing: string | null = null;
  /** Cursor of the last item that was sent. */
  lastCursor: string | null = null;
  /** Lists have no cursor. */
  isWithoutPlace = false;
  /** Called once, when the next stream is requested. */
  beforeStream: (() => Promise<unknown>) | null = null;
  /** Called once, when the next list has been read, before its response. */
  whileListed: (() => Promise<unknown>) | null = null;

  readonly #patience: number;

  /** @param patience milliseconds to wait for anything of the client. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  /** @returns the URL of the graph. */
  async open(): Promise<string> {
    const inner = await this.#listen(serveChat(this.#log, 'a secret', this.messages));
    const outer = createServer((request, response) => {
      this.#forward(inner, request, response).catch(() => response.destroy());
    });
    return this.#listen(outer);
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }

  async say(text: string): Promise<void> {
    await say(this.messages, this.#log, ROOM, { id: randomUUID(), text });
    this.transcript.note(`the message "${text}" was added`);
  }

  async change(text: string, newText: string): Promise<void> {
    await say(this.messages, this.#log, ROOM, { id: this.#idOf(text), text: newText });
    this.transcript.note(`the message "${text}" was changed to "${newText}"`);
  }

  async remove(text: string): Promise<void> {
    await remove(this.messages, this.#log, ROOM, this.#idOf(text));
    this.transcript.note(`the message "${text}" was removed`);
  }

  /** Removes a message without an event. */
  forget(text: string): void {
    this.messages.delete(ROOM, this.#idOf(text));
    this.transcript.note(`the message "${text}" was removed without an event`);
  }

  #idOf(text: string): string {
    return this.messages.newest(ROOM, 1000).find((message) => message.text === text)?.id ?? '';
  }

  /** Interrupts the streams. */
  drop(): void {
    this.transcript.note('the connection was lost');
    for (const response of this.#streams) response.destroy();
  }

  /** Removes all events from the log. */
  trim(): void {
    this.transcript.note('the events were removed from the log');
    for (const page of this.#topics.values()) page.entries = [];
  }

  /** Refuses all cursors that there are. */
  refuseCursors(): void {
    this.transcript.note('all cursors became invalid');
    this.#refused = new Set(this.#issued);
  }

  /** Waits until a stream has delivered a message. */
  delivered(text: string): Promise<void> {
    return until(() => this.#delivered.has(text), { within: this.#patience });
  }

  /** Waits until a stream is open. */
  streaming(): Promise<void> {
    return until(() => this.#streams.size > 0, { within: this.#patience });
  }

  async #listen(server: Server): Promise<string> {
    this.#servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  }

  async #forward(inner: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = recordOf(await json(request));
    const { authorization = '', accept = '', 'last-event-id': lastEventId } = request.headers;
    const isStream = /^\s*subscription/.test(String(body.query));
    const after = lastEventId || recordOf(body.variables).after;
    const note = this.transcript.stream();
    note('→', `POST ${JSON.stringify(body)}`);
    if (isStream) {
      this.afters.push(typeof after === 'string' ? after : null);
      await callOnce(this, 'beforeStream');
      if (this.#refused.has(String(after))) return answer(response, 400, REFUSAL, note);
    }
    const abort = new AbortController();
    response.once('close', () => abort.abort());
    const upstream = await fetch(inner, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization,
        accept,
        ...(typeof lastEventId === 'string' && { 'last-event-id': lastEventId }),
      },
      body: JSON.stringify(body),
      signal: abort.signal,
    });
    if (upstream.headers.get('content-type')?.startsWith('text/event-stream'))
      return this.#stream(upstream, response, note);
    const result: unknown = await upstream.json();
    answer(response, upstream.status, isStream ? result : await this.#list(result), note);
  }

  async #stream(upstream: Response, response: ServerResponse, note: Note): Promise<void> {
    note('←', `${upstream.status} text/event-stream`);
    response.writeHead(200, Object.fromEntries(upstream.headers)).flushHeaders();
    this.#streams.add(response);
    response.once('close', () => this.#streams.delete(response));
    for await (const { id, data, text } of blocksOf(upstream)) {
      const { message } = recordOf(recordOf(recordOf(id === null ? {} : JSON.parse(data)).data).said);
      const { text: delivered = null } = recordOf(message);
      const isFailed = delivered !== null && delivered === this.failing;
      const sent = isFailed ? `id: ${id}\nevent: next\ndata: ${JSON.stringify(FAILED)}` : text;
      response.write(`${sent}\n\n`);
      if (id === null) continue;
      note('←', sent);
      this.#issued.add(id);
      this.lastCursor = id;
      this.#delivered.add(String(delivered));
    }
    response.end();
  }

  async #list(result: unknown): Promise<unknown> {
    const list = recordOf(recordOf(recordOf(result).data).messages);
    const streamCursor = this.isWithoutPlace ? null : list.streamCursor;
    if (typeof streamCursor === 'string') this.#issued.add(streamCursor);
    this.listed.push(typeof streamCursor === 'string' ? streamCursor : null);
    await callOnce(this, 'whileListed');
    return 'nodes' in list ? { data: { messages: { ...list, streamCursor } } } : result;
  }
}

/** Calls what a stage has for this moment, unless it has been called. */
async function callOnce(stage: Stage, moment: 'beforeStream' | 'whileListed'): Promise<void> {
  const call = stage[moment];
  stage[moment] = null;
  await call?.();
}

type Note = ReturnType<Transcript['stream']>;

function answer(response: ServerResponse, status: number, body: unknown, note: Note): void {
  note('←', `${status} application/json`);
  note('←', JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
