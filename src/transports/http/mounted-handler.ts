import type { ServerResponse } from 'node:http';
import type { BufferedRequest } from './request-body.ts';

/** Serves paths of the HTTP server beside the graph. */
export interface MountedHandler {
  handles(path: string): boolean;
  /** @returns a promise if the response follows later. An error is a response with status 500. */
  respond(path: string, request: BufferedRequest, response: ServerResponse): Promise<void> | undefined;
}
