import type { Random } from '../support/random.ts';
import { Host, type Timeline } from './timeline.ts';

/** A request of the gateway, as it is sent. */
export interface PlatformRequest {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

export interface PlatformResponse {
  status: number;
  /** Seconds. */
  retryAfter: number | null;
  json: unknown;
}

interface Notification {
  notificationId: string;
  receiver: string;
  sender: string;
  text: string;
  persist: string;
  acknowledge: boolean;
  createdDate: string;
}

/** How the platform responds while it is in trouble. */
export interface Mood {
  /** Milliseconds before each response. */
  delay: { from: number; to: number };
  /** Part of the responses that fail, with this status. */
  failures: number;
  status: 429 | 500 | 503;
}

const refusal = (status: number, code: string): PlatformResponse => ({
  status,
  retryAfter: null,
  json: { error: { code, message: code } },
});
const ok = (json: unknown): PlatformResponse => ({ status: 200, retryAfter: null, json });

const isNote = ({ method, path }: PlatformRequest): boolean => method === 'PUT' && path === '/edu/v1/note';

/** Rows per page without a `limit`, and at most. */
const PAGE = { usual: 10, most: 100 };

/**
 * The routes of the platform that streams and keyed writes depend on: sessions, the own profile, notifications, notes. A test compares
 * them with the sandbox.
 */
export class SimulatedPlatform {
  readonly host: Host;
  readonly #random: Random;
  readonly #sessions = new Map<string, string>();
  readonly #notifications: Notification[] = [];
  #tokens = 0;
  #sent = 0;
  mood: Mood | null = null;
  #notes = 0;
  /** Called with each note that is written. */
  onNote: (text: string, noteId: string) => void = () => {};

  constructor(timeline: Timeline, random: Random) {
    this.host = new Host(timeline, 'platform');
    this.#random = random;
  }

  /** Opens a session. @returns its token. */
  issue(userId: string): string {
    this.#tokens += 1;
    const token = `token-${this.#tokens}-of-${userId}`;
    this.#sessions.set(token, userId);
    return token;
  }

  revoke(token: string): void {
    this.#sessions.delete(token);
  }

  /** Stores a notification that was sent in another app. */
  send(receiver: string, text: string): void {
    this.#store({ receiver, text, sender: 'elsewhere', persist: 'true' });
  }

  /** Responds to a request, after a while if the platform is slow. */
  serve(request: PlatformRequest, respond: (response: PlatformResponse) => void): void {
    const { mood } = this;
    if (mood === null) {
      respond(this.responseTo(request));
      return;
    }
    this.host.after(this.#random.between(mood.delay.from, mood.delay.to), () => {
      const isFailure = this.#random.next() < mood.failures;
      // What fails with a 5xx may have been done.
      const isDone = isFailure && mood.status >= 500 && isNote(request) && this.#random.next() < 0.5;
      if (isDone) this.responseTo(request);
      if (!isFailure) respond(this.responseTo(request));
      else respond({ ...refusal(mood.status, 'failed'), retryAfter: mood.status === 429 ? 1 : null });
    });
  }

  responseTo({ method, path, headers, body }: PlatformRequest): PlatformResponse {
    const url = new URL(path, 'http://platform');
    const authorization = headers.authorization ?? headers.authentication ?? '';
    const token = authorization.replace(/^bearer\s+/i, '');
    const userId = this.#sessions.get(token);
    if (userId === undefined) return refusal(401, 'UNAUTHORIZED');
    switch (`${method} ${url.pathname}`) {
      case 'GET /oauth/v2/token/validate':
      case 'GET /oauth/v2/session/validate':
        return ok({ valid: true, userId });
      case 'GET /oauth/v2/logout':
        this.revoke(token);
        return ok({ loggedOut: true });
      case 'GET /user/v1/my/profile':
        return ok({ userId });
      case 'GET /notifications/v1':
        return ok(this.#list(userId, url.searchParams));
      case 'PUT /notifications/v1': {
        const { receiver, text, persist } = JSON.parse(body ?? '{}');
        return ok({ ...this.#store({ receiver, text, persist, sender: userId }), devices: 0 });
      }
      case 'PUT /edu/v1/note': {
        const { text } = JSON.parse(body ?? '{}');
        this.#notes += 1;
        const noteId = `n-${this.#notes}`;
        this.onNote(text, noteId);
        return ok({ noteId, text });
      }
      default:
        return refusal(404, 'NOT_FOUND');
    }
  }

  #list(userId: string, query: URLSearchParams): Notification[] {
    const since = Date.parse(query.get('since') ?? '');
    const limit = Math.min(Number(query.get('limit') ?? PAGE.usual), PAGE.most);
    const page = Number(query.get('page') ?? 1);
    const withAcknowledged = query.get('acknowledge') === 'true';
    return this.#notifications
      .filter(
        ({ receiver, acknowledge, persist, createdDate }) =>
          receiver === userId &&
          persist === 'true' &&
          (withAcknowledged || !acknowledge) &&
          !(Date.parse(createdDate) <= since),
      )
      .toReversed()
      .slice((page - 1) * limit, page * limit);
  }

  #store(draft: Pick<Notification, 'receiver' | 'text' | 'sender' | 'persist'>): Notification {
    this.#sent += 1;
    const notification: Notification = {
      notificationId: `nt-${this.#sent}`,
      ...draft,
      acknowledge: false,
      createdDate: new Date(Math.floor(this.host.timeOfDay)).toISOString(),
    };
    this.#notifications.push(notification);
    return notification;
  }
}
