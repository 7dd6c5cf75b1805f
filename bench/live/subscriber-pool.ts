import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Order, Report, Transport } from './subscribers.ts';

/** Sockets per process, and the loopback addresses they come from: ports and descriptors are limited. */
const PER_PROCESS = 2500;
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];

interface Members {
  child: ChildProcess;
  sockets: number;
}

/** Subscribers in child processes. */
export class SubscriberPool {
  readonly #processes: Members[];
  readonly #transport: Transport;
  readonly #addresses: string[];

  /** @param most maximum number of subscribers. @param addresses loopback addresses that they come from, in turn. */
  constructor(most: number, transport: Transport = 'websocket', addresses: string[] = ADDRESSES) {
    this.#transport = transport;
    this.#addresses = addresses;
    this.#processes = Array.from({ length: Math.ceil(most / PER_PROCESS) }, () => ({
      child: fork(join(import.meta.dirname, 'subscribers.ts')),
      sockets: 0,
    }));
  }

  /** Opens a subscription under each authorization; resolves when all have their position. */
  async open(url: string, query: string, authorizations: readonly string[]): Promise<void> {
    const share = Math.ceil(authorizations.length / this.#processes.length);
    await Promise.all(
      this.#processes.map(async (members, index) => {
        const own = authorizations.slice(index * share, (index + 1) * share);
        if (own.length === 0) return;
        members.sockets += own.length;
        order(members, {
          type: 'open',
          transport: this.#transport,
          url,
          from: this.#addresses,
          query,
          variables: {},
          authorizations: own,
        });
        await reportOf(members, 'opened');
      }),
    );
  }

  /** Milliseconds until the next event has reached each subscriber. */
  async everyone(): Promise<number[]> {
    const all = await Promise.all(this.#listening.map((members) => expect(members, members.sockets)));
    return all.flat();
  }

  /** Milliseconds until the next event has reached its only receiver. */
  anyone(): Promise<number[]> {
    // Only one process has the receiver.
    return Promise.any(this.#listening.map((members) => expect(members, 1)));
  }

  end(): void {
    for (const { child } of this.#processes) child.kill('SIGKILL');
  }

  get #listening(): Members[] {
    return this.#processes.filter(({ sockets }) => sockets > 0);
  }
}

async function expect(members: Members, events: number): Promise<number[]> {
  order(members, { type: 'expect', events });
  const report = await reportOf(members, 'received');
  return report.type === 'received' ? report.latencies : [];
}

const order = ({ child }: Members, what: Order): void => void child.send(what);

function reportOf({ child }: Members, expected: Report['type']): Promise<Report> {
  return new Promise((resolve, reject) => {
    const onReport = (report: Report): void => {
      if (report.type !== expected && report.type !== 'failed') return;
      child.off('message', onReport);
      if (report.type === 'failed') reject(new Error(report.reason));
      else resolve(report);
    };
    child.on('message', onReport);
  });
}
