/** How the platform responds for a while. */
export interface PlatformMood {
  /** Milliseconds that each response is delayed. */
  delay: { from: number; to: number };
  /** Share of the requests that fail, from 0 to 1, and how. */
  failures: number;
  status: 429 | 500 | 503;
}

/** What the run asks of the platform's process. */
export type PlatformOrder =
  | { type: 'send'; receiver: string; text: string }
  | { type: 'list'; receiver: string }
  | { type: 'issue'; userId: string }
  | { type: 'revoke'; token: string }
  | { type: 'mood'; mood: PlatformMood | null }
  | { type: 'requests' };

/** A stored notification, as the platform's list has it. */
export interface ListedNotification {
  id: string;
  text: string;
}

/** What the platform's process reports once it runs. */
export interface PlatformFacts {
  /** Environment of a gateway on this platform. */
  environment: Record<string, string>;
  url: string;
  users: string[];
  sender: string;
  plugin: string;
}
