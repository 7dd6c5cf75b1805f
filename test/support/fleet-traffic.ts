import type { Fleet } from './fleet.ts';
import { type Line, type LineItem, openEventsLine, openSocketLine } from './fleet-line.ts';
import { until } from './redis.ts';

/** How numbered ATO events are delivered and received. */
export interface AtoEvents {
  path: string;
  body(requestId: string, number: number): unknown;
  query: string;
  /** The number in an event. Undefined: the item is not an event. */
  numberIn(item: LineItem): number | undefined;
}

const ATO_REQUESTS: AtoEvents = {
  path: '/plugin/ato/requests',
  body: (requestId, number) => ({ requestId, status: 'in-progress', providerId: number }),
  query: `subscription ($after: String) {
    atoRequestChanged(after: $after) { cursor gap { reason } requestId extra }
  }`,
  numberIn: ({ extra }) => extra?.providerId,
};

/** Their documents are the same in version 0.2.0. */
export const ATO_DISTRIBUTIONS: AtoEvents = {
  path: '/plugin/ato/distributions',
  body: (requestId, number) => ({
    requestId,
    distributions: [{ distributionId: 'd', name: String(number) }],
  }),
  query: `subscription ($after: String) {
    atoDistributionsChanged(after: $after) { cursor gap { reason } requestId distributions { name } }
  }`,
  // Null or empty without an event.
  numberIn: ({ distributions }) => (distributions?.[0] ? Number(distributions[0].name) : undefined),
};

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;

/** A client with a line for ATO requests and one for notifications, and its events by source. */
export class Receiver {
  readonly lines: readonly Line[];
  /** Reasons for gaps, by line. */
  readonly gapsByLine: { readonly requests: string[]; readonly notifications: string[] } = {
    requests: [],
    notifications: [],
  };
  /** Numbers in the order of their arrival, by source. */
  readonly #got = new Map<string, number[]>();
  /** Number of gaps on its line when a source's latest number arrived. */
  readonly #gapsSeen = new Map<string, number>();
  readonly #holes: { name: string; gaps: readonly string[]; seen: number }[] = [];
  #positions = 0;

  readonly #ato: AtoEvents;

  constructor(
    urls: readonly string[],
    transport: 'socket' | 'events',
    credentials: Credentials,
    ato: AtoEvents,
  ) {
    this.#ato = ato;
    const open = transport === 'socket' ? openSocketLine : openEventsLine;
    const { plugin, user } = credentials;
    this.lines = [
      open({ urls, query: ato.query, authorization: plugin, onItem: (item) => this.#takeRequest(item) }),
      open({ urls, query: RECEIVED, authorization: user, onItem: (item) => this.#takeNotification(item) }),
    ];
  }

  /** Whether each line has received a cursor. */
  get isReady(): boolean {
    return this.#positions >= this.lines.length && this.lines.every(({ cursor }) => cursor !== null);
  }

  got(source: string): readonly number[] {
    return this.#got.get(source) ?? [];
  }

  get gaps(): readonly string[] {
    return Object.values(this.gapsByLine).flat();
  }

  /** Missing numbers without a gap on their line, as in `a 5-9`. */
  get silences(): readonly string[] {
    return this.#holes.filter(({ gaps, seen }) => gaps.length === seen).map(({ name }) => name);
  }

  reset(): void {
    for (const line of this.lines) line.reset();
  }

  leave(): void {
    for (const line of this.lines) line.leave();
  }

  comeBack(): void {
    for (const line of this.lines) line.comeBack();
  }

  stop(): void {
    for (const line of this.lines) line.stop();
  }

  #takeRequest(item: LineItem): void {
    const { requests: gaps } = this.gapsByLine;
    const number = this.#ato.numberIn(item);
    if (number === undefined) this.#takeOther(item.gap, gaps);
    else this.#take(item.requestId, number, gaps);
  }

  #takeNotification({ gap, notification }: LineItem): void {
    const [source = '', number] = notification?.text.split(' ') ?? [];
    const { notifications: gaps } = this.gapsByLine;
    if (notification) this.#take(source, Number(number), gaps);
    else this.#takeOther(gap, gaps);
  }

  #takeOther(gap: LineItem['gap'], gaps: string[]): void {
    if (gap) gaps.push(gap.reason);
    else this.#positions += 1;
  }

  #take(source: string, number: number, gaps: readonly string[]): void {
    const numbers = this.#got.get(source) ?? [];
    const last = numbers.at(-1) ?? 0;
    const seen = this.#gapsSeen.get(source) ?? 0;
    if (number > last + 1) this.#holes.push({ name: `${source} ${last + 1}-${number - 1}`, gaps, seen });
    this.#gapsSeen.set(source, gaps.length);
    this.#got.set(source, numbers);
    numbers.push(number);
  }
}

export interface Credentials {
  plugin: string;
  user: string;
}

/** Numbered events of one source, each sent until it is accepted before the next. */
export interface Source {
  readonly name: string;
  /** Number of the last accepted event. */
  readonly sent: number;
  /** Sends events up to this number. */
  sendTo(number: number): Promise<void>;
  /** Sends while the condition holds, with this interval in milliseconds. */
  sendWhile(condition: () => boolean, pace: number): Promise<void>;
}

/** The event sources of a case: two ATO requests, each delivered to one instance, and one user's notifications. */
export interface Traffic {
  readonly credentials: Credentials;
  readonly sources: readonly Source[];
  /** Number of deliveries that were refused or cut off and retried. */
  readonly retries: number;
  /** Sends until each source has sent this many. */
  sendTo(number: number): Promise<unknown>;
  /** Sends from each source while the condition holds. */
  sendWhile(condition: () => boolean, pace: number): Promise<unknown>;
}

/** Milliseconds between two events of a source. */
const PACE = 15;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function newTraffic(
  { sandbox, instances }: Fleet,
  name: string,
  userId: string,
  ato: AtoEvents = ATO_REQUESTS,
): Traffic {
  const { clientId, clientSecret } = sandbox.credentials.plugin;
  const plugin = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let retries = 0;
  const deliver = async (url: string, body: string): Promise<boolean> => {
    const headers = { 'content-type': 'application/json', authorization: plugin };
    try {
      const response = await fetch(url + ato.path, { method: 'POST', headers, body });
      if (response.ok) return true;
      if (response.status !== 503) throw new Refused(`a delivery got the status ${response.status}`);
    } catch (error) {
      if (error instanceof Refused) throw error;
    }
    retries += 1;
    return false;
  };
  const atoSource = (id: string, first: number): Source =>
    sourceOf(id, async (number) => {
      const body = JSON.stringify(ato.body(id, number));
      for (let attempt = first; ; attempt += 1) {
        if (await deliver(instances[attempt % 2]?.url ?? '', body)) return;
        await pause(100);
      }
    });
  const notes = sourceOf(`${name}-n`, async (number) => {
    sandbox.sendNotification({ receiver: userId, text: `${name}-n ${number}` });
  });
  const sources = [atoSource(`${name}-a`, 0), atoSource(`${name}-b`, 1), notes];
  return {
    credentials: { plugin, user: `Bearer ${sandbox.issueToken(userId)}` },
    sources,
    get retries() {
      return retries;
    },
    sendTo: (number) => Promise.all(sources.map((source) => source.sendTo(number))),
    sendWhile: (condition, pace) => Promise.all(sources.map((source) => source.sendWhile(condition, pace))),
  };
}

class Refused extends Error {}

function sourceOf(name: string, send: (number: number) => Promise<void>): Source {
  let sent = 0;
  const sendWhile = async (condition: () => boolean, pace: number): Promise<void> => {
    while (condition()) {
      await send(sent + 1);
      sent += 1;
      await pause(pace);
    }
  };
  return {
    name,
    get sent() {
      return sent;
    },
    sendTo: (number) => sendWhile(() => sent < number, PACE),
    sendWhile,
  };
}

/** Clients spread over the instances, every fourth on server-sent events, each at its position. */
export async function openReceivers(
  { instances }: Fleet,
  credentials: Credentials,
  count: number,
  ato: AtoEvents = ATO_REQUESTS,
): Promise<Receiver[]> {
  const [one, two] = instances.map(({ url }) => url) as [string, string];
  const receivers = Array.from(
    { length: count },
    (_, index) =>
      new Receiver(
        index % 2 === 0 ? [one, two] : [two, one],
        index % 4 < 2 ? 'socket' : 'events',
        credentials,
        ato,
      ),
  );
  await until(() => receivers.every(({ isReady }) => isReady), { within: 30_000 });
  return receivers;
}

export const hasReached = (receivers: readonly Receiver[], marks: ReadonlyMap<string, number>): boolean =>
  receivers.every((receiver) =>
    [...marks].every(([source, number]) => receiver.got(source).includes(number)),
  );

/** All delivery problems, over all receivers and sources. */
export function callCounter(receivers: readonly Receiver[], sources: readonly Source[]) {
  const sums = { lost: 0, duplicated: 0, outOfOrder: 0 };
  for (const receiver of receivers) {
    for (const { name, sent } of sources) {
      const numbers = receiver.got(name);
      const distinct = [...new Set(numbers)];
      sums.lost += sent - distinct.length;
      sums.duplicated += numbers.length - distinct.length;
      sums.outOfOrder += distinct.filter((number, index) => number < (distinct[index - 1] ?? 0)).length;
    }
  }
  return sums;
}

/** Continuously sends queries that do not need Redis to every running instance. */
export interface QueryLoad {
  readonly sent: number;
  /** Maximum response time, in milliseconds. */
  readonly slowest: number;
  readonly failures: readonly string[];
  stop(): Promise<void>;
}

export function startQueries({ instances, sandbox }: Fleet): QueryLoad {
  const state = { sent: 0, slowest: 0, failures: [] as string[] };
  const stopping = new AbortController();
  const run = async (instance: Fleet['instances'][number]): Promise<void> => {
    while (!stopping.signal.aborted) {
      const wasUp = instance.isUp;
      const startedAt = performance.now();
      const failure = wasUp ? await query(instance.url, sandbox.credentials.student) : null;
      // A response that an instance did not finish because it was stopped is not a failure.
      if (wasUp && instance.isUp) {
        state.sent += 1;
        state.slowest = Math.max(state.slowest, performance.now() - startedAt);
        if (failure !== null) state.failures.push(failure);
      }
      await pause(50);
    }
  };
  const running = Promise.all(instances.map(run));
  return Object.assign(state, {
    stop: async () => {
      stopping.abort();
      await running;
    },
  });
}

async function query(url: string, token: string): Promise<string | null> {
  try {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ me { id } }' }),
      signal: AbortSignal.timeout(10_000),
    });
    const body = await response.text();
    return body.includes('"id":"u-ana"') ? null : body;
  } catch (error) {
    return String(error);
  }
}
