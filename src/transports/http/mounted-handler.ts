import type { IncomingMessage, ServerResponse } from 'node:http';

/** Serves paths of the HTTP server beside the graph. */
export interface MountedHandler {
  handles(path: string): boolean;
  /** Never throws: it responds to its own failures. */
  respond(path: string, request: IncomingMessage, response: ServerResponse): void;
}
