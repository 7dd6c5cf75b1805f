import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { WebSocket } from 'ws';

export type Transport = 'websocket' | 'sse';

/** A command from the parent to a subscriber process. */
export type Order =
  | {
      type: 'open';
      transport: Transport;
      url: string;
      from: string[];
      query: string;
      variables: Record<string, unknown>;
      authorizations: string[];
    }
  | { type: 'expect'; events: number }
  | { type: 'close' };

/** `received`: milliseconds from publication to receipt, for every event and subscriber. */
export type Report =
  | { type: 'opened' }
  | { type: 'received'; latencies: number[] }
  | { type: 'failed'; reason: string };

/** Sockets opened concurrently. */
const AT_ONCE = 50;
const PUBLISHED = /"t(\d+)"/;

/** Ends each subscription. */
const ends: (() => void)[] = [];
let latencies: number[] = [];
let expected = Number.POSITIVE_INFINITY;

const report = (message: Report): void => void process.send?.(message);

process.on('message', (order: Order) => {
  if (order.type === 'open') {
    openAll(order).then(
      () => report({ type: 'opened' }),
      (error: unknown) => report({ type: 'failed', reason: String(error) }),
    );
  } else if (order.type === 'expect') {
    expected = order.events;
    tellWhenComplete();
  } else for (const end of ends.splice(0)) end();
});

async function openAll({
  transport,
  url,
  from,
  query,
  variables,
  authorizations,
}: Extract<Order, { type: 'open' }>): Promise<void> {
  const open = transport === 'sse' ? openEvents : openSocket;
  let next = 0;
  const openSome = async (): Promise<void> => {
    for (let index = next++; index < authorizations.length; index = next++) {
      const localAddress = from[index % from.length];
      const subscribe = () => open(url, authorizations[index] ?? '', query, variables, localAddress);
      // Retry as any client would: on a busy machine the platform may be too slow for some.
      await subscribe().catch(subscribe).catch(subscribe);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
}

/** Resolves when the subscription has its position: from then on it receives every event. */
function openSocket(
  url: string,
  authorization: string,
  query: string,
  variables: Record<string, unknown>,
  localAddress: string | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { perMessageDeflate: false, ...(localAddress ? { localAddress } : {}) };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options);
    ends.push(() => socket.terminate());
    socket.once('error', reject);
    socket.once('close', (code, reason) => reject(new Error(`closed with ${code} ${reason}`)));
    socket.once('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })),
    );
    let hasStarted = false;
    socket.on('message', (data) => {
      const now = process.hrtime.bigint();
      const text = String(data);
      if (noteEvent(text, now)) return;
      if (text.includes('"connection_ack"'))
        // Clients number their operations as they like; graphql-ws uses UUIDs.
        socket.send(JSON.stringify({ id: randomUUID(), type: 'subscribe', payload: { query, variables } }));
      else if (text.includes('"next"') && !hasStarted) {
        hasStarted = true;
        if (text.includes('"errors"')) reject(new Error(text));
        else resolve();
      } else if (text.includes('"error"')) reject(new Error(text));
    });
  });
}

/** The same over server-sent events. */
function openEvents(
  url: string,
  authorization: string,
  query: string,
  variables: Record<string, unknown>,
  localAddress: string | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream', authorization };
    const sent: ClientRequest = request(
      `${url}/graphql`,
      { method: 'POST', headers, agent: false, ...(localAddress ? { localAddress } : {}) },
      (response) => {
        response.on('data', (chunk: Buffer) => {
          const now = process.hrtime.bigint();
          const text = chunk.toString();
          if (noteEvent(text, now)) return;
          if (text.includes('"errors"')) reject(new Error(text));
          else if (text.includes('event: next')) resolve();
        });
        response.once('close', () => reject(new Error(`closed with ${response.statusCode}`)));
      },
    );
    ends.push(() => sent.destroy());
    sent.once('error', reject);
    sent.end(JSON.stringify({ query, variables }));
  });
}

/** Notes the latency of an event. False: the text is none. */
function noteEvent(text: string, now: bigint): boolean {
  const publishedAt = PUBLISHED.exec(text)?.[1];
  if (publishedAt) note(Number(now - BigInt(publishedAt)) / 1e6);
  return publishedAt !== undefined;
}

function note(latency: number): void {
  latencies.push(latency);
  tellWhenComplete();
}

/** Events may arrive before the command that expects them. */
function tellWhenComplete(): void {
  if (latencies.length < expected) return;
  expected = Number.POSITIVE_INFINITY;
  report({ type: 'received', latencies });
  latencies = [];
}
