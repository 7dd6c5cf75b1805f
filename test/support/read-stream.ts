import { Collected } from './collected.ts';
import { EventStreamParser, type SentEvent } from './event-stream.ts';

/** A response of server-sent events, read to its end. */
export interface EventStream {
  response: Response;
  events: Collected<SentEvent>;
  /** All comments so far. */
  comments: Collected<string>;
  /** Resolves when the response has ended: true if it was complete, false if it was cut off. */
  ended: Promise<boolean>;
  stop(): void;
}

export interface StreamOptions {
  headers?: Record<string, string>;
  variables?: Record<string, unknown>;
  extensions?: Record<string, unknown>;
}

export async function readStream(
  url: string,
  query: string,
  { headers = {}, variables, extensions }: StreamOptions = {},
): Promise<EventStream> {
  const abort = new AbortController();
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables, extensions }),
    signal: abort.signal,
  });
  const events = new Collected<SentEvent>();
  const comments = new Collected<string>();
  const read = async (): Promise<boolean> => {
    const parser = new EventStreamParser();
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        for (const event of parser.push(decoder.decode(chunk, { stream: true }))) {
          if (typeof event === 'string') comments.add(event);
          else events.add(event);
        }
      }
      return true;
    } catch {
      return false;
    } finally {
      events.fail(new Error(`the stream ended after ${JSON.stringify(events.items)}`));
      comments.fail(new Error('the stream ended'));
    }
  };
  // The test itself reads a response of another type.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  const ended = isStream ? read() : Promise.resolve(true);
  return { response, events, comments, ended, stop: () => abort.abort() };
}
