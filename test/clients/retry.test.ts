import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { readEvents, StreamRefused } from '../../client/src/stream.ts';

/** A server of event streams that answers in turn with these responses. */
interface Turn {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

const EVENT: Turn = {
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  body: 'id: c1\nevent: next\ndata: {"data":{}}\n\nevent: complete\n\n',
};
const errorBody = (extensions: object) =>
  JSON.stringify({ errors: [{ message: 'Refused.', extensions: { requestId: 'r', ...extensions } }] });

let server: Server | undefined;
afterEach(() => void server?.close());

/** @returns the URL, and when each request arrived. */
async function serve(turns: readonly Turn[]): Promise<{ url: string; times: number[] }> {
  const times: number[] = [];
  server = createServer((_request, response) => {
    const { status, headers = {}, body = '' } = turns[times.length] ?? EVENT;
    times.push(performance.now());
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}/graphql`, times };
}

async function readAll(url: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of readEvents({ url, query: 'subscription { s { cursor } }' })) ids.push(id);
  return ids;
}

describe('a reader of server-sent events', () => {
  it.each<[string, Turn]>([
    ['`Retry-After` in seconds', { status: 503, headers: { 'retry-after': '1' } }],
    ['`Retry-After` as a date', { status: 429 }],
    [
      '`retryAfterMs` of an error',
      { status: 429, body: errorBody({ code: 'RATE_LIMITED', retryable: true, retryAfterMs: 1000 }) },
    ],
  ])('waits as long as %s says', async (name, refusal) => {
    // A date has whole seconds, so it is written when the request arrives.
    const dated = name.includes('date');
    const turn = dated
      ? { ...refusal, headers: { 'retry-after': new Date(Date.now() + 2500).toUTCString() } }
      : refusal;
    const { url, times } = await serve([turn]);
    expect(await readAll(url)).toEqual(['c1']);
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(dated ? 500 : 990);
  });

  it('retries soon without such a demand, or with one that makes no sense', async () => {
    const { url, times } = await serve([
      { status: 502 },
      { status: 503, headers: { 'retry-after': 'later' } },
    ]);
    expect(await readAll(url)).toEqual(['c1']);
    expect(times).toHaveLength(3);
  });

  it('does not retry what the gateway refuses for good', async () => {
    const { url, times } = await serve([
      { status: 400, body: errorBody({ code: 'BAD_USER_INPUT', retryable: false }) },
    ]);
    const error = await readAll(url).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StreamRefused);
    expect(error).toMatchObject({ status: 400, message: 'Refused.' });
    expect(times).toHaveLength(1);
  });
});
