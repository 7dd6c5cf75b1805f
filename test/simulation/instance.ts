import { Callers } from '../../src/admission/callers.ts';
import { type SessionEnd, Sessions } from '../../src/admission/sessions.ts';
import { openEventStreams } from '../../src/app/event-streams.ts';
import { FleetShare } from '../../src/app/fleet-share.ts';
import { Secrets } from '../../src/app/secrets.ts';
import { sessionCheck } from '../../src/app/session-check.ts';
import { openUpstream } from '../../src/app/upstream.ts';
import type { Config } from '../../src/config/config.ts';
import { handleAtoRequest } from '../../src/domains/ato/endpoints.ts';
import { inboxOf } from '../../src/domains/ato/inbox.ts';
import { openRequestChanges } from '../../src/domains/ato/streams.ts';
import { atoTopic } from '../../src/domains/ato/topic.ts';
import { signOut } from '../../src/domains/auth/writes.ts';
import type { Context, EventStreams } from '../../src/domains/context.ts';
import { writeOnce } from '../../src/domains/idempotency.ts';
import { noteResolvers } from '../../src/domains/note/resolvers.ts';
import { createNote } from '../../src/domains/note/writes.ts';
import { openNotifications } from '../../src/domains/notification/streams.ts';
import { sendNotification } from '../../src/domains/notification/writes.ts';
import { GatewayError } from '../../src/graph/errors.ts';
import { Cancellation } from '../../src/lib/cancellation.ts';
import { OWN_LANE } from '../../src/lib/pacing/fair-queue.ts';
import { createContexts, type NewContext } from '../../src/operations/contexts.ts';
import { parseCredential } from '../../src/platform/credential.ts';
import { noteIdOf } from '../../src/platform/routes/note.ts';
import { notificationIdOf } from '../../src/platform/routes/notification.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { StateLog } from '../../src/telemetry/state-log.ts';
import { eventIn } from '../chaos/history.ts';
import { strictBoundary } from '../support/strict-boundary.ts';
import { hostClock } from './host-clock.ts';
import type { Link } from './link.ts';
import type { SimulatedPlatform } from './platform.ts';
import { platformTransport } from './platform-transport.ts';
import type { Host } from './timeline.ts';

/** What a client subscribes to. */
export interface SubscribeRequest {
  topic: 'notifications' | 'requests';
  authorization: string;
  after: string | null;
}

/** An item as a client receives it. */
export interface SentItem {
  cursor: string;
  gap: string | null;
  /** Of a notification. */
  id?: string | null;
  /** Null: the item is not an event. */
  event: { source: string; number: number } | null;
}

/** A list of notifications, with its place in their stream. Null: the event log is unavailable. */
export interface NotificationList {
  rows: readonly { id: string; text: string }[];
  cursor: string | null;
}

/** The answer to a request to write a note. */
export interface NoteAnswer {
  /** Null: there is an error. */
  noteId: string | null;
  /** Of the error. Null: there is none. */
  code: string | null;
  /** Whether the same request may be sent again. After a write without an answer, its key makes that safe. */
  mayRetry: boolean;
}

/** A client's connection, as an instance sees it. */
export interface ClientConnection {
  readonly isOpen: boolean;
  /** Resolves once the connection takes another item. */
  send(item: SentItem): Promise<void>;
  /** Refuses the stream. */
  refuse(code: string): void;
  close(code: number): void;
  onceClosed(listener: () => void): void;
}

export interface InstanceOptions {
  host: Host;
  config: Config;
  platform: SimulatedPlatform;
  platformLink: Link;
}

const SILENT_LOG = openLog('silent', { write: () => true });

/** One gateway: everything below its transports and its GraphQL executor is the real one. */
export class Instance {
  readonly #sessions: Sessions;
  readonly #streams: EventStreams;
  readonly #newContext: NewContext;
  readonly #topic: string;
  readonly #close: () => Promise<void>;
  readonly #connections = new Set<ClientConnection>();
  #isClosing = false;

  private constructor(options: {
    sessions: Sessions;
    streams: EventStreams;
    newContext: NewContext;
    topic: string;
    close(): Promise<void>;
  }) {
    this.#sessions = options.sessions;
    this.#streams = options.streams;
    this.#newContext = options.newContext;
    this.#topic = options.topic;
    this.#close = options.close;
  }

  /** Starts like `startApp`; resolves when it accepts clients. */
  static async start({ host, config, platform, platformLink }: InstanceOptions): Promise<Instance> {
    // A fault is a finding of the simulation.
    const boundary = strictBoundary();
    const clock = hostClock(host);
    const base = {
      clock,
      config,
      metrics: new Metrics(null),
      states: new StateLog(SILENT_LOG, clock),
      tracing: null,
      boundary,
      log: SILENT_LOG,
    };
    const secrets = new Secrets(config);
    if (!config.hosts) throw new Error('the simulated platform has an address');
    const callers = new Callers({
      clock,
      limits: {
        rate: config.rateLimit,
        retention: config.eventRetention,
        signIns: config.signInLimit,
        rejectedSignIns: config.rejectedSignIns,
        connections: config.connectionLimit,
        held: config.heldLimit,
      },
      observer: base.metrics.refusals,
      pluginIn: secrets.pluginIn,
    });
    const upstream = openUpstream(base, callers, platformTransport(host, platformLink, platform));
    const fleet = new FleetShare();
    const sessions = new Sessions({
      clock,
      check: sessionCheck(clock, upstream.forBackground),
      ...config.sessionChecks,
      share: fleet.read,
      onWatched: fleet.count,
      boundary,
    });
    const events = await openEventStreams(base, upstream, sessions, fleet, secrets);
    const newContext = createContexts({
      platformFor: upstream.forOperation,
      registrations: secrets,
      eventStreams: events.streams,
    });
    const topic = atoTopic(secrets.plugin?.clientId ?? '');
    return new Instance({ sessions, streams: events.streams, newContext, topic, close: events.close });
  }

  /** Serves a subscription over a connection of its own, as the transports do. */
  async serve(connection: ClientConnection, request: SubscribeRequest): Promise<void> {
    if (this.#isClosing) return connection.close(RESTARTING);
    this.#connections.add(connection);
    connection.onceClosed(() => this.#connections.delete(connection));
    if (!(await this.#admit(connection, request.authorization)) || !connection.isOpen) return;
    const ended = new Cancellation();
    connection.onceClosed(() => ended.abort());
    try {
      const context = this.#contextFor(request.authorization, ended);
      const items =
        request.topic === 'notifications'
          ? notificationsOf(await openNotifications(request.after, context))
          : requestsOf(await openRequestChanges({ requestId: null, after: request.after }, context));
      for await (const item of items) {
        if (!connection.isOpen) break;
        await connection.send(item);
      }
      connection.close(RESTARTING);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (connection.isOpen) connection.refuse(error.code);
    }
  }

  /** The platform delivers a change of an ATO request. @returns the status of the response. */
  async deliver(body: unknown): Promise<number> {
    try {
      return (
        await handleAtoRequest(
          inboxOf(this.#streams, () => 'secret'),
          this.#topic,
          body,
        )
      ).status;
    } catch (error) {
      if (error instanceof GatewayError) return 503;
      throw error;
    }
  }

  /** Sends a notification that is not stored. @returns whether the platform has accepted it. */
  async send(authorization: string, receiverId: string, text: string): Promise<boolean> {
    return this.#mutate(authorization, (context) =>
      sendNotification({ receiverId, text, persist: false }, context),
    );
  }

  /** Reads the user's notifications as their field does, for a client that continues with the stream. Null: that failed. */
  async list(authorization: string): Promise<NotificationList | null> {
    const signal = new Cancellation();
    const { notification } = this.#contextFor(authorization, signal).loaders;
    try {
      const page = await notification.list({ acknowledge: true, since: null }, { first: 100 }, true);
      const cursor = await notification.streamCursor.load();
      const rows = page?.rows.map(({ row }) => ({ id: notificationIdOf(row) ?? '', text: row.text ?? '' }));
      return rows ? { rows, cursor } : null;
    } catch (error) {
      if (error instanceof GatewayError) return null;
      throw error;
    } finally {
      signal.abort();
    }
  }

  /** Writes a note under an idempotency key, as its field does. */
  async write(authorization: string, key: string, text: string): Promise<NoteAnswer> {
    const signal = new Cancellation();
    const input = { text };
    const context = this.#contextFor(authorization, signal);
    const { repeat } = noteResolvers.Mutation.createNote;
    const mutation = { field: 'createNote', check: 'read `notes`', repeat };
    try {
      const { row } = await writeOnce(mutation, key, input, context, () => createNote(input, context));
      return { noteId: row && noteIdOf(row), code: null, mayRetry: false };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // Under a key, even a write whose outcome is unknown may be sent again: the answer tells more.
      return { noteId: null, code: error.code, mayRetry: error.code !== 'OUTCOME_UNKNOWN' };
    } finally {
      signal.abort();
    }
  }

  async signOut(authorization: string): Promise<boolean> {
    return this.#mutate(authorization, (context) => signOut(context));
  }

  /** Stops in order: its clients are told, its topics released. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const connection of [...this.#connections]) connection.close(RESTARTING);
    await this.#close();
  }

  async #mutate(authorization: string, run: (context: Context) => Promise<unknown>): Promise<boolean> {
    const signal = new Cancellation();
    try {
      await run(this.#contextFor(authorization, signal));
      return true;
    } catch (error) {
      if (error instanceof GatewayError) return false;
      throw error;
    } finally {
      signal.abort();
    }
  }

  /** As the server of sockets admits a client. */
  async #admit(connection: ClientConnection, authorization: string): Promise<boolean> {
    if (parseCredential(authorization).kind !== 'user') return true;
    const onEnd = (end: SessionEnd): void => connection.close(end === 'expired' ? SESSION_ENDED : TRY_AGAIN);
    connection.onceClosed(this.#sessions.watch(authorization, onEnd));
    const gone = new Cancellation();
    connection.onceClosed(() => gone.abort());
    const isValid = await this.#sessions.isValid(authorization, OWN_LANE, gone);
    if (isValid === null) connection.close(TRY_AGAIN);
    else if (!isValid) connection.close(SESSION_ENDED);
    return isValid === true;
  }

  #contextFor(authorization: string, signal: Cancellation): Context {
    const request = {
      requestId: 'simulated',
      authorization,
      client: { name: null, version: null },
      address: null,
      account: null,
      trace: null,
      signal,
      refuse: () => null,
      parameters: () => ({}),
    };
    return this.#newContext(request, parseCredential(authorization), { trace: null, countsCalls: false });
  }
}

/** Codes with which a socket is closed: see the profile websocket of the specification. */
export const SESSION_ENDED = 4403;
const TRY_AGAIN = 1013;
const RESTARTING = 1012;

async function* notificationsOf(
  stream: Awaited<ReturnType<typeof openNotifications>>,
): AsyncGenerator<SentItem> {
  for await (const { notificationReceived: item } of stream) {
    const { row } = item.notification ?? {};
    const text = row?.text ?? null;
    yield {
      cursor: item.cursor,
      gap: item.gap?.reason ?? null,
      id: row ? notificationIdOf(row) : null,
      event: text === null ? null : eventIn(text),
    };
  }
}

async function* requestsOf(stream: Awaited<ReturnType<typeof openRequestChanges>>): AsyncGenerator<SentItem> {
  for await (const { cursor, gap, payload } of stream) {
    const number = payload?.extra.providerId;
    yield {
      cursor,
      gap: gap?.reason ?? null,
      event: payload && typeof number === 'number' ? { source: payload.requestId, number } : null,
    };
  }
}
