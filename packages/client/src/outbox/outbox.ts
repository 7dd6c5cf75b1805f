import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { print } from 'graphql';
import { waitToReconnect } from '../../../resumable-subscriptions/client/backoff.ts';
import { awarenessMembers, type ClientAwareness } from '../client-awareness.ts';
import { type Clock, SYSTEM_CLOCK } from '../clock.ts';
import { hasCode } from '../errors.ts';
import { keyedField, newKey } from '../idempotency.ts';
import { authorizedFetch } from '../session/authorized-fetch.ts';
import { objectIn, SessionError } from '../session/request.ts';
import type { Session } from '../session/session.ts';
import { defaultStorage, type SessionStorage } from '../session/storage.ts';
import { joinTabs, type Tabs } from '../session/tabs.ts';
import { documentIdOf } from '../trusted-documents.ts';
import {
  type Contents,
  EMPTY,
  isOf,
  type OutboxEntry,
  parseContents,
  type StoredEntry,
  shownOf,
  tidied,
} from './contents.ts';
import { deliver, post } from './delivery.ts';

/** Sends a request to the gateway. */
type Request = (content: unknown, headers?: Record<string, string>) => ReturnType<typeof post>;

/** Settings of an outbox. */
export interface OutboxOptions {
  /** As in `https://gateway.example/graphql`. A path, such as `/graphql`, works in browsers. */
  url: string;
  /** The session of the user who makes the writes. A custom session has an `id` in its state that is never used for two users. */
  session: Pick<Session, 'authorization' | 'ready' | 'state' | 'subscribe'>;
  /**
   * Storage of the entries, as for a session. Default: `localStorage` in browsers; memory elsewhere. React Native passes its
   * `AsyncStorage`.
   */
  storage?: SessionStorage | undefined;
  /** Distinguishes several outboxes of one origin. Default: `learning-platform`. */
  name?: string | undefined;
  /** Sends the hash of a document that has one instead of its text, for a gateway with trusted documents. */
  trustedDocuments?: boolean | undefined;
  /** Name and version of the app: the gateway's operator sees them in logs and metrics. */
  clientAwareness?: ClientAwareness | undefined;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** @internal */
  clock?: Clock | undefined;
}

/** The user has the maximum number of entries. */
export class OutboxFull extends Error {
  override readonly name = 'OutboxFull';

  constructor() {
    super(`The outbox has ${MOST_ENTRIES} entries that were not sent.`);
  }
}

/**
 * Sends writes in their order, each once, as soon as it can: also after the page was closed or the app restarted. Each has an
 * idempotency key, so that the gateway writes it once however often it is sent. All tabs share the entries.
 *
 * An entry belongs to the user who made it: under the session of another user it is neither sent nor shown.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #storage: SessionStorage;
  readonly #key: string;
  readonly #tabs: Tabs;
  readonly #clock: Clock;
  readonly #leaveSession: () => void;
  readonly #listeners = new Set<() => void>();
  #contents: Contents = EMPTY;
  #shown: readonly OutboxEntry[] = NOTHING;
  #sending: string | null = null;
  #access: Promise<unknown> = Promise.resolve();
  #isRunning = false;
  #isWanted = false;
  #isClosed = false;
  #waiting = new AbortController();

  /** Resolves when the stored entries have been read. */
  readonly ready: Promise<void>;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#storage = options.storage ?? defaultStorage();
    this.#key = `${options.name ?? 'learning-platform'}.outbox`;
    this.#tabs = joinTabs(this.#key, () => void this.#load().then(() => this.#run()));
    let before = this.#signIn;
    this.#leaveSession = options.session.subscribe(() => {
      if (this.#signIn === before) return;
      before = this.#signIn;
      this.#show();
      this.#wake();
    });
    this.ready = this.#load();
    // A failure of the storage is reported by `add`.
    this.ready.catch(() => {});
    this.#wake();
  }

  /** The user's entries, oldest first; the last ones that were sent as well. Fits React's `useSyncExternalStore`. */
  readonly state = (): readonly OutboxEntry[] => this.#shown;

  /** The state for server rendering and hydration. For `useSyncExternalStore`, as its third argument. */
  readonly serverState = (): readonly OutboxEntry[] => NOTHING;

  /** Subscribes to changes. @returns unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Stores a write and sends it as soon as possible. After `close`, another tab or the next outbox sends it.
   * @param document a mutation of one field that takes an idempotency key, as a document or its text.
   * @returns the ID of the entry, once it is stored.
   * @throws OutboxFull
   * @throws SessionError if nobody is signed in. @throws TypeError for any other document.
   */
  async add<Variables extends Readonly<Record<string, unknown>>>(
    document: TypedDocumentNode<unknown, Variables> | string,
    variables: Variables,
  ): Promise<string> {
    const query = typeof document === 'string' ? document : print(document);
    const field = keyedField(query);
    if (field === null) throw new TypeError('An outbox takes mutations of one field that writes data.');
    const documentId = this.#options.trustedDocuments ? documentIdOf(document) : null;
    await this.#options.session.ready;
    const signIn = this.#signIn;
    if (signIn === null) throw new SessionError('Nobody is signed in.');
    const now = this.#clock.now();
    const key = newKey();
    const entry: StoredEntry = {
      id: key,
      key,
      field,
      signIn,
      variables,
      operation: documentId === null ? { query, documentId: undefined } : { query: undefined, documentId },
      createdAt: now,
      queuedAt: now,
      status: 'queued',
      tried: false,
      errors: [],
      data: null,
    };
    await this.#change((contents) => {
      const own = contents.entries.filter((each) => each.status !== 'sent' && isOf(contents, each, signIn));
      if (own.length >= MOST_ENTRIES) throw new OutboxFull();
      return { ...contents, entries: [...contents.entries, entry] };
    });
    this.#wake();
    return entry.id;
  }

  /**
   * Sends an entry that failed, has expired or is unknown again. One that is unknown, or has expired after it was tried, may
   * then be written twice: let the user look first.
   */
  async retry(id: string): Promise<void> {
    if (!this.#isShown(id)) return;
    await this.#changeEntry(id, (entry) =>
      entry.status === 'queued' || entry.status === 'sent'
        ? entry
        : {
            ...entry,
            // The gateway repeats OUTCOME_UNKNOWN for the same key.
            key: hasCode(entry.errors, 'OUTCOME_UNKNOWN') ? newKey() : entry.key,
            status: 'queued',
            queuedAt: this.#clock.now(),
            errors: [],
          },
    );
    this.#wake();
  }

  /** Removes an entry. One that is being sent stays, and one that was `tried` may have been written. */
  async discard(id: string): Promise<void> {
    if (id === this.#sending || !this.#isShown(id)) return;
    await this.#change(({ entries, owners }) => ({
      entries: entries.filter((entry) => entry.id !== id),
      owners,
    }));
  }

  /** Stops sending, disconnects from the other tabs and removes all listeners. The entries stay stored. */
  close(): void {
    this.#isClosed = true;
    this.#waiting.abort();
    this.#leaveSession();
    this.#tabs.close();
    this.#listeners.clear();
  }

  /** The ID of the current sign-in. Null: nobody is signed in. */
  get #signIn(): string | null {
    const state = this.#options.session.state();
    return state.status === 'signed-in' && state.id !== '' ? state.id : null;
  }

  /** Sends the queued entries now. */
  #wake(): void {
    this.#isWanted = true;
    this.#waiting.abort();
    this.#run();
  }

  #run(): void {
    if (!this.#isRunning) void this.#sendAll().catch(() => {});
  }

  async #sendAll(): Promise<void> {
    this.#isRunning = true;
    let failures = 0;
    try {
      while (!this.#isClosed) {
        this.#isWanted = false;
        this.#waiting = new AbortController();
        const step = await this.#tabs.exclusively(() => this.#sendNext(), `${this.#key}.sending`);
        if (step === 'done') failures = 0;
        else if (step === 'nothing') {
          if (!this.#isWanted) return;
        } else {
          await waitToReconnect(this.#clock, { failures, demanded: step }, this.#waiting.signal);
          failures += 1;
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }

  /** @returns milliseconds that the gateway requires to wait, or 0, if the connection or the gateway has failed. */
  async #sendNext(): Promise<'done' | 'nothing' | number> {
    await this.#options.session.ready;
    const signIn = this.#signIn;
    await this.#change((contents) => tidied(contents, signIn !== null, this.#clock.now()));
    if (signIn === null) return 'nothing';
    const request = this.#requestsUnder(signIn);
    try {
      await this.#learnOwner(signIn, request);
    } catch {
      return 0;
    }
    const entry = this.#contents.entries.find(
      (each) => each.status === 'queued' && isOf(this.#contents, each, signIn),
    );
    if (!entry) return 'nothing';
    // Stored before it is sent: this page may close before the response.
    await this.#changeEntry(entry.id, (untried) => ({ ...untried, tried: true }));
    const isDiscarded = !this.#contents.entries.some(({ id }) => id === entry.id);
    if (isDiscarded) return 'done';
    this.#sending = entry.id;
    this.#show();
    const delivery = await deliver(entry, request);
    this.#sending = null;
    this.#show();
    if (delivery.status === 'later') return delivery.after;
    await this.#changeEntry(entry.id, (tried) => ({ ...tried, ...delivery }));
    return 'done';
  }

  /** Requests with the credential of one sign-in, never of the next one, which may be another user's. */
  #requestsUnder(signIn: string): Request {
    const { url, session, clientAwareness, fetch: given = (...request) => fetch(...request) } = this.#options;
    const authorization = async (refused: string | null): Promise<string> => {
      const header = await session.authorization(refused);
      if (this.#isClosed || this.#signIn !== signIn) throw new SessionError('The session was replaced.');
      return header;
    };
    const send = authorizedFetch({ authorization }, given);
    return (content, headers = {}) =>
      post(send, url, this.#clock, content, { ...awarenessMembers(clientAwareness), ...headers });
  }

  /**
   * Reads the ID of the signed-in user: entries are sent under a later sign-in of the same user. @throws anything if unreachable.
   */
  async #learnOwner(signIn: string, request: Request): Promise<void> {
    if (this.#contents.owners[signIn] !== undefined) return;
    const { body } = await request({ query: 'query OutboxOwner { me { id } }' });
    const { id } = objectIn(objectIn(body, 'data'), 'me');
    if (typeof id === 'string')
      await this.#change((contents) => ({ ...contents, owners: { ...contents.owners, [signIn]: id } }));
  }

  /** Changes the stored contents, in turn with all tabs, then the state. */
  #change(change: (contents: Contents) => Contents): Promise<void> {
    return this.#inTurn(() =>
      this.#tabs.exclusively(async () => {
        const stored = await this.#storage.getItem(this.#key);
        const contents = change(parseContents(stored));
        const text = JSON.stringify(contents);
        if (text !== (stored ?? JSON.stringify(EMPTY))) {
          await this.#storage.setItem(this.#key, text);
          this.#tabs.tell('changed');
        }
        this.#contents = contents;
        this.#show();
      }),
    );
  }

  #changeEntry(id: string, change: (entry: StoredEntry) => StoredEntry): Promise<void> {
    return this.#change(({ entries, owners }) => ({
      entries: entries.map((entry) => (entry.id === id ? change(entry) : entry)),
      owners,
    }));
  }

  #isShown(id: string): boolean {
    return this.#shown.some((entry) => entry.id === id);
  }

  #load(): Promise<void> {
    return this.#inTurn(async () => {
      this.#contents = parseContents(await this.#storage.getItem(this.#key));
      this.#show();
    });
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    const done = this.#access.then(task);
    this.#access = done.catch(() => {});
    return done;
  }

  #show(): void {
    const signIn = this.#signIn;
    const isOwn = (entry: StoredEntry): boolean => signIn !== null && isOf(this.#contents, entry, signIn);
    const shown = this.#contents.entries
      .filter(isOwn)
      .map((entry) => shownOf(entry.id === this.#sending ? { ...entry, status: 'sending' } : entry));
    if (JSON.stringify(shown) === JSON.stringify(this.#shown)) return;
    this.#shown = shown;
    for (const listener of [...this.#listeners]) listener();
  }
}

const NOTHING: readonly OutboxEntry[] = [];

/** Entries of one user that were not sent. */
const MOST_ENTRIES = 100;
