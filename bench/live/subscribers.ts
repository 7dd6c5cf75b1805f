import { WebSocket } from 'ws';

/** What the parent asks of a process of subscribers. */
export type Order =
  | {
      type: 'open';
      url: string;
      from: string[];
      query: string;
      variables: Record<string, unknown>;
      authorizations: string[];
    }
  | { type: 'expect'; events: number }
  | { type: 'close' };

/** `received`: milliseconds from publishing to receiving, of every event at every subscriber. */
export type Report =
  | { type: 'opened' }
  | { type: 'received'; latencies: number[] }
  | { type: 'failed'; reason: string };

/** Sockets that are being opened at one moment. */
const AT_ONCE = 50;
const PUBLISHED = /"t(\d+)"/;

const sockets: WebSocket[] = [];
let latencies: number[] = [];
let expected = Number.POSITIVE_INFINITY;

const tell = (report: Report): void => void process.send?.(report);

process.on('message', (order: Order) => {
  if (order.type === 'open') {
    openAll(order).then(
      () => tell({ type: 'opened' }),
      (error: unknown) => tell({ type: 'failed', reason: String(error) }),
    );
  } else if (order.type === 'expect') {
    expected = order.events;
    tellWhenComplete();
  } else for (const socket of sockets.splice(0)) socket.terminate();
});

async function openAll({
  url,
  from,
  query,
  variables,
  authorizations,
}: Extract<Order, { type: 'open' }>): Promise<void> {
  let next = 0;
  const openSome = async (): Promise<void> => {
    for (let index = next++; index < authorizations.length; index = next++) {
      const localAddress = from[index % from.length];
      const subscribe = () => open(url, authorizations[index] ?? '', query, variables, localAddress);
      // As any client does: on a busy machine the platform may not answer all of them in time.
      await subscribe().catch(subscribe).catch(subscribe);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, openSome));
}

/** Resolves when the subscription has its position: from then on it gets every event. */
function open(
  url: string,
  authorization: string,
  query: string,
  variables: Record<string, unknown>,
  localAddress: string | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { perMessageDeflate: false, ...(localAddress ? { localAddress } : {}) };
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options);
    sockets.push(socket);
    socket.once('error', reject);
    socket.once('close', (code, reason) => reject(new Error(`closed with ${code} ${reason}`)));
    socket.once('open', () =>
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } })),
    );
    let begun = false;
    socket.on('message', (data) => {
      const now = process.hrtime.bigint();
      const text = String(data);
      const publishedAt = PUBLISHED.exec(text)?.[1];
      if (publishedAt) note(Number(now - BigInt(publishedAt)) / 1e6);
      else if (text.includes('"connection_ack"'))
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }));
      else if (text.includes('"next"') && !begun) {
        begun = true;
        if (text.includes('"errors"')) reject(new Error(text));
        else resolve();
      } else if (text.includes('"error"')) reject(new Error(text));
    });
  });
}

function note(latency: number): void {
  latencies.push(latency);
  tellWhenComplete();
}

/** An event may be here before the order to expect it. */
function tellWhenComplete(): void {
  if (latencies.length < expected) return;
  expected = Number.POSITIVE_INFINITY;
  tell({ type: 'received', latencies });
  latencies = [];
}
