import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, SYSTEM_CLOCK } from '../../packages/client/src/clock.ts';
import {
  AcknowledgeNotificationDocument,
  CreateNoteDocument,
  SubmitScoreDocument,
} from '../../packages/client/src/documents.ts';
import { hasCode } from '../../packages/client/src/errors.ts';
import {
  Outbox,
  type OutboxEntry,
  OutboxFull,
  type OutboxOptions,
  type OutboxStatus,
} from '../../packages/client/src/outbox.ts';
import { memoryStorage, Session } from '../../packages/client/src/session.ts';
import { createFetch, gatewayError } from '../../packages/client/src/testing.ts';
import { Collected } from '../support/collected.ts';
import { proxyOfEachTest, suiteGateway } from '../support/suite.ts';
import { ManualClock } from './manual-clock.ts';

const ANA = { accessToken: 'demo-student-token', refreshToken: null };
const MARCUS = { accessToken: 'demo-instructor-token', refreshToken: null };
const CLASS = 'g-first-aid-spring';
const HOUR = 3_600_000;

const gateway = suiteGateway();
const proxy = proxyOfEachTest(gateway);
let url: string;
beforeEach(() => {
  url = `http://127.0.0.1:${proxy.port}/graphql`;
});

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

let devices = 0;

/** What is left of an app when no page of it is open. */
function device(clock: Clock = SYSTEM_CLOCK) {
  devices += 1;
  return { name: `device-${devices}`, storage: memoryStorage(), clock };
}

/** Opens a page of the app. */
function page({ name, storage, clock }: ReturnType<typeof device>, options: Partial<OutboxOptions> = {}) {
  const session = new Session({ url, name, storage });
  const outbox = new Outbox({ url, session, name, storage, clock, ...options });
  open.push(outbox, session);
  return { session, outbox, add: (text: string) => outbox.add(CreateNoteDocument, note(text)) };
}

const note = (text: string) => ({ input: { text, classId: CLASS } });
const statuses = (outbox: Outbox): OutboxStatus[] => outbox.state().map(({ status }) => status);

/** Resolves when the entries are like this. */
function until(outbox: Outbox, isReached: (entries: readonly OutboxEntry[]) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (!isReached(outbox.state())) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = outbox.subscribe(check);
    check();
  });
}
const untilStatuses = (outbox: Outbox, ...expected: OutboxStatus[]): Promise<void> =>
  until(outbox, (entries) => entries.map(({ status }) => status).join() === expected.join());

/** Texts of the notes that the platform was told to create, in order. */
const written = (): string[] =>
  gateway.requests
    .filter(({ method, path }) => method === 'PUT' && path === '/edu/v1/note')
    .map(({ body }) => JSON.parse(body).text);
const writtenLike = (start: string): string[] => written().filter((text) => text.startsWith(start));

describe('an outbox', () => {
  it('sends what was written without a network, after a restart, in order and once', async () => {
    const phone = device();
    const first = page(phone);
    await first.session.start(ANA);
    await until(first.outbox, () => first.session.state().status === 'signed-in');
    proxy.cut();
    for (const number of [1, 2, 3]) await first.add(`train ${number}`);
    expect(statuses(first.outbox)).not.toContain('sent');
    first.outbox.close();
    first.session.close();

    proxy.restore();
    const second = page(phone);
    const seen = new Collected<string>();
    second.outbox.subscribe(() => seen.add(statuses(second.outbox).join()));
    await untilStatuses(second.outbox, 'sent', 'sent', 'sent');
    expect(writtenLike('train')).toEqual(['train 1', 'train 2', 'train 3']);
    expect(seen.items).toEqual(
      expect.arrayContaining(['sending,queued,queued', 'sent,sending,queued', 'sent,sent,sending']),
    );
    const [entry] = second.outbox.state();
    expect(entry).toMatchObject({
      field: 'createNote',
      variables: note('train 1'),
      data: { createNote: { note: { text: 'train 1' } } },
    });
  });

  it('keeps the key of a write whose response was lost, also over a restart', async () => {
    const clock = new ManualClock();
    const phone = device(clock);
    const keys: (string | null)[] = [];
    const lost = new Collected<string>();
    const losing: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(init?.body).includes('createNote')) return response;
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      if (keys.length > 2) return response;
      lost.add('a response');
      throw new TypeError('the connection is lost');
    };
    const first = page(phone, { fetch: losing });
    await first.session.start(ANA);
    await first.add('Heard twice');
    await lost.reach(1);
    await untilStatuses(first.outbox, 'queued');
    clock.advance(1000);
    await lost.reach(2);
    await untilStatuses(first.outbox, 'queued');
    expect(first.outbox.state()[0]?.tried).toBe(true);
    first.outbox.close();

    const second = page(phone, { fetch: losing });
    await untilStatuses(second.outbox, 'sent');
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
    expect(writtenLike('Heard twice')).toHaveLength(1);
  });

  it('sends and shows nothing under the session of another user, and everything when its user is back', async () => {
    const shared = device();
    const { session, outbox, add } = page(shared);
    await session.start(ANA);
    await add('known by now');
    await untilStatuses(outbox, 'sent');
    proxy.cut();
    await add('for Ana alone 1');
    await add('for Ana alone 2');
    await session.signOut();
    expect(outbox.state()).toEqual([]);
    await expect(add('by nobody')).rejects.toThrow('Nobody is signed in.');

    proxy.restore();
    const before = gateway.requests.length;
    const other = page(shared);
    await other.session.start(MARCUS);
    await other.add('from Marcus');
    await untilStatuses(other.outbox, 'sent');
    expect(other.outbox.state()).toHaveLength(1);
    const calls = gateway.requests.slice(before).filter(({ method }) => method !== 'GET');
    expect(calls.map(({ path, body }) => [path, JSON.parse(body).text])).toEqual([
      ['/edu/v1/note', 'from Marcus'],
    ]);

    await other.session.start(ANA);
    await untilStatuses(other.outbox, 'sent', 'sent');
    expect(writtenLike('for Ana')).toEqual(['for Ana alone 1', 'for Ana alone 2']);
    const author = gateway.requests.find(({ body }) => body.includes('for Ana alone 1'));
    expect(author?.headers.authorization).toBe(`Bearer ${ANA.accessToken}`);
  });

  it('sends nothing under a session that replaces another while the token is renewed', async () => {
    const { session, outbox, add } = page(device(), {
      fetch: async (input, init) => {
        const { authorization } = Object.fromEntries(new Headers(init?.headers));
        if (!String(init?.body).includes('not by Marcus') || !authorization?.endsWith(ANA.accessToken))
          return fetch(input, init);
        await session.start(MARCUS);
        return Response.json({ data: { createNote: null }, errors: [gatewayError('UNAUTHENTICATED')] });
      },
    });
    await session.start(ANA);
    await add('not by Marcus');
    await until(outbox, () => session.state().status === 'signed-in' && outbox.state().length === 0);
    await add('indeed by Marcus');
    await untilStatuses(outbox, 'sent');
    expect(written().filter((text) => text.endsWith('by Marcus'))).toEqual(['indeed by Marcus']);
  });

  it('shows why an entry was refused, sends the next one, and sends the refused one again or removes it', async () => {
    const { session, outbox } = page(device());
    await session.start(ANA);
    const refused = await outbox.add(AcknowledgeNotificationDocument, { input: { id: 'none' } });
    await outbox.add(SubmitScoreDocument, { input: { categories: ['offline'], score: 7 } });
    await untilStatuses(outbox, 'failed', 'sent');
    const errors = outbox.state()[0]?.errors ?? [];
    expect(errors).toHaveLength(1);
    expect(hasCode(errors, 'NOT_FOUND')).toBe(true);
    const again = new Collected<string>();
    outbox.subscribe(() => again.add(statuses(outbox).join()));
    await outbox.retry(refused);
    await until(outbox, () => again.items.includes('sending,sent'));
    await untilStatuses(outbox, 'failed', 'sent');
    await outbox.discard(refused);
    expect(statuses(outbox)).toEqual(['sent']);
  });

  it('says so if a write may have been made, and sends it under a new key when the user wants that', async () => {
    const keys: (string | null)[] = [];
    const serve = createFetch();
    const { session, outbox, add } = page(device(), {
      fetch: async (input, init) => {
        if (!String(init?.body).includes('createNote')) return serve(input, init);
        keys.push(new Headers(init?.headers).get('idempotency-key'));
        if (keys.length > 1) return serve(input, init);
        return Response.json({ data: { createNote: null }, errors: [gatewayError('OUTCOME_UNKNOWN')] });
      },
    });
    await session.start(ANA);
    const id = await add('perhaps');
    await untilStatuses(outbox, 'unknown');
    expect(hasCode(outbox.state()[0]?.errors, 'OUTCOME_UNKNOWN')).toBe(true);
    await outbox.retry(id);
    await untilStatuses(outbox, 'sent');
    expect(new Set(keys).size).toBe(2);
  });

  it('does not send by itself what is older than the memory of the gateway', async () => {
    const clock = new ManualClock();
    const phone = device(clock);
    const { session, outbox, add } = page(phone);
    await session.start(ANA);
    proxy.cut();
    const id = await add('from yesterday');
    outbox.close();
    clock.sleep(23 * HOUR);
    proxy.restore();
    const next = page(phone);
    await untilStatuses(next.outbox, 'expired');
    expect(writtenLike('from yesterday')).toEqual([]);
    await next.outbox.retry(id);
    await untilStatuses(next.outbox, 'sent');
    expect(writtenLike('from yesterday')).toHaveLength(1);
  });

  it('stores what is added after it was closed, and another tab sends it', async () => {
    const browser = device();
    const [one, two] = [page(browser), page(browser)];
    await one.session.start(ANA);
    one.outbox.close();
    await one.add('after closing');
    await untilStatuses(two.outbox, 'sent');
    expect(writtenLike('after closing')).toHaveLength(1);
  });

  it('sends each entry once from two tabs, and shows the same in both', async () => {
    const browser = device();
    const [one, two] = [page(browser), page(browser)];
    await one.session.start(ANA);
    proxy.cut();
    for (const number of [1, 2, 3]) {
      await one.add(`tab one ${number}`);
      await until(two.outbox, (entries) => entries.length === 2 * number - 1);
      await two.add(`tab two ${number}`);
      await until(one.outbox, (entries) => entries.length === 2 * number);
    }
    proxy.restore();
    const all = Array<OutboxStatus>(6).fill('sent');
    await Promise.all([untilStatuses(one.outbox, ...all), untilStatuses(two.outbox, ...all)]);
    expect(writtenLike('tab')).toEqual([1, 2, 3].flatMap((n) => [`tab one ${n}`, `tab two ${n}`]));
  });

  it('waits as long as the gateway requires, and takes no page of a hotspot for an answer', async () => {
    const clock = new ManualClock();
    const phone = device(clock);
    const serve = createFetch();
    const attempts = new Collected<number>();
    const { session, outbox, add } = page(phone, {
      fetch: async (input, init) => {
        if (!String(init?.body).includes('createNote')) return serve(input, init);
        attempts.add(clock.now());
        const [first, second] = attempts.items;
        if (second === undefined) return new Response('<h1>Accept our terms</h1>', { status: 200 });
        if (attempts.items.length > 2 || first === undefined) return serve(input, init);
        const error = gatewayError('RATE_LIMITED', 'Too many requests.', { retryAfterMs: 7000 });
        return Response.json({ errors: [error] }, { status: 429 });
      },
    });
    await session.start(ANA);
    await add('patient');
    await attempts.reach(1);
    await untilStatuses(outbox, 'queued');
    clock.advance(500);
    await attempts.reach(2);
    await clock.due(7000);
    clock.advance(6999);
    expect(attempts.items).toHaveLength(2);
    clock.advance(1);
    await clock.due(0, 1000);
    clock.advance(1000);
    await untilStatuses(outbox, 'sent');
    expect(attempts.items).toHaveLength(3);
  });

  it('takes a hundred entries, and mutations that take a key alone', async () => {
    const { session, outbox, add } = page(device());
    await session.start(ANA);
    await expect(outbox.add('mutation { signOut { __typename } }', {})).rejects.toThrow(TypeError);
    await expect(outbox.add('{ me { id } }', {})).rejects.toThrow(TypeError);
    proxy.cut();
    for (let count = 0; count < 100; count += 1) await add('many');
    await expect(add('too many')).rejects.toThrow(OutboxFull);
    expect(outbox.state()).toHaveLength(100);
  });

  it('survives a storage with other content, and one that refuses to write', async () => {
    const phone = device();
    await phone.storage.setItem(`${phone.name}.outbox`, '{"entries":[{"id":1},null],"owners":[7]}');
    const { session, outbox, add } = page(phone);
    await session.start(ANA);
    await add('still works');
    await untilStatuses(outbox, 'sent');
    const full = page(device(), {
      storage: {
        getItem: () => null,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
        removeItem: () => {},
      },
    });
    await full.session.start(ANA);
    await expect(full.add('lost otherwise')).rejects.toThrow('full');
    expect(full.outbox.state()).toEqual([]);
  });

  it('sends the hash of a trusted document', async () => {
    const serve = createFetch();
    const bodies: string[] = [];
    const { session, outbox, add } = page(device(), {
      trustedDocuments: true,
      fetch: async (input, init) => {
        bodies.push(String(init?.body));
        return serve(input, init);
      },
    });
    await session.start(ANA);
    await add('hashed');
    await untilStatuses(outbox, 'sent');
    expect(JSON.parse(bodies.at(-1) ?? '')).toEqual({
      documentId: expect.stringMatching(/[\da-f]{64}$/),
      variables: note('hashed'),
    });
  });
});
