import { setTimeout as pause } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'learning-platform-kit/sandbox';
import { school } from '../../packages/platform-kit/sandbox/school.ts';
import { pluginCredential } from '../support/fleet-ask.ts';

/** How the platform responds for a while. */
interface Mood {
  /** Milliseconds that each response is delayed. */
  delay: { from: number; to: number };
  /** Share of the requests that fail, from 0 to 1, and how. */
  failures: number;
  status: 429 | 500 | 503;
}

/** A stored notification, as the platform's list has it. */
export interface ListedNotification {
  id: string;
  text: string;
}

/** Beside the demo school's users, who are too few for the stores of a run. */
const READERS = Array.from({ length: 20 }, (_, index) => {
  const [someone] = school.users.filter(({ anonymous }) => !anonymous);
  if (!someone) throw new Error('the school has users');
  return { ...someone, userId: `u-reader-${index}`, handle: `@reader-${index}` };
});

/** The platform of a run, whose requests can be counted, delayed and failed. */
export class ChaosPlatform {
  readonly sandbox: Sandbox;
  mood: Mood | null = null;
  requests = 0;
  #stopped: PromiseWithResolvers<void> | null = null;

  private constructor(sandbox: Sandbox) {
    this.sandbox = sandbox;
  }

  static async start(): Promise<ChaosPlatform> {
    let platform: ChaosPlatform | null = null;
    const sandbox = await startSandbox({
      school: { ...school, users: [...school.users, ...READERS] },
      tokenLifetime: 100 * 3_600_000,
      intercept: async (_request, response) => {
        const status = (await platform?.failure()) ?? null;
        if (status === null) return false;
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(status === 429 ? { 'retry-after': '1' } : {}),
        });
        response.end('{"error":{"code":"failed","message":"failed"}}');
        return true;
      },
    });
    platform = new ChaosPlatform(sandbox);
    return platform;
  }

  /** Users who can sign in. */
  get users(): string[] {
    return this.sandbox.school.users.filter(({ anonymous }) => !anonymous).map(({ userId }) => userId);
  }

  /** Credentials of those who send. */
  get sender(): string {
    return `Bearer ${this.sandbox.credentials.instructor}`;
  }

  get plugin(): string {
    return pluginCredential(this.sandbox);
  }

  /** Keeps every request waiting from now on. */
  stop(): void {
    this.#stopped = Promise.withResolvers();
  }

  continue(): void {
    this.#stopped?.resolve();
    this.#stopped = null;
  }

  /** The status with which a request fails, once it is time to respond. Null: it does not. */
  async failure(): Promise<number | null> {
    this.requests += 1;
    await this.#stopped?.promise;
    if (this.mood === null) return null;
    const { delay, failures, status } = this.mood;
    await pause(delay.from + Math.random() * (delay.to - delay.from));
    return Math.random() < failures ? status : null;
  }

  /** The unread notifications of a user, newest first. */
  async list(userId: string): Promise<ListedNotification[]> {
    const list: ListedNotification[] = [];
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({ limit: '100', page: String(page) });
      const response = await fetch(`${this.sandbox.url}/notifications/v1?${query}`, {
        headers: { authorization: `Bearer ${this.sandbox.issueToken(userId)}` },
      });
      const rows: Record<string, string>[] = JSON.parse(await response.text());
      list.push(...rows.map(({ notificationId: id = '', text = '' }) => ({ id, text })));
      if (rows.length < 100) return list;
    }
  }

  async close(): Promise<void> {
    this.continue();
    await this.sandbox.close();
  }
}
