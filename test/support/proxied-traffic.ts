import { WebSocket } from 'ws';
import type { AddressedClient } from './addressed-client.ts';
import { Follower, RECEIVED } from './follower.ts';
import { as } from './gateway.ts';
import type { ProxiedGateways } from './proxied-gateways.ts';
import { type Sent, untold } from './untold.ts';

const SEND = `mutation Send($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;
const QUERIES = [
  'query Me { me { id } }',
  'query Nothing { __typename }',
  'query Classes { classes(first: 2) { nodes { id } } }',
];
const SIGN_UP =
  'mutation { createAnonymousUser(input: { dateOfBirth: "2001-01-01" }) { token { accessToken } } }';

/** The documents of followers and traffic. */
export const TRAFFIC_DOCUMENTS: readonly string[] = [RECEIVED, SEND, ...QUERIES, SIGN_UP];

/** Operations per second, one in ten of them a mutation. */
const RATE = 150;
/** Milliseconds between two operations that are started. */
const TICK = 1000 / RATE;

/** Someone who is signed in. */
export interface User {
  id: string;
  headers: Readonly<Record<string, string>>;
}

export async function signUp(gateways: ProxiedGateways, count: number): Promise<User[]> {
  const client = gateways.clientAt('127.0.1.1');
  const users: User[] = [];
  while (users.length < count) {
    const { data } = await client.query(SIGN_UP);
    const headers = as.bearer(data.createAnonymousUser.token.accessToken);
    const me = await client.query(QUERIES[0] ?? '', { headers });
    users.push({ id: me.data.me.id, headers });
  }
  return users;
}

/** A stream of a user through the proxy. */
export class UserFollower extends Follower {
  readonly user: User;
  readonly close: () => void;

  constructor({ url, ca }: Pick<ProxiedGateways, 'url' | 'ca'>, user: User) {
    super();
    this.user = user;
    class TrustingSocket extends WebSocket {
      constructor(to: string, protocol: string) {
        super(to, protocol, { ca });
        // `ws` also emits one if the client closes it before it is open; `close` follows.
        this.on('error', () => {});
      }
    }
    this.close = this.followOverSocket({
      url: `${url}/graphql`,
      session: { authorization: () => user.headers.authorization ?? '' },
      webSocketImpl: TrustingSocket,
    });
  }
}

/** An operation that has ended. */
interface Outcome {
  /** When it started and how long it took, in milliseconds of `performance.now`. */
  at: number;
  took: number;
  /** Status and errors. Null: it succeeded. */
  failure: string | null;
}

/** Starts operations of several users at a constant rate, whatever becomes of the earlier ones. */
export class Traffic {
  readonly outcomes: Outcome[] = [];
  /** Events by the user who must receive them. */
  readonly sent = new Map<string, Sent[]>();
  total = 0;
  readonly #pending = new Map<number, Promise<void>>();
  readonly #timer: NodeJS.Timeout;

  constructor(gateways: ProxiedGateways, users: readonly User[]) {
    // Enough connections that no operation waits for another one that hangs.
    const clients = Array.from({ length: 100 }, (_, index) => gateways.clientAt(`127.0.1.${index + 1}`));
    this.#timer = setInterval(() => {
      const number = this.total;
      const [client] = clients.slice(number % clients.length);
      const [user] = users.slice(Math.floor(number / 10) % users.length);
      if (!client || !user) return;
      this.#pending.set(
        number,
        this.#run(client, user, number).finally(() => this.#pending.delete(number)),
      );
      this.total += 1;
    }, TICK);
  }

  get failures(): string[] {
    return this.outcomes.flatMap(({ failure }) => failure ?? []);
  }

  /** Numbers of the operations in flight. */
  get pending(): ReadonlySet<number> {
    return new Set(this.#pending.keys());
  }

  /** Whether this stream has received every event of its user that was accepted. */
  isReceived({ user, texts }: UserFollower): boolean {
    return new Set(this.sent.get(user.id)?.map(({ text }) => text)).isSubsetOf(new Set(texts));
  }

  /** Events that this stream has not received and that no gap of it covers. */
  untold({ user, items }: UserFollower): string[] {
    return untold(this.sent.get(user.id) ?? [], items);
  }

  /** Resolves when the last operation has ended. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#pending.values());
  }

  async #run(client: AddressedClient, user: User, number: number): Promise<void> {
    const at = performance.now();
    const isWrite = number % 10 === 0;
    const text = `number ${number}`;
    const result = isWrite
      ? client.query(SEND, {
          headers: as.instructor,
          variables: { input: { receiverId: user.id, text, persist: false } },
        })
      : client.query(QUERIES[number % QUERIES.length] ?? '', { headers: user.headers, method: 'GET' });
    const failure = await result.then(
      ({ status, errors: [error] }) =>
        status === 200 && !error ? null : `${status} ${error?.extensions.code ?? ''}`.trim(),
      (error: Error) => error.message,
    );
    const to = performance.now();
    this.outcomes.push({ at, took: to - at, failure });
    if (isWrite && failure === null)
      this.sent.set(user.id, [...(this.sent.get(user.id) ?? []), { text, from: at, to }]);
  }
}
