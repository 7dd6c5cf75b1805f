import type { Credential, TransportName } from './adapter.ts';
import type { Stream } from './stream.ts';

export interface Operation {
  query: string;
  variables: Readonly<Record<string, unknown>>;
  extensions?: Readonly<Record<string, unknown>>;
}

export interface OpenOptions extends Operation {
  credential: Credential;
  /** Server-sent events only. */
  headers?: Readonly<Record<string, string>>;
}

/** A way to open streams. */
export interface Transport {
  readonly name: TransportName;
  /** Starts a subscription on a connection of its own. */
  open(options: OpenOptions, note: Note): Stream;
}

/** What a transcript has where the suite closes a stream. */
export const CLOSE = 'close';

/** Adds to the transcript of a check. */
export type Note = (direction: '→' | '←' | '·', text: string) => void;
