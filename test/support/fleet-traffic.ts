import type { Fleet } from './fleet.ts';
import { type Line, type LineItem, openEventsLine, openSocketLine } from './fleet-line.ts';
import { until } from './until.ts';

/** Numbered distributions: their documents are the same in version 0.2.0. */
const DISTRIBUTIONS = {
  path: '/plugin/ato/distributions',
  body: (requestId: string, number: number) => ({
    requestId,
    distributions: [{ distributionId: 'd', name: String(number) }],
  }),
  query: `subscription ($after: String) {
    atoDistributionsChanged(after: $after) { cursor gap { reason } requestId distributions { name } }
  }`,
};

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;

/** A client with a line for ATO requests and one for notifications, and its events by source. */
export class Receiver {
  readonly lines: readonly Line[];
  /** Reasons for gaps. */
  readonly gaps: string[] = [];
  /** Numbers in the order of their arrival, by source. */
  readonly #got = new Map<string, number[]>();
  #positions = 0;

  constructor(urls: readonly string[], transport: 'socket' | 'events', credentials: Credentials) {
    const open = transport === 'socket' ? openSocketLine : openEventsLine;
    const { plugin, user } = credentials;
    this.lines = [
      open({
        urls,
        query: DISTRIBUTIONS.query,
        authorization: plugin,
        onItem: (item) => this.#takeDistribution(item),
      }),
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

  reset(): void {
    for (const line of this.lines) line.reset();
  }

  stop(): void {
    for (const line of this.lines) line.stop();
  }

  #takeDistribution({ gap, requestId, distributions }: LineItem): void {
    // Null or empty without an event.
    if (distributions?.[0]) this.#take(requestId, Number(distributions[0].name));
    else this.#takeOther(gap);
  }

  #takeNotification({ gap, notification }: LineItem): void {
    const [source = '', number] = notification?.text.split(' ') ?? [];
    if (notification) this.#take(source, Number(number));
    else this.#takeOther(gap);
  }

  #takeOther(gap: LineItem['gap']): void {
    if (gap) this.gaps.push(gap.reason);
    else this.#positions += 1;
  }

  #take(source: string, number: number): void {
    const numbers = this.#got.get(source) ?? [];
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

export function newTraffic({ sandbox, instances }: Fleet, name: string, userId: string): Traffic {
  const { clientId, clientSecret } = sandbox.credentials.plugin;
  const plugin = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  let retries = 0;
  const deliver = async (url: string, body: string): Promise<boolean> => {
    const headers = { 'content-type': 'application/json', authorization: plugin };
    try {
      const response = await fetch(url + DISTRIBUTIONS.path, { method: 'POST', headers, body });
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
      const body = JSON.stringify(DISTRIBUTIONS.body(id, number));
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
): Promise<Receiver[]> {
  const [one, two] = instances.map(({ url }) => url) as [string, string];
  const receivers = Array.from(
    { length: count },
    (_, index) =>
      new Receiver(
        index % 2 === 0 ? [one, two] : [two, one],
        index % 4 < 2 ? 'socket' : 'events',
        credentials,
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
