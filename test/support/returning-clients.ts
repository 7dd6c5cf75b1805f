import { request } from 'node:http';
import { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import { type ReadOptions, readEvents } from '../../packages/client/src/stream.ts';
import { Follower, RECEIVED, type Received } from './follower.ts';
import { until } from './until.ts';

/**
 * Clients of many users, each with its own address and connection, which resume with the client package. They run in a
 * separate process over minimal transports, so that the cost of simulating thousands of them is not measured as the gateway's.
 * The process carries out one order at a time and then reports. Arguments: its number, and `proxy` if a proxy reports the
 * clients' addresses.
 */
export interface Orders {
  /** Opens the streams of these users, a few at a time: half of them over sockets, half over server-sent events. */
  open: { url: string; userIds: string[] };
  /** Directs clients that reconnect to this URL, and waits until all have. To be sent just before they are cut. */
  return: { url: string };
  /** Waits until every user has received so many notifications. */
  await: { counts: Record<string, number> };
}

/** By the kind of the order. */
export interface Reports {
  open: null;
  /** Milliseconds until the last client was back. */
  return: { took: number };
  await: { texts: Record<string, string[]>; gaps: string[] };
}

type Order = { [Kind in keyof Orders]: { kind: Kind } & Orders[Kind] }[keyof Orders];

/** Clients that open at the same time before the storm, as on a usual day. */
const AT_ONCE = 50;
/** Milliseconds that an order may take. */
const WITHIN = 120_000;

/** A user's client. */
class UserFollower extends Follower {
  readonly userId: string;

  constructor(userId: string) {
    super();
    this.userId = userId;
  }

  follow(url: () => string): void {
    this.followOverSocket({
      url: () => `${url()}/graphql`,
      session: { authorization: () => `Bearer ${this.userId}` },
      webSocketImpl: PlainWebSocket,
    });
  }

  async followOverEvents(url: () => string): Promise<void> {
    const options: ReadOptions = {
      get url() {
        return `${url()}/graphql`;
      },
      query: RECEIVED,
      session: { authorization: () => `Bearer ${this.userId}` },
      fetch: plainFetch,
    };
    try {
      for await (const { result } of readEvents<Received>(options)) if (result.data) this.take(result.data);
    } catch (error) {
      this.gaps.push(`ended: ${error}`);
    }
  }
}

const [part, way] = process.argv.slice(2);
const followers: UserFollower[] = [];
let current = '';
let connections = 0;

/** What makes a connection one of another client for the gateway. */
function newClient(): { localAddress?: string; headers?: Record<string, string> } {
  connections += 1;
  const address = `127.${1 + Number(part)}.${connections >> 7}.${1 + (connections % 128)}`;
  return way === 'proxy' ? { headers: { 'x-forwarded-for': address } } : { localAddress: address };
}

class PlainWebSocket extends WebSocket {
  constructor(url: string, protocol: string) {
    super(url, protocol, { perMessageDeflate: false, skipUTF8Validation: true, ...newClient() });
  }
}

/** Opens a new connection for each request, as a client that is alone would. */
const plainFetch: typeof fetch = (url, { method = 'GET', headers, body, signal } = {}) =>
  new Promise((resolve, reject) => {
    const { headers: forwarded, ...from } = newClient();
    const sent = request(String(url), {
      method,
      headers: { ...Object.fromEntries(new Headers(headers)), ...forwarded },
      agent: false,
      ...from,
      ...(signal ? { signal } : {}),
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const { statusCode = 0, headers: received } = response;
      const { 'retry-after': retryAfter = '', 'content-type': contentType = '' } = received;
      const head = new Headers({ 'retry-after': retryAfter, 'content-type': contentType });
      resolve(
        new Response(Readable.toWeb(response) as ReadableStream, { status: statusCode, headers: head }),
      );
    });
    sent.end(body);
  });

async function open({ url, userIds }: Orders['open']): Promise<Reports['open']> {
  current = url;
  for (let first = 0; first < userIds.length; first += AT_ONCE) {
    for (const [index, userId] of userIds.slice(first, first + AT_ONCE).entries()) {
      const follower = new UserFollower(userId);
      followers.push(follower);
      if (index % 2 === 0) follower.follow(() => current);
      else void follower.followOverEvents(() => current);
    }
    await until(() => followers.every(({ isOpen }) => isOpen), { within: WITHIN });
  }
  return null;
}

const lastOpening = ({ openedAt }: Follower): number => openedAt.at(-1) ?? 0;

async function beBack({ url }: Orders['return']): Promise<Reports['return']> {
  const cutAt = performance.now();
  current = url;
  await until(() => followers.every((follower) => lastOpening(follower) > cutAt), { within: WITHIN });
  return { took: Math.max(...followers.map(lastOpening)) - cutAt };
}

async function receive({ counts }: Orders['await']): Promise<Reports['await']> {
  await until(() => followers.every(({ userId, texts }) => texts.length >= (counts[userId] ?? 0)), {
    within: WITHIN,
  });
  const reached = followers.filter(({ texts }) => texts.length > 0);
  return {
    texts: Object.fromEntries(reached.map(({ userId, texts }) => [userId, texts])),
    gaps: followers.flatMap(({ gaps }) => gaps),
  };
}

function carryOut(order: Order): Promise<Reports[keyof Reports]> {
  switch (order.kind) {
    case 'open':
      return open(order);
    case 'return':
      return beBack(order);
    case 'await':
      return receive(order);
  }
}

process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => process.send?.(await carryOut(order)));
