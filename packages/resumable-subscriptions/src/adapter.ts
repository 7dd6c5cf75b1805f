import type { Profile } from './profiles.ts';

/** How a client identifies itself. */
export interface Credential {
  /** Headers of HTTP requests, such as `authorization`. */
  headers?: Readonly<Record<string, string>>;
  /** Payload of `connection_init`. */
  connectionParams?: Readonly<Record<string, unknown>>;
}

/** A session of the caller. */
export interface Session {
  credential: Credential;
  /** Ends it, as a sign-out does. */
  end(): Promise<void>;
}

/** A subscription with the variable `$after: String`. */
export interface Subscription {
  query: string;
  credential?: Credential;
}

/** One record of a list. */
export interface ListedRecord {
  id: unknown;
  /** As the event that added it has it. */
  text: unknown;
}

/** A list that the stream continues: profile state. It is read with `POST` at the URL of the graph. */
export interface List {
  /** A query without variables, of the list with its cursor and at least the newest 500 records, or 100 that `send` has added. */
  query: string;
  /** The list in the data of a response. */
  read(data: Readonly<Record<string, unknown>>): { streamCursor: unknown; records: readonly ListedRecord[] };
  /** ID of the record that the event in a result of the stream has added, changed or removed. */
  idOf(data: Readonly<Record<string, unknown>>): unknown;
  /** Causes an event that adds a record with this text. Default: `send` of the adapter. */
  send?(text: string): Promise<unknown>;
  /** Causes an event that sets the text of a record. Omitted: records do not change. */
  change?(id: unknown, text: string): Promise<unknown>;
  /** Causes an event that removes a record, in whose result `textOf` finds nothing. Omitted: no event does that. */
  remove?(id: unknown): Promise<unknown>;
  /** A caller with the same kind of list and stream who has never had a stream, another one each time. */
  newcomer?(): Promise<Newcomer>;
}

/** A caller who has never had a stream, and whose sequence has no events. */
export interface Newcomer {
  credential?: Credential;
  /** The operations that read the caller's sequence. Default: those of the adapter. */
  subscription?: string;
  query?: string;
  send(text: string): Promise<unknown>;
}

/** What the suite cannot cause as a client. Each resolves once it has taken effect. */
export interface Hooks {
  /** Causes an event of the stream that the server cannot record, or may not have recorded. */
  incomplete?(): Promise<unknown>;
  /** Removes all events of the stream from the log. */
  trim?(): Promise<unknown>;
  /** Resets the log, but not what verifies cursors. */
  replace?(): Promise<unknown>;
  /** Replaces what verifies cursors, such as the key that signs them. */
  rekey?(): Promise<unknown>;
  /** Stops the server gracefully, starts it again, and waits until it is ready. */
  restart?(): Promise<unknown>;
  /** Kills the instance that serves the streams, and waits until another one serves at the same URL. */
  failOver?(): Promise<unknown>;
  /** Makes it impossible to check sessions. */
  outage?(): Promise<unknown>;
  /** Ends the outage. */
  recovery?(): Promise<unknown>;
  /** Makes the log unavailable, but not the list. */
  logOutage?(): Promise<unknown>;
  /** Ends that outage. */
  logRecovery?(): Promise<unknown>;
}

export type TransportName = 'WebSocket' | 'SSE';

/**
 * What the suite needs to know of a server. Checks that need an omitted member are skipped, and the report says so.
 * An adapter module exports it as default, or a function that makes it from the URL.
 */
export interface Adapter {
  /** Name and version of the server, for the report. */
  server: string;
  /** Profiles that are checked unless others are chosen. Default: all. */
  profiles?: readonly Profile[];
  /** Default: both. */
  transports?: readonly TransportName[];
  /** URL of the WebSocket endpoint. Default: that of the graph. */
  webSocketUrl?: string;
  /** Where cursors are: in a field and the variable `$after`, or in `extensions`. Default: in a field. */
  cursor?: 'field' | 'extensions';
  /** The stream under test, with `cursor`, and with `replayed` and `gap { reason }` if the server has them. */
  subscription: string;
  /** Credential of the caller whose stream it is. Default: none. */
  credential?: Credential;
  /** The text of the event in a result. Null: the result has no event. */
  textOf(data: Readonly<Record<string, unknown>>): string | null;
  /** Causes one event of the stream, and resolves once the next one would follow it. */
  send(text: string): Promise<unknown>;
  /** Causes an event that the server can still read after it has been removed from the log. */
  sendStored?(text: string): Promise<unknown>;
  /** The same stream with another selection, alias and operation name. */
  otherSelection?: string;
  /** The same stream without a selected cursor. */
  withoutCursor?: string;
  /** Another stream, whose cursors this one must refuse. */
  otherStream?: Subscription;
  /** Another caller, who may open the same kind of stream. */
  otherCaller?: Credential;
  /** A credential that was never valid. */
  invalidCredential?: Credential;
  /** Opens a new session of the caller. */
  newSession?(): Promise<Session>;
  list?: List;
  hooks?: Hooks;
  /** How many connections and subscriptions of one caller the server accepts. */
  limits?: { connections?: number; subscriptions?: number };
  /** Longest time between keep-alives in milliseconds. Default: 15,000. */
  keepAlive?: number;
  /** Ends what the adapter has started. */
  close?(): Promise<unknown>;
}

/** What an adapter module exports as default. */
export type AdapterModule = Adapter | ((url: string) => Adapter | Promise<Adapter>);
