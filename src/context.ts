import { authLoaders } from './domains/auth/loaders.ts';
import { bucketLoaders } from './domains/bucket/loaders.ts';
import { classLoaders } from './domains/class/loaders.ts';
import { courseLoaders } from './domains/course/loaders.ts';
import { leaderboardLoaders } from './domains/leaderboard/loaders.ts';
import { noteLoaders } from './domains/note/loaders.ts';
import { notificationLoaders } from './domains/notification/loaders.ts';
import { questionLoaders } from './domains/question/loaders.ts';
import { userLoaders } from './domains/user/loaders.ts';
import type { AppRegistration } from './platform/app-registration.ts';
import type { Platform } from './platform/client.ts';

/** What the resolvers of one operation share. Nothing in it outlives the operation. */
export interface Context {
  platform: Platform;
  loaders: Loaders;
  app: AppRegistration;
}

/** Where the domains' loaders meet: rows that one brings along fill another. Each is made when first used. */
export class Loaders {
  readonly #platform: Platform;
  #auth: ReturnType<typeof authLoaders> | undefined;
  #class: ReturnType<typeof classLoaders> | undefined;
  #course: ReturnType<typeof courseLoaders> | undefined;
  #note: ReturnType<typeof noteLoaders> | undefined;
  #question: ReturnType<typeof questionLoaders> | undefined;
  #bucket: ReturnType<typeof bucketLoaders> | undefined;
  #leaderboard: ReturnType<typeof leaderboardLoaders> | undefined;
  #notification: ReturnType<typeof notificationLoaders> | undefined;
  #user: ReturnType<typeof userLoaders> | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  get auth() {
    this.#auth ??= authLoaders(this.#platform);
    return this.#auth;
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

  get note() {
    this.#note ??= noteLoaders(this.#platform);
    return this.#note;
  }

  get question() {
    this.#question ??= questionLoaders(this.#platform);
    return this.#question;
  }

  get bucket() {
    this.#bucket ??= bucketLoaders(this.#platform);
    return this.#bucket;
  }

  get leaderboard() {
    this.#leaderboard ??= leaderboardLoaders(this.#platform);
    return this.#leaderboard;
  }

  get notification() {
    this.#notification ??= notificationLoaders(this.#platform);
    return this.#notification;
  }

  get user() {
    this.#user ??= userLoaders(this.#platform);
    return this.#user;
  }

  /** Forgets everything read so far: a write has changed what the caller may see. */
  clear(): void {
    this.#auth = undefined;
    this.#class = undefined;
    this.#course = undefined;
    this.#note = undefined;
    this.#question = undefined;
    this.#bucket = undefined;
    this.#leaderboard = undefined;
    this.#notification = undefined;
    this.#user = undefined;
  }
}

export const createContext = (platform: Platform, app: AppRegistration): Context => ({
  platform,
  loaders: new Loaders(platform),
  app,
});
