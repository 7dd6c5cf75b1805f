import type { Coordination } from '../events/coordination.ts';
import type { KeyedWrites } from '../events/keyed-writes.ts';
import type { EventLog } from '../events/log.ts';
import type { StoreAccount } from '../events/streamed-write.ts';
import type { TopicStreams } from '../events/topic-stream.ts';
import type { CancelSignal } from '../lib/cancellation.ts';
import type { Clock } from '../lib/clock.ts';
import type { Lane } from '../lib/pacing/fair-queue.ts';
import type { AppRegistration, PluginRegistration } from '../platform/app-registration.ts';
import type { Platform } from '../platform/client.ts';
import type { XapiVocabulary } from '../platform/xapi-vocabulary.ts';
import type { TokenBindings } from './ato/bindings.ts';
import { atoLoaders } from './ato/loaders.ts';
import { authLoaders, type ConfirmSession } from './auth/loaders.ts';
import { badgeLoaders } from './badge/loaders.ts';
import { bucketLoaders } from './bucket/loaders.ts';
import type { CallerIdentities } from './caller-identities.ts';
import { classLoaders } from './class/loaders.ts';
import { type CourseLoaders, courseLoaders } from './course/loaders.ts';
import { leaderboardLoaders } from './leaderboard/loaders.ts';
import { noteLoaders } from './note/loaders.ts';
import { notificationLoaders } from './notification/loaders.ts';
import type { NotificationPollers } from './notification/poller/notification-pollers.ts';
import { questionLoaders } from './question/loaders.ts';
import { type UserLoaders, userLoaders } from './user/loaders.ts';

/** The gateway's registrations with the platform, the same for every operation. */
export interface Registrations {
  app: AppRegistration;
  plugin: PluginRegistration;
  xapi: XapiVocabulary;
}

/** The event log and the services that streams build on it. */
export interface EventStreams {
  log: EventLog;
  /** The clock of deadlines and event times. */
  clock: Clock;
  coordination: Coordination;
  streams: TopicStreams;
  /** The estimated time of the platform's clock, in epoch milliseconds. */
  platformNow(): number;
  pollers: NotificationPollers;
  keyedWrites: KeyedWrites;
  readonly callers: CallerIdentities;
  readonly bindings: TokenBindings;
  readonly confirmSession: ConfirmSession;
  /**
   * Runs a read that succeeds only if the token's session is valid, which saves its stream a check. The read must not join a call
   * in flight.
   */
  confirmByRead<Result>(
    client: { authorization: string; lane: Lane; signal: CancelSignal },
    read: () => Promise<Result | null>,
  ): Promise<Result | null>;
  /** Ends the open streams of a bearer token on every instance and removes its ATO binding. Never rejects. */
  endSession(token: string): Promise<void>;
}

/** State shared by the resolvers of one operation. Nothing in it outlives the operation. */
export interface Context extends Registrations {
  platform: Platform;
  loaders: Loaders;
  events: EventStreams;
  /** The account that the operation is charged to. Null: none. */
  account: StoreAccount | null;
  /** Aborted once the client no longer waits for the operation. */
  signal: CancelSignal;
  /** Cursor from the transport, which takes precedence over the one in the document. Null: none. */
  resumeAfter: string | null;
  /** Idempotency keys of root fields, by response key. Null: none has one. */
  keys: ReadonlyMap<string, string> | null;
}

/** Dependencies of the loaders. Rows that one domain reads prime the loaders of another. */
interface LoaderSource {
  readonly platform: Platform;
  readonly plugin: PluginRegistration;
  readonly events: EventStreams;
  readonly course: CourseLoaders;
  readonly user: UserLoaders;
}

/** The loaders of each domain. */
const LOADERS = {
  ato: ({ events, plugin }: LoaderSource) => atoLoaders(events.log, plugin),
  auth: ({ platform, events }: LoaderSource) => authLoaders(platform, events.confirmSession),
  badge: (source: LoaderSource) => badgeLoaders(source.platform, source.plugin, () => source.user.own.load()),
  bucket: ({ platform }: LoaderSource) => bucketLoaders(platform),
  class: (source: LoaderSource) => classLoaders(source.platform, (row) => source.course.prime(row)),
  course: ({ platform }: LoaderSource) => courseLoaders(platform),
  leaderboard: ({ platform }: LoaderSource) => leaderboardLoaders(platform),
  note: ({ platform }: LoaderSource) => noteLoaders(platform),
  notification: ({ platform, events, user }: LoaderSource) => notificationLoaders(platform, events, user.own),
  question: ({ platform }: LoaderSource) => questionLoaders(platform),
  user: ({ platform }: LoaderSource) => userLoaders(platform),
};

/** The loaders of one operation by domain, each created on first use. */
export type Loaders = LoaderRegistry & {
  readonly [Domain in keyof typeof LOADERS]: ReturnType<(typeof LOADERS)[Domain]>;
};

class LoaderRegistry {
  readonly platform: Platform;
  readonly plugin: PluginRegistration;
  readonly events: EventStreams;
  /** By position in `LOADERS`. */
  #created: unknown[] = [];

  static {
    for (const [position, [domain, create]] of Object.entries(LOADERS).entries()) {
      Object.defineProperty(LoaderRegistry.prototype, domain, {
        get(this: Loaders) {
          this.#created[position] ??= create(this);
          return this.#created[position];
        },
      });
    }
  }

  constructor(platform: Platform, plugin: PluginRegistration, events: EventStreams) {
    this.platform = platform;
    this.plugin = plugin;
    this.events = events;
  }

  /** Discards everything read so far, after a write that may have changed it. */
  clear(): void {
    this.#created = [];
  }
}

/** Per-operation part of the context. */
type OperationScope = Pick<Context, 'platform' | 'account' | 'signal' | 'resumeAfter' | 'keys'>;

export const createContext = (
  scope: OperationScope,
  events: EventStreams,
  { app, plugin, xapi }: Registrations,
): Context => ({
  ...scope,
  app,
  plugin,
  xapi,
  events,
  // The registry has a getter for each property that `Loaders` adds to its class.
  loaders: new LoaderRegistry(scope.platform, plugin, events) as Loaders,
});
