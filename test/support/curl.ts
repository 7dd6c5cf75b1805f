import { spawn } from 'node:child_process';
import { Collected } from './collected.ts';

export interface SentEvent {
  id: string | null;
  type: string;
  data: string;
}

/** A running `curl -N`. */
export interface Curl {
  events: Collected<SentEvent>;
  /** The exit status, once it has ended. */
  ended: Promise<number | null>;
  stop(): void;
}

/** Subscribes with `curl -N`, as a person would. */
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
  const child = spawn('curl', [...options, '-d', JSON.stringify({ query })]);
  const events = new Collected<SentEvent>();
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readEvent(block);
      if (event) events.add(event);
    }
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      events.fail(error);
      resolve(null);
    });
    child.once('close', (code) => {
      events.fail(new Error(`curl ended with ${code}: ${text}`));
      resolve(code);
    });
  });
  return { events, ended, stop: () => void child.kill() };
}

/** Null for a comment. */
export function readEvent(block: string): SentEvent | null {
  const fields = new Map(
    block.split('\n').flatMap((line) => {
      const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name, value] as const];
    }),
  );
  const type = fields.get('event');
  return type === undefined ? null : { id: fields.get('id') ?? null, type, data: fields.get('data') ?? '' };
}
