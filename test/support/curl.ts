import { spawn } from 'node:child_process';
import { Collected } from './collected.ts';
import { EventStreamParser, type SentEvent } from './event-stream.ts';
import { pathOf } from './programs.ts';

/** A running `curl -N`. */
export interface Curl {
  events: Collected<SentEvent>;
  /** Resolves with the exit status. */
  ended: Promise<number | null>;
  stop(): void;
}

/** Subscribes with `curl -N`. */
export function curlEvents(
  url: string,
  query: string,
  { authorization = '', lastEventId = null }: { authorization?: string; lastEventId?: string | null } = {},
): Curl {
  const headers = [
    'accept: text/event-stream',
    'content-type: application/json',
    `authorization: ${authorization}`,
    ...(lastEventId === null ? [] : [`Last-Event-ID: ${lastEventId}`]),
  ];
  const options = ['-sN', url, ...headers.flatMap((header) => ['-H', header])];
  const child = spawn(pathOf('curl'), [...options, '-d', JSON.stringify({ query })]);
  const events = new Collected<SentEvent>();
  const parser = new EventStreamParser();
  let lastPiece = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    lastPiece = piece;
    for (const event of parser.push(piece)) if (typeof event !== 'string') events.add(event);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      events.fail(error);
      resolve(null);
    });
    child.once('close', (code) => {
      events.fail(new Error(`curl ended with ${code}: ${lastPiece}`));
      resolve(code);
    });
  });
  return { events, ended, stop: () => void child.kill() };
}
