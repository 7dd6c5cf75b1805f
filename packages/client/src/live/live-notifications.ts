import { waitToReconnect } from '../../../resumable-subscriptions/client/backoff.ts';
import type { Clock } from '../clock.ts';
import { hasCode, isSignedOut, retryDelay } from '../errors.ts';
import {
  AcknowledgeNotificationDocument,
  LiveNotificationsDocument,
  type LiveNotificationsQuery,
  NotificationReceivedDocument,
  type NotificationReceivedSubscription,
  type NotificationRowFragment,
} from '../generated/gql/graphql.ts';
import type { GraphClient } from './graph-client.ts';

/** A notification of the signed-in user. */
export type LiveNotification = NotificationRowFragment;

export interface NotificationsState {
  /** `live`: the list is complete, and new ones are added as they arrive. `ended`: none is added any more, see `error`. */
  readonly status: 'loading' | 'live' | 'ended';
  /** Unread ones, and those acknowledged since the list was read; the newest first, at most 200. */
  readonly notifications: readonly LiveNotification[];
  /** Number of unread notifications, as text: `20+` if there may be more than the platform counts. */
  readonly unread: string;
  /** Why the list could not be read, or no more arrive. Null: no failure since. */
  readonly error: unknown;
}

/** Settings of `liveNotifications`. */
export interface LiveOptions {
  /** Number of notifications to read at first, 1 to 100. Default: 20. */
  first?: number | undefined;
  /** @internal */
  clock?: Clock | undefined;
}

type List = NonNullable<NonNullable<LiveNotificationsQuery['me']>['notifications']>;
type Item = NonNullable<NotificationReceivedSubscription['notificationReceived']>;

const LOADING: NotificationsState = { status: 'loading', notifications: [], unread: '0', error: null };
const MOST = 200;

/**
 * The unread notifications of the signed-in user and the stream that continues their list, in one store. The list is read once,
 * and again only after a gap. Works while it has a listener; it resumes at its cursor with the next one.
 */
export class LiveNotifications {
  readonly #client: GraphClient;
  readonly #clock: Clock;
  readonly #first: number;
  readonly #listeners = new Set<() => void>();
  #state = LOADING;
  /** Stream cursor up to which the state is complete. Null: the list has to be read. */
  #cursor: string | null = null;
  /** Whether notifications may be missing, so that the list has to be read beside the stream. */
  #isBehind = false;
  #unread = 0;
  /** Whether there may be more than `#unread`. */
  #isMinimum = false;
  /** Older ones are on further pages of the list, in milliseconds since 1970. Null: there are none. */
  #furtherBefore: number | null = null;
  /** Notifications that arrive while the list is being read. Null: it is not being read. */
  #arrived: LiveNotification[] | null = null;
  /** IDs of those marked as read: a list that was read before has them as unread. */
  readonly #acknowledged = new Set<string>();
  #running: AbortController | null = null;
  #tabs: InstanceType<typeof BroadcastChannel> | null = null;

  /** Made by `liveNotifications`. */
  constructor(client: GraphClient, clock: Clock, first: number) {
    this.#client = client;
    this.#clock = clock;
    this.#first = first;
  }

  readonly state = (): NotificationsState => this.#state;

  /** The state for server rendering and hydration. */
  readonly serverState = (): NotificationsState => LOADING;

  /** Calls back after each change. @returns unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (!this.#running) {
      this.#running = new AbortController();
      void this.#run(this.#running.signal);
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  /**
   * Marks a notification as read, at once and in all tabs. @throws the error of the mutation; the notification is then unread
   * again.
   */
  readonly acknowledge = async (id: string): Promise<void> => {
    this.#mark(id, true);
    try {
      await this.#client.mutate(AcknowledgeNotificationDocument, { input: { id } });
      this.#tabs?.postMessage(id);
    } catch (error) {
      this.#mark(id, false);
      throw error;
    }
  };

  #stop(): void {
    this.#running?.abort();
    this.#running = null;
    this.#giveUpReading();
    this.#tabs?.close();
    this.#tabs = null;
  }

  /** Reads the list and follows the stream; retries after temporary failures. */
  async #run(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        if (this.#cursor === null) await this.#read(signal);
        await this.#follow(signal, () => {
          failures = 0;
        });
      } catch (error) {
        if (signal.aborted) return;
        this.#giveUpReading();
        const isRefused = hasCode(error, 'BAD_USER_INPUT') && this.#cursor !== null;
        if (isRefused) this.#cursor = null;
        const demanded = isRefused ? 0 : retryDelay(error);
        const isOver = demanded === null || isSignedOut(error);
        this.#change({ error, ...(isOver && { status: 'ended' }) });
        if (isOver) return;
        await waitToReconnect(this.#clock, { failures, demanded }, signal);
      }
    }
  }

  /** Reads the list, and adds notifications that arrive meanwhile. */
  async #read(signal: AbortSignal): Promise<void> {
    this.#arrived = [];
    const { me } = await this.#client
      .query(LiveNotificationsDocument, { first: this.#first })
      .finally(() => signal.throwIfAborted());
    if (!me?.notifications) throw new Error('The gateway sent no list of notifications.');
    this.#join(me.id);
    this.#accept(me.notifications);
    const arrived = this.#arrived;
    this.#arrived = null;
    for (const row of arrived) this.#add(row);
    this.#change({});
  }

  /** Reads the list until no notification is missing. */
  async #catchUp(signal: AbortSignal): Promise<void> {
    if (this.#arrived) return;
    while (this.#isBehind) {
      this.#isBehind = false;
      await this.#read(signal);
    }
  }

  /** The list that is being read, if any, has to be read again. */
  #giveUpReading(): void {
    if (this.#arrived) this.#isBehind = true;
    this.#arrived = null;
  }

  #accept({ nodes, pageInfo, totalCount, streamCursor }: List): void {
    // While the stream is open, its own cursor is further ahead.
    if (this.#cursor === null) {
      this.#cursor = streamCursor ?? null;
      this.#isBehind = this.#cursor === null;
    }
    const dates = nodes.map(({ createdDate }) => timeOf(createdDate));
    this.#furtherBefore = pageInfo.hasNextPage ? Math.min(...dates) : null;
    this.#isMinimum = totalCount == null && pageInfo.hasNextPage;
    const outdated = nodes.filter(({ id, acknowledged }) => !acknowledged && this.#acknowledged.has(id));
    this.#acknowledged.clear();
    for (const { id } of outdated) this.#acknowledged.add(id);
    this.#unread = (totalCount ?? nodes.length) - outdated.length;
    const notifications = nodes.map((row) => (outdated.includes(row) ? { ...row, acknowledged: true } : row));
    this.#state = { ...this.#state, status: 'live', notifications, error: null };
  }

  /** Delivers the stream. Rejects when it ends, or when the list cannot be read. */
  #follow(signal: AbortSignal, onItem: () => void): Promise<never> {
    return new Promise((_resolve, reject) => {
      signal.throwIfAborted();
      let stop = (): void => {};
      const ended = new AbortController();
      const fail = (error: unknown): void => {
        ended.abort(error);
        stop();
        reject(error);
      };
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      stop = this.#client.subscribe(
        NotificationReceivedDocument,
        { after: this.#cursor },
        {
          next: ({ notificationReceived: item }) => {
            if (!item || ended.signal.aborted) return;
            onItem();
            this.#take(item);
            this.#catchUp(ended.signal).catch(fail);
          },
          error: fail,
        },
      );
      // Without a place, the stream has to tell its own first.
      if (this.#cursor !== null) this.#catchUp(ended.signal).catch(fail);
    });
  }

  #take({ cursor, gap, notification }: Item): void {
    this.#cursor = cursor;
    if (gap) this.#isBehind = true;
    if (notification && this.#arrived) this.#arrived.push(notification);
    else if (notification) this.#add(notification);
    if (this.#state.status === 'ended' || this.#state.error !== null)
      this.#change({ status: 'live', error: null });
  }

  /** Adds a notification unless the list has it. */
  #add(row: LiveNotification): void {
    const { notifications } = this.#state;
    if (notifications.some(({ id }) => id === row.id) || row.acknowledged) return;
    if (this.#furtherBefore !== null && timeOf(row.createdDate) < this.#furtherBefore) return;
    this.#unread += 1;
    this.#change({ notifications: [row, ...notifications].slice(0, MOST) });
  }

  #mark(id: string, acknowledged: boolean): void {
    if (acknowledged) this.#acknowledged.add(id);
    else this.#acknowledged.delete(id);
    const { notifications } = this.#state;
    const row = notifications.find((candidate) => candidate.id === id);
    if (!row || (row.acknowledged ?? false) === acknowledged) return;
    this.#unread = Math.max(0, this.#unread + (acknowledged ? -1 : 1));
    this.#change({
      notifications: notifications.map((other) => (other === row ? { ...row, acknowledged } : other)),
    });
  }

  /** Listens for acknowledgements of this user in other tabs. */
  #join(userId: string): void {
    if (this.#tabs || typeof BroadcastChannel === 'undefined') return;
    this.#tabs = new BroadcastChannel(`learning-platform-notifications ${userId}`);
    this.#tabs.onmessage = ({ data }: { data: unknown }) => {
      if (typeof data === 'string') this.#mark(data, true);
    };
    // In Node, a channel would keep the process alive.
    if ('unref' in this.#tabs && typeof this.#tabs.unref === 'function') this.#tabs.unref();
  }

  #change(change: Partial<NotificationsState>): void {
    this.#state = { ...this.#state, ...change, unread: `${this.#unread}${this.#isMinimum ? '+' : ''}` };
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Without a date, it counts as new. */
const timeOf = (date: string | number | null | undefined): number =>
  date == null ? Number.POSITIVE_INFINITY : new Date(date).getTime();
