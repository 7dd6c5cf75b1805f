import type { Coordination } from '../events/coordination.ts';
import type { EventLog } from '../events/log.ts';
import type { TopicStreams } from '../events/topic-stream.ts';
import type { CancelSignal } from '../graph/cancellation.ts';
import type { AppRegistration, PluginRegistration } from '../platform/app-registration.ts';
import type { Platform } from '../platform/client.ts';
import type { XapiVocabulary } from '../platform/xapi-vocabulary.ts';
import { authLoaders, type ConfirmSession } from './auth/loaders.ts';
import { badgeLoaders } from './badge/loaders.ts';
import { bucketLoaders } from './bucket/loaders.ts';
import { classLoaders } from './class/loaders.ts';
import { type CourseLoaders, courseLoaders } from './course/loaders.ts';
import { leaderboardLoaders } from './leaderboard/loaders.ts';
import { noteLoaders } from './note/loaders.ts';
import { notificationLoaders } from './notification/loaders.ts';
import type { NotificationPollers } from './notification/poller/notification-pollers.ts';
import { questionLoaders } from './question/loaders.ts';
import { type UserLoaders, userLoaders } from './user/loaders.ts';

/** What the gateway is to the platform: the same for every operation. */
export interface Registrations {
  app: AppRegistration;
  plugin: PluginRegistration;
  xapi: XapiVocabulary;
}

/** The event log and everything that streams build on it. */
export interface EventStreams {
  log: EventLog;
  coordination: Coordination;
  streams: TopicStreams;
  pollers: NotificationPollers;
  readonly confirmSession: ConfirmSession;
  /** Ends what a bearer token has open on every instance, and removes its binding to an ATO request. Never rejects. */
  endSession(token: string): Promise<void>;
}

/** What the resolvers of one operation share. Nothing in it outlives the operation. */
export interface Context extends Registrations {
  platform: Platform;
  loaders: Loaders;
  events: EventStreams;
  /** Ends when nobody waits for the operation any more. */
  signal: CancelSignal;
  /** The cursor that the transport resumes a subscription from; it beats the one in the document. */
  resumeAfter: string | null;
}

/** What loaders are made from: rows that one domain reads fill the loaders of another. */
interface LoaderSource {
  readonly platform: Platform;
  readonly plugin: PluginRegistration;
  readonly events: EventStreams;
  readonly course: CourseLoaders;
  readonly user: UserLoaders;
}

/** The loaders of each domain. */
const LOADERS = {
  auth: ({ platform, events }: LoaderSource) => authLoaders(platform, events.confirmSession),
  badge: (source: LoaderSource) =>
    badgeLoaders(source.platform, source.plugin, (userId) => source.user.ownIf(userId)),
  bucket: ({ platform }: LoaderSource) => bucketLoaders(platform),
  class: (source: LoaderSource) =>
    classLoaders(source.platform, {
      seeCourse: (row) => source.course.see(row),
      seeUser: (row) => source.user.see(row),
    }),
  course: ({ platform }: LoaderSource) => courseLoaders(platform),
  leaderboard: ({ platform }: LoaderSource) => leaderboardLoaders(platform),
  note: ({ platform }: LoaderSource) => noteLoaders(platform),
  notification: ({ platform }: LoaderSource) => notificationLoaders(platform),
  question: ({ platform }: LoaderSource) => questionLoaders(platform),
  user: ({ platform }: LoaderSource) => userLoaders(platform),
};

/** The loaders of one operation by domain, each made when first read. */
export type Loaders = LoaderRegistry & {
  readonly [Domain in keyof typeof LOADERS]: ReturnType<(typeof LOADERS)[Domain]>;
};

class LoaderRegistry {
  readonly platform: Platform;
  readonly plugin: PluginRegistration;
  readonly events: EventStreams;
  /** By position in `LOADERS`. */
  #made: unknown[] = [];

  static {
    for (const [position, [domain, make]] of Object.entries(LOADERS).entries()) {
      Object.defineProperty(LoaderRegistry.prototype, domain, {
        get(this: Loaders) {
          this.#made[position] ??= make(this);
          return this.#made[position];
        },
      });
    }
  }

  constructor(platform: Platform, plugin: PluginRegistration, events: EventStreams) {
    this.platform = platform;
    this.plugin = plugin;
    this.events = events;
  }

  /** Forgets everything read so far: a write has changed what the caller may see. */
  clear(): void {
    this.#made = [];
  }
}

/** The registry has a getter for each property that `Loaders` adds to its class. */
const newLoaders = (platform: Platform, plugin: PluginRegistration, events: EventStreams): Loaders =>
  new LoaderRegistry(platform, plugin, events) as Loaders;

/** What one operation brings along. */
export interface OperationScope {
  platform: Platform;
  signal: CancelSignal;
  resumeAfter: string | null;
}

export const createContext = (
  { platform, signal, resumeAfter }: OperationScope,
  events: EventStreams,
  { app, plugin, xapi }: Registrations,
): Context => ({
  app,
  plugin,
  xapi,
  platform,
  signal,
  resumeAfter,
  events,
  loaders: newLoaders(platform, plugin, events),
});
