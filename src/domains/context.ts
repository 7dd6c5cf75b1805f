import type { Coordination } from '../events/coordination.ts';
import type { EventLog } from '../events/log.ts';
import type { TopicStreams } from '../events/topic-stream.ts';
import type { CancelSignal } from '../graph/cancellation.ts';
import type { AppRegistration, PluginRegistration } from '../platform/app-registration.ts';
import type { Platform } from '../platform/client.ts';
import type { XapiVocabulary } from '../platform/xapi-vocabulary.ts';
import { authLoaders } from './auth/loaders.ts';
import { badgeLoaders } from './badge/loaders.ts';
import { bucketLoaders } from './bucket/loaders.ts';
import { classLoaders } from './class/loaders.ts';
import { courseLoaders } from './course/loaders.ts';
import { leaderboardLoaders } from './leaderboard/loaders.ts';
import { noteLoaders } from './note/loaders.ts';
import { notificationLoaders } from './notification/loaders.ts';
import type { NotificationPollers } from './notification/poller/notification-pollers.ts';
import { questionLoaders } from './question/loaders.ts';
import { userLoaders } from './user/loaders.ts';

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
  /** Ends the streams that are open under a bearer token, on every instance. */
  endSession(token: string): void;
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

/** Where the domains' loaders meet: rows that one brings along fill another. Each is made when first used. */
export class Loaders {
  readonly #platform: Platform;
  readonly #plugin: PluginRegistration;
  #auth: ReturnType<typeof authLoaders> | undefined;
  #badge: ReturnType<typeof badgeLoaders> | undefined;
  #bucket: ReturnType<typeof bucketLoaders> | undefined;
  #class: ReturnType<typeof classLoaders> | undefined;
  #course: ReturnType<typeof courseLoaders> | undefined;
  #leaderboard: ReturnType<typeof leaderboardLoaders> | undefined;
  #note: ReturnType<typeof noteLoaders> | undefined;
  #notification: ReturnType<typeof notificationLoaders> | undefined;
  #question: ReturnType<typeof questionLoaders> | undefined;
  #user: ReturnType<typeof userLoaders> | undefined;

  constructor(platform: Platform, plugin: PluginRegistration) {
    this.#platform = platform;
    this.#plugin = plugin;
  }

  get auth() {
    this.#auth ??= authLoaders(this.#platform);
    return this.#auth;
  }

  get badge() {
    this.#badge ??= badgeLoaders(this.#platform, this.#plugin, (userId) => this.user.ownIf(userId));
    return this.#badge;
  }

  get bucket() {
    this.#bucket ??= bucketLoaders(this.#platform);
    return this.#bucket;
  }

  get class() {
    this.#class ??= classLoaders(this.#platform, {
      seeCourse: (row) => this.course.see(row),
      seeUser: (row) => this.user.see(row),
    });
    return this.#class;
  }

  get course() {
    this.#course ??= courseLoaders(this.#platform);
    return this.#course;
  }

  get leaderboard() {
    this.#leaderboard ??= leaderboardLoaders(this.#platform);
    return this.#leaderboard;
  }

  get note() {
    this.#note ??= noteLoaders(this.#platform);
    return this.#note;
  }

  get notification() {
    this.#notification ??= notificationLoaders(this.#platform);
    return this.#notification;
  }

  get question() {
    this.#question ??= questionLoaders(this.#platform);
    return this.#question;
  }

  get user() {
    this.#user ??= userLoaders(this.#platform);
    return this.#user;
  }

  /** Forgets everything read so far: a write has changed what the caller may see. */
  clear(): void {
    this.#auth = undefined;
    this.#badge = undefined;
    this.#bucket = undefined;
    this.#class = undefined;
    this.#course = undefined;
    this.#leaderboard = undefined;
    this.#note = undefined;
    this.#notification = undefined;
    this.#question = undefined;
    this.#user = undefined;
  }
}

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
  loaders: new Loaders(platform, plugin),
});
