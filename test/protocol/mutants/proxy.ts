import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import { isRecord, recordOf } from '../../../packages/resumable-subscriptions/src/item.ts';
import { blocksOf } from '../../../packages/resumable-subscriptions/src/sse.ts';

/** A stream that a client opens through the proxy. A mutant may change what is sent to the gateway. */
export interface OpenedStream {
  readonly transport: 'WebSocket' | 'SSE';
  /** Number of streams opened before it over its transport. */
  readonly index: number;
  readonly query: string;
  readonly authorization: string | null;
  readonly variables: Record<string, unknown>;
  /** Server-sent events only. */
  lastEventId: string | undefined;
  /** All items that the gateway has sent. */
  readonly received: Item[];
  /** Items that a mutant holds back. */
  readonly held: Item[];
  /** Sends the client an item. */
  push(item: Item): void;
  /** Ends it as the gateway does. */
  end(): void;
  /** Closes its connection; with a code over WebSocket. */
  close(code: number): void;
}

/** One result of a stream. */
export interface Item {
  /** Event ID of server-sent events. */
  id: string | null;
  result: Record<string, unknown>;
}

/** A list as a client reads it. */
export interface List {
  nodes: Record<string, unknown>[];
  streamCursor: unknown;
}

/** What a mutant knows of its clients. */
export interface Seen {
  readonly streams: OpenedStream[];
  /** The streams that issued each cursor. */
  readonly cursors: Map<string, OpenedStream>;
  readonly usedCursors: Set<string>;
  /** Hooks called so far. */
  readonly hooks: Set<string>;
  /** Texts of the notifications sent so far. */
  readonly sent: string[];
  /** The latest list of each credential. */
  readonly lists: Map<string, List>;
}

/** A message of `graphql-transport-ws`. */
type Message = Record<string, unknown> & { type?: unknown; id?: unknown; payload?: unknown };

/** How a proxy deviates from the protocol. What is not given is forwarded unchanged. */
export interface Mutation {
  /** Called before a stream is opened at the gateway. */
  open?(stream: OpenedStream, seen: Seen): void;
  /** Called after a client has closed a stream. */
  closed?(stream: OpenedStream, seen: Seen): void;
  /** The items that the client receives in place of one. */
  item?(item: Item, stream: OpenedStream, seen: Seen): Item[];
  /** Errors of a refusal. */
  errors?(errors: Record<string, unknown>[], stream: OpenedStream | null): unknown;
  /** Status and headers of a response to a request for an event stream. */
  head?(head: { status: number; headers: Record<string, string> }): void;
  /** The events of an event stream that has ended; `isComplete`: with `complete`. */
  endsComplete?(isComplete: boolean): boolean;
  /** Messages from the gateway to a socket. */
  toClient?(message: Message): Message[];
  /** Messages from a socket to the gateway, or the code with which it is closed instead. */
  toServer?(message: Message): Message[] | { close: number };
  closeCode?(code: number): number;
  pong?(data: string): string | null;
  /** What happens to keep-alives. `as items`: each is forwarded with an item. */
  keepAlives?: 'dropped' | 'answered' | 'as items';
  subprotocol?: string;
  /** The list that a client receives in place of one. Null: an error. */
  list?(list: List, seen: Seen, authorization: string): List | null;
  /** The response to a mutation, instead of running it. */
  mutation?(query: string, seen: Seen): unknown;
  hook?(name: string, seen: Seen): void;
}

export interface MutantProxy {
  /** URL of the graph through the proxy. */
  readonly url: string;
  hookUrl(name: string): string;
  close(): Promise<void>;
}

/** Starts a proxy in front of a graph. It deviates from the protocol in the way of the mutation. */
export async function startProxy(target: string, mutation: Mutation): Promise<MutantProxy> {
  const seen: Seen = {
    streams: [],
    cursors: new Map(),
    usedCursors: new Set(),
    hooks: new Set(),
    sent: [],
    lists: new Map(),
  };
  const session = { target, mutation, seen };
  const server = createServer((request, response) => {
    const name = /^\/hook\/(\w+)$/.exec(request.url ?? '')?.[1];
    if (name !== undefined) {
      seen.hooks.add(name);
      mutation.hook?.(name, seen);
      response.end();
    } else void forward(session, request, response).catch(() => response.destroy());
  });
  const sockets = new WebSocketServer({
    server,
    autoPong: false,
    handleProtocols: () => mutation.subprotocol ?? 'graphql-transport-ws',
  });
  sockets.on('connection', (client) => new SocketPair(client, session));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    hookUrl: (name) => `http://127.0.0.1:${port}/hook/${name}`,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Session {
  target: string;
  mutation: Mutation;
  seen: Seen;
}

function opened(
  { mutation, seen }: Session,
  about: Pick<OpenedStream, 'transport' | 'authorization' | 'lastEventId' | 'push' | 'end' | 'close'> & {
    payload: unknown;
  },
): OpenedStream {
  const { payload, ...rest } = about;
  const { query, variables } = recordOf(payload);
  const stream: OpenedStream = {
    ...rest,
    index: seen.streams.filter(({ transport }) => transport === rest.transport).length,
    query: String(query),
    variables: { ...recordOf(variables) },
    received: [],
    held: [],
  };
  const { after } = stream.variables;
  mutation.open?.(stream, seen);
  for (const cursor of [after, stream.lastEventId])
    if (typeof cursor === 'string') seen.usedCursors.add(cursor);
  seen.streams.push(stream);
  return stream;
}

function changed({ mutation, seen }: Session, item: Item, stream: OpenedStream): Item[] {
  const items = mutation.item?.(structuredClone(item), stream, seen) ?? [item];
  stream.received.push(item);
  for (const sent of items) {
    const { cursor } = payloadOf(sent);
    if (typeof cursor === 'string') seen.cursors.set(cursor, stream);
  }
  return items;
}

async function forward(session: Session, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { target, mutation, seen } = session;
  const body = recordOf(await json(request));
  const query = String(body.query);
  const { accept = '', authorization } = request.headers;
  const variables = recordOf(body.variables);
  const { text } = { ...variables, ...recordOf(variables.input) };
  if (typeof text === 'string') seen.sent.push(text);
  const answered = query.startsWith('mutation') ? mutation.mutation?.(query, seen) : undefined;
  if (answered !== undefined) return void response.end(JSON.stringify(answered));
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept,
    ...(authorization === undefined ? {} : { authorization }),
  };
  if (!accept.includes('text/event-stream')) {
    const upstream = await fetch(target, { method: 'POST', headers, body: JSON.stringify(body) });
    const result = recordOf(await upstream.json());
    response.end(JSON.stringify(withList(session, result, authorization ?? '')));
    return;
  }
  await forwardEvents(session, { body, headers, lastEventId: request.headers['last-event-id'] }, response);
}

/** A response whose list, if it has one, is as the mutation changes it. */
function withList(
  { mutation, seen }: Session,
  result: Record<string, unknown>,
  authorization: string,
): Record<string, unknown> {
  const data = recordOf(result.data);
  // Of the gateway, or of the reference server.
  const list = recordOf('me' in data ? recordOf(data.me).notifications : data.messages);
  const { nodes, streamCursor } = list;
  if (!Array.isArray(nodes)) return result;
  const found = { nodes: nodes.filter(isRecord), streamCursor };
  const changedList = mutation.list ? mutation.list(structuredClone(found), seen, authorization) : found;
  seen.lists.set(authorization, found);
  return changedList === null
    ? { data: null, errors: [{ message: 'no list' }] }
    : { data: 'me' in data ? { me: { notifications: changedList } } : { messages: changedList } };
}

async function forwardEvents(
  session: Session,
  {
    body,
    headers,
    lastEventId,
  }: {
    body: Record<string, unknown>;
    headers: Record<string, string>;
    lastEventId: string | string[] | undefined;
  },
  response: ServerResponse,
): Promise<void> {
  const { target, mutation } = session;
  const abort = new AbortController();
  const stream = opened(session, {
    transport: 'SSE',
    payload: body,
    authorization: headers.authorization ?? null,
    lastEventId: typeof lastEventId === 'string' ? lastEventId : undefined,
    push: (item) => void response.write(eventOf(item)),
    end: () => void response.end('event: complete\ndata:\n\n'),
    close: () => void response.end(),
  });
  response.once('close', () => {
    abort.abort();
    mutation.closed?.(stream, session.seen);
  });
  const upstream = await fetch(target, {
    method: 'POST',
    headers: {
      ...headers,
      ...(stream.lastEventId === undefined ? {} : { 'last-event-id': stream.lastEventId }),
    },
    body: JSON.stringify({ ...body, variables: stream.variables }),
    signal: abort.signal,
  });
  const head = { status: upstream.status, headers: Object.fromEntries(upstream.headers) };
  for (const name of ['connection', 'content-length', 'transfer-encoding']) delete head.headers[name];
  mutation.head?.(head);
  if (response.writableEnded) return;
  if (!upstream.headers.get('content-type')?.startsWith('text/event-stream')) {
    const refusal = recordOf(await upstream.json());
    response.writeHead(head.status, head.headers);
    response.end(JSON.stringify(mutation.errors ? withErrors(refusal, mutation, stream) : refusal));
    return;
  }
  response.writeHead(head.status, head.headers);
  let isComplete = false;
  for await (const { type, id, data, text } of blocksOf(upstream)) {
    if (type === 'complete') isComplete = true;
    else if (type === 'next') {
      const result = recordOf(JSON.parse(data));
      for (const item of changed(session, { id, result }, stream)) response.write(eventOf(item));
    } else {
      const [last] = stream.received;
      if (mutation.keepAlives === 'as items' && last) response.write(eventOf(last));
      if (mutation.keepAlives !== 'dropped') response.write(`${text}\n\n`);
    }
  }
  const completes = mutation.endsComplete?.(isComplete) ?? isComplete;
  response.end(completes ? 'event: complete\ndata:\n\n' : '');
}

const eventOf = ({ id, result }: Item): string =>
  `${id === null ? '' : `id: ${id}\n`}event: next\ndata: ${JSON.stringify(result)}\n\n`;

const withErrors = (
  refusal: Record<string, unknown>,
  mutation: Mutation,
  stream: OpenedStream | null,
): Record<string, unknown> => ({ ...refusal, errors: mutation.errors?.(errorsOf(refusal.errors), stream) });

const errorsOf = (errors: unknown): Record<string, unknown>[] =>
  Array.isArray(errors) ? errors.filter(isRecord) : [];

/** A client's socket and the one to the gateway. */
class SocketPair {
  readonly #client: WebSocket;
  readonly #server: WebSocket;
  readonly #session: Session;
  readonly #streams = new Map<unknown, OpenedStream>();
  #authorization: string | null = null;

  constructor(client: WebSocket, session: Session) {
    this.#client = client;
    this.#session = session;
    const { target, mutation } = session;
    this.#server = new WebSocket(target.replace('http', 'ws'), 'graphql-transport-ws', {
      autoPong: mutation.keepAlives === 'answered',
    });
    this.#connect(mutation);
  }

  #connect({ toClient, toServer, closeCode, closed, pong, keepAlives }: Mutation): void {
    const [client, server] = [this.#client, this.#server];
    const early: string[] = [];
    const send = (text: string): void => {
      if (server.readyState === server.CONNECTING) early.push(text);
      else if (server.readyState === server.OPEN) server.send(text);
    };
    server.once('open', () => early.splice(0).forEach((text) => void server.send(text)));
    client.on('message', (data) => {
      const message = messageIn(String(data));
      if (message === null) return send(String(data));
      this.#note(message);
      const messages = toServer?.(message) ?? [message];
      if (!Array.isArray(messages)) return client.close(messages.close);
      for (const changedMessage of messages) send(JSON.stringify(this.#opening(changedMessage)));
    });
    server.on('message', (data) => {
      const message = messageIn(String(data)) ?? {};
      for (const forwarded of this.#forwarded(message))
        for (const sent of toClient?.(forwarded) ?? [forwarded]) client.send(JSON.stringify(sent));
    });
    server.on('ping', (data) => {
      const [stream] = this.#streams.values();
      const [first] = stream?.received ?? [];
      if (keepAlives === 'as items' && first) stream?.push(first);
      if (keepAlives === undefined || keepAlives === 'as items') client.ping(data);
      if (keepAlives === 'dropped') server.pong(data);
    });
    client.on('pong', (data) => server.readyState === server.OPEN && server.pong(data));
    client.on('ping', (data) => {
      const reply = pong ? pong(String(data)) : String(data);
      if (reply !== null) client.pong(reply);
    });
    server.once('close', (code) => {
      const changedCode = closeCode?.(code) ?? code;
      if (changedCode === 1006) client.terminate();
      else client.close(changedCode);
    });
    client.once('close', () => {
      server.terminate();
      for (const stream of this.#streams.values()) closed?.(stream, this.#session.seen);
    });
    for (const socket of [client, server]) socket.on('error', () => {});
  }

  #note({ type, payload }: Message): void {
    if (type !== 'connection_init') return;
    const { authorization } = recordOf(payload);
    this.#authorization = typeof authorization === 'string' ? authorization : null;
  }

  /** A `subscribe` message as the mutation changes it; other messages as they are. */
  #opening(message: Message): Message {
    const { type, id, payload } = message;
    if (type !== 'subscribe') return message;
    const client = this.#client;
    const stream = opened(this.#session, {
      transport: 'WebSocket',
      payload,
      authorization: this.#authorization,
      lastEventId: undefined,
      push: ({ result }) => client.send(JSON.stringify({ id, type: 'next', payload: result })),
      end: () => client.send(JSON.stringify({ id, type: 'complete' })),
      close: (code) => client.close(code),
    });
    this.#streams.set(id, stream);
    return { ...message, payload: { ...recordOf(payload), variables: stream.variables } };
  }

  #forwarded(message: Message): Message[] {
    const { type, id, payload } = message;
    const stream = this.#streams.get(id);
    const { mutation } = this.#session;
    if (type === 'error' && mutation.errors)
      return [{ ...message, payload: mutation.errors(errorsOf(payload), stream ?? null) }];
    if (type !== 'next' || !stream) return [message];
    const items = changed(this.#session, { id: null, result: recordOf(payload) }, stream);
    return items.map(({ result }) => ({ ...message, payload: result }));
  }
}

function messageIn(text: string): Message | null {
  try {
    const message: unknown = JSON.parse(text);
    return isRecord(message) ? message : null;
  } catch {
    return null;
  }
}

/** The payload of an item, under whatever field. */
export function payloadOf({ result }: Item): Record<string, unknown> {
  const [payload] = Object.values(recordOf(result.data));
  return recordOf(payload);
}
