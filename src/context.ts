import { authLoaders } from './domains/auth/loaders.ts';
import { badgeLoaders } from './domains/badge/loaders.ts';
import { bucketLoaders } from './domains/bucket/loaders.ts';
import { classLoaders } from './domains/class/loaders.ts';
import { courseLoaders } from './domains/course/loaders.ts';
import { leaderboardLoaders } from './domains/leaderboard/loaders.ts';
import { noteLoaders } from './domains/note/loaders.ts';
import { notificationLoaders } from './domains/notification/loaders.ts';
import { questionLoaders } from './domains/question/loaders.ts';
import { userLoaders } from './domains/user/loaders.ts';
import type { Live } from './events/live.ts';
import type { CancelSignal } from './graph/cancellation.ts';
import type { AppRegistration, PluginRegistration } from './platform/app-registration.ts';
import type { Platform } from './platform/client.ts';
import type { XapiVocabulary } from './platform/xapi-vocabulary.ts';

/** What the gateway is to the platform: the same for every operation. */
export interface Registrations {
  app: AppRegistration;
  plugin: PluginRegistration;
  xapi: XapiVocabulary;
}

/** What the resolvers of one operation share. Nothing in it outlives the operation. */
export interface Context extends Registrations {
  platform: Platform;
  loaders: Loaders;
  live: Live;
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
  live: Live,
  { app, plugin, xapi }: Registrations,
): Context => ({
  app,
  plugin,
  xapi,
  platform,
  signal,
  resumeAfter,
  live,
  loaders: new Loaders(platform, plugin),
});
