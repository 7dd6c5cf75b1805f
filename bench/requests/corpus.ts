import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request as a client sent it. */
export interface CorpusRequest {
  readonly method: string;
  readonly target: string;
  /** In their order and spelling. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Null: none. */
  readonly body: string | null;
  /** The answer of the gateway. `code`: of the first error. */
  readonly response: { readonly status: number; readonly type: string; readonly code: string | null };
}

/** A socket as a client used it. */
export interface CorpusSocket {
  readonly target: string;
  readonly headers: CorpusRequest['headers'];
  /** What the client sent, in order. */
  readonly messages: readonly string[];
}

/** What one version of a client sends. */
export interface ClientRequests {
  readonly client: string;
  readonly version: string;
  /** Where the requests are from, of a client that cannot run here. Missing: they were recorded. */
  readonly constructed?: string;
  readonly requests: readonly CorpusRequest[];
  readonly sockets: readonly CorpusSocket[];
}

/** The requests of all clients: recorded from the clients themselves, or constructed from their sources. */
export const readCorpus = (): ClientRequests[] =>
  ['recorded', 'constructed'].flatMap((kind) => {
    const folder = join(import.meta.dirname, kind);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name): ClientRequests => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  });
