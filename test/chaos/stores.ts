import type { FormattedExecutionResult, Sink, SubscribePayload } from 'graphql-ws/client';
import { createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import { type AnyClient, type LiveNotifications, liveNotifications } from '../../packages/client/src/live.ts';
import { createEnvironment } from '../../packages/client/src/relay.ts';
import { openSocket, type Socket } from '../../packages/client/src/stream.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import type { Random } from '../support/random.ts';
import type { StoreOutcome } from './store-check.ts';
import type { World } from './world.ts';

const STACKS = [createApolloClient, createUrqlClient, createEnvironment];
/** The most that a list can read at once. */
const FIRST = 100;
/** Milliseconds that a client waits for the response to a request. */
const PATIENCE = 15_000;
/** Milliseconds that a session lasts at least, as tokens do. */
const SHORTEST_SESSION = 30_000;

interface StoreOptions {
  name: string;
  userId: string;
  world: World;
  /** Number of the store: stacks and instances alternate. */
  index: number;
}

/** A client with the store of the client package, over any stack, and what it showed. */
class ObservedStore {
  readonly name: string;
  readonly userId: string;
  readonly #options: StoreOptions;
  readonly #live: LiveNotifications;
  readonly #socket: Socket;
  #stop = (): void => {};
  #token = '';
  #signedInAt = Number.POSITIVE_INFINITY;
  #attempt: number;
  #reads = 0;
  #unplacedReads = 0;
  #gaps = 0;
  #oldestRead: string | null = null;
  readonly #doubled = new Set<string>();

  constructor(options: StoreOptions) {
    const { name, userId, index } = options;
    this.name = name;
    this.userId = userId;
    this.#options = options;
    this.#attempt = index;
    const url = 'http://the-fleet/graphql';
    const session = { authorization: () => `Bearer ${this.#token}` };
    this.#socket = openSocket({ url: () => this.#anyInstance(url), session });
    const socket = this.#observed(this.#socket);
    const create = STACKS[index % STACKS.length] ?? createApolloClient;
    const client: AnyClient = create({
      url,
      session,
      socket,
      fetch: (input, init) => this.#send(input, init),
    });
    this.#live = liveNotifications(client, { first: FIRST });
  }

  /** Whether its session is old enough to end: a request is sent again with a new token once. */
  get hasOldSession(): boolean {
    return performance.now() - this.#signedInAt > SHORTEST_SESSION;
  }

  /** Signs in, also in place of a session that has ended. @returns the token before. */
  signIn(): string {
    const before = this.#token;
    this.#token = this.#options.world.platform.sandbox.issueToken(this.userId);
    this.#signedInAt = performance.now();
    return before;
  }

  open(): void {
    this.signIn();
    this.#stop = this.#live.subscribe(() => {
      const seen = new Set<string>();
      for (const { id } of this.#live.state().notifications) {
        if (seen.has(id)) this.#doubled.add(id);
        seen.add(id);
      }
    });
  }

  close(): void {
    this.#stop();
    // A connection attempt may fail if the client stops meanwhile.
    Promise.resolve(this.#socket.dispose()).catch(() => {});
    this.#socket.terminate();
  }

  outcome(): StoreOutcome {
    const { notifications, unread } = this.#live.state();
    return {
      name: this.name,
      notifications: notifications.map(({ id, text }) => ({ id, text: text ?? '' })),
      unread,
      oldestRead: this.#oldestRead,
      reads: this.#reads,
      unplacedReads: this.#unplacedReads,
      gaps: this.#gaps,
      doubled: this.#doubled,
    };
  }

  /** The address on one instance after the other, as behind a load balancer. */
  #anyInstance(address: string): string {
    const { gateways } = this.#options.world;
    this.#attempt += 1;
    const instance = gateways[this.#attempt % gateways.length];
    if (!instance) throw new RangeError('there are no instances');
    return address.replace('http://the-fleet', instance.url);
  }

  async #send(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    const signal = AbortSignal.any([AbortSignal.timeout(PATIENCE), ...(init?.signal ? [init.signal] : [])]);
    const response = await fetch(this.#anyInstance(String(input)), { ...init, signal });
    const body = await response.text();
    const list = listIn(body);
    if (list) {
      this.#reads += 1;
      if (list.streamCursor === null) this.#unplacedReads += 1;
      this.#oldestRead = list.pageInfo.hasNextPage ? (list.nodes.at(-1)?.id ?? null) : null;
    }
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  }

  /** The socket, whose gaps are counted. */
  #observed(socket: Socket): Socket {
    return {
      ...socket,
      subscribe: <Data, Extensions>(
        payload: SubscribePayload,
        sink: Sink<FormattedExecutionResult<Data, Extensions>>,
      ) =>
        socket.subscribe<Data, Extensions>(payload, {
          ...sink,
          next: (result) => {
            if (Object(result.data).notificationReceived?.gap) this.#gaps += 1;
            sink.next(result);
          },
          error: (error) => sink.error(error),
          complete: () => sink.complete(),
        }),
    };
  }
}

interface ReadList {
  nodes: { id: string; text: string }[];
  pageInfo: { hasNextPage: boolean };
  streamCursor: string | null;
}

/** The list of a response. Null: it has none that a store would take. */
function listIn(body: string): ReadList | null {
  try {
    const { data, errors } = JSON.parse(body);
    return errors ? null : (data?.me?.notifications ?? null);
  } catch {
    return null;
  }
}

/** Two clients for each user: one from the start, one that comes while the run is under way. */
export class Stores {
  readonly #world: World;
  readonly #stores: ObservedStore[];

  constructor(world: World, users: readonly string[]) {
    this.#world = world;
    this.#stores = ['early', 'late'].flatMap((when, place) =>
      users.map(
        (userId, number) =>
          new ObservedStore({
            name: `${userId} ${when}`,
            userId,
            world,
            index: place * users.length + number,
          }),
      ),
    );
  }

  get early(): readonly ObservedStore[] {
    return this.#stores.slice(0, this.#stores.length / 2);
  }

  get late(): readonly ObservedStore[] {
    return this.#stores.slice(this.#stores.length / 2);
  }

  /** What each store has, by user. */
  outcomes(): { userId: string; outcome: StoreOutcome }[] {
    return this.#stores.map((store) => ({ userId: store.userId, outcome: store.outcome() }));
  }

  /** Ends a third of the older sessions, which the platform revokes. Their clients have signed in again. */
  signOutSome(random: Random): void {
    const { sandbox } = this.#world.platform;
    for (const store of this.#stores)
      if (store.hasOldSession && random.next() < 1 / 3) sandbox.revokeToken(store.signIn());
  }

  close(): void {
    for (const store of this.#stores) store.close();
  }
}
