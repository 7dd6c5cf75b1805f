import type { Stream } from './stream.ts';

export interface Operation {
  query: string;
  variables: Readonly<Record<string, unknown>>;
}

export interface OpenOptions extends Operation {
  /** Null: no credential. */
  authorization: string | null;
  /** Server-sent events only. */
  headers?: Readonly<Record<string, string>>;
}

export type TransportName = 'WebSocket' | 'SSE';

/** A way to open streams. */
export interface Transport {
  readonly name: TransportName;
  /** Starts a subscription on a connection of its own. */
  open(options: OpenOptions): Stream;
}
