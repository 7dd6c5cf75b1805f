import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSignedOut } from '../../packages/client/src/errors.ts';
import { type ReadOptions, readEvents, StreamRefused } from '../../packages/client/src/stream.ts';
import { Collected } from '../support/collected.ts';
import { ManualClock } from './manual-clock.ts';

/** A server of event streams that answers in turn with these responses. */
interface Turn {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** The body has no end. */
  open?: boolean;
}

const NEXT = 'id: c1\nevent: next\ndata: {"data":{}}\n\n';
const EVENT: Turn = {
  status: 200,
  body: `${NEXT}event: complete\n\n`,
};
const errorBody = (extensions: object) =>
  JSON.stringify({ errors: [{ message: 'Refused.', extensions: { requestId: 'r', ...extensions } }] });

const UNAUTHENTICATED: Turn = {
  status: 401,
  body: errorBody({ code: 'UNAUTHENTICATED', retryable: false }),
};

let server: Server | undefined;
let clock: ManualClock;
beforeEach(() => {
  clock = new ManualClock();
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** @returns the URL, and the credential of each request. */
async function serve(turns: readonly Turn[]): Promise<{ url: string; requests: Collected<string> }> {
  const requests = new Collected<string>();
  server = createServer((request, response) => {
    const { status, headers = {}, body = '', open = false } = turns[requests.items.length] ?? EVENT;
    requests.add(request.headers.authorization ?? '');
    const type = status === 200 ? 'text/event-stream' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    if (open) response.write(body);
    else response.end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { url: `http://127.0.0.1:${address.port}/graphql`, requests };
}

async function readAll(url: string, options: Partial<ReadOptions> = {}): Promise<string[]> {
  const ids: string[] = [];
  const events = readEvents({ url, query: 'subscription { s { cursor } }', clock, ...options });
  for await (const { id } of events) ids.push(id);
  return ids;
}

describe('a reader of server-sent events', () => {
  it.each<[string, Turn, number]>([
    ['`Retry-After` in seconds', { status: 503, headers: { 'retry-after': '3' } }, 3000],
    [
      '`Retry-After` as a date',
      { status: 429, headers: { 'retry-after': new Date(new ManualClock().now() + 2000).toUTCString() } },
      2000,
    ],
    [
      '`retryAfterMs` of an error',
      { status: 429, body: errorBody({ code: 'RATE_LIMITED', retryable: true, retryAfterMs: 1500 }) },
      1500,
    ],
  ])('waits as long as %s says, and then with jitter', async (_name, turn, demanded) => {
    const { url, requests } = await serve([turn]);
    const read = readAll(url);
    await clock.due(demanded);
    clock.advance(demanded);
    await clock.due(0, 500);
    expect(requests.items).toHaveLength(1);
    clock.advance(500);
    expect(await read).toEqual(['c1']);
    expect(requests.items).toHaveLength(2);
  });

  it('retries with growing waits without such a demand, or with one that makes no sense', async () => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
    const { url, requests } = await serve([
      { status: 502 },
      { status: 503, headers: { 'retry-after': 'later' } },
      { status: 502 },
    ]);
    const read = readAll(url);
    for (const [failures, wait] of [495, 990, 1980].entries()) {
      await requests.reach(failures + 1);
      await clock.due(wait);
      clock.advance(wait);
    }
    expect(await read).toEqual(['c1']);
    random.mockRestore();
  });

  it('gives up a silent connection', async () => {
    const { url } = await serve([{ status: 200, body: NEXT, open: true }]);
    const events = readEvents({ url, query: 'subscription { s { cursor } }', clock });
    expect((await events.next()).value?.id).toBe('c1');
    const next = events.next();
    await clock.due(40_000);
    clock.advance(40_000);
    await clock.due(0, 500);
    clock.advance(500);
    expect((await next).value?.id).toBe('c1');
    await events.return();
  });

  it('does not retry what the gateway refuses for good', async () => {
    const { url, requests } = await serve([
      { status: 400, body: errorBody({ code: 'BAD_USER_INPUT', retryable: false }) },
    ]);
    const error = await readAll(url).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StreamRefused);
    expect(error).toMatchObject({ status: 400, message: 'Refused.' });
    expect(requests.items).toHaveLength(1);
  });

  it.each([
    ['a credential that nobody replaces', () => 'Basic wrong', ['Basic wrong']],
    ['no credential', () => '', ['']],
    [
      'a second credential as well',
      (refused: string | null) => (refused === null ? 'Bearer old' : 'Bearer new'),
      ['Bearer old', 'Bearer new'],
    ],
  ])('ends at once if the gateway refuses %s', async (_name, authorization, sent) => {
    const { url, requests } = await serve([UNAUTHENTICATED, UNAUTHENTICATED, UNAUTHENTICATED]);
    const error = await readAll(url, { session: { authorization } }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StreamRefused);
    expect(isSignedOut(error)).toBe(true);
    expect(requests.items).toEqual(sent);
  });

  it('continues at once with a credential that replaces a refused one', async () => {
    const { url, requests } = await serve([UNAUTHENTICATED]);
    const authorization = (refused: string | null) => (refused === null ? 'Bearer old' : 'Bearer new');
    expect(await readAll(url, { session: { authorization } })).toEqual(['c1']);
    expect(requests.items).toEqual(['Bearer old', 'Bearer new']);
  });
});
