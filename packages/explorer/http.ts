import type { IncomingMessage, ServerResponse } from 'node:http';

/** The part of the HTTP server that the pages use. */
export interface HttpAdapter {
  /** Headers of pages, besides those of every response. */
  pageHeaders: readonly (readonly [name: string, value: string])[];
  /**
   * The encoding that an `accept-encoding` header negotiates. Null: uncompressed.
   * @param available in order of preference.
   */
  encodingFor<Encoding extends string>(
    header: string | string[] | undefined,
    available: readonly Encoding[],
  ): Encoding | null;
  /** Whether a host name is a loopback one. @param name as in a URL: lower case, IPv6 in brackets. */
  isLoopback(name: string): boolean;
}

/** Serves paths of an HTTP server. */
export interface Pages {
  handles(path: string): boolean;
  /** @returns a promise if the response follows later. */
  respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined;
}
