// @module-tag linux
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { AddressedClient } from '../support/addressed-client.ts';
import { PROXIES, startAttacker, startTarget, type Target } from '../support/attack.ts';
import { ROWS } from '../support/attacker.ts';
import { describeEach } from '../support/describe-each.ts';
import { note, pause } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { percentile } from '../support/percentile.ts';
import type { StartReverseProxy } from '../support/reverse-proxy.ts';

/**
 * One caller takes as much as it can of one resource, while others read: their reads never fail, and through a proxy take at most
 * twice as long as while the same attack meets another gateway, so that what it takes of the machine counts for both. Runs alternate,
 * after one that does not count: a process that has just started compiles what it runs.
 */
const ROUNDS = 3;
/** Milliseconds of each run. */
const DURATION = 3000;
/** Milliseconds after an attack that belong to it: what it has left open ends. */
const AFTERMATH = 500;
/** Milliseconds up to which the p99 of others may grow, whatever it was: all processes share two cores. */
const TOLERATED = 250;

/** Who reads: several, so that the 99th percentile is not the slowest read. */
const OTHERS = ['u-priya', 'u-tomas', 'u-kofi', 'u-leila'];
const COURSE = 'c-first-aid';
/** Of the platform, which shares the test's process: where an attack loads the platform. */
const READ = `{ course(id: "${COURSE}") { id name } }`;
/** Of the gateway alone. */
const TYPENAME = '{ __typename }';
const SUBSCRIBE = 'subscription { notificationReceived { cursor } }';
const SEND = `mutation ($text: String!) { ${Array.from(
  { length: 30 },
  (_, number) =>
    `n${number}: sendNotification(input: { receiverId: "u-ana", text: $text, persist: false }) { streamed }`,
).join(' ')} }`;

const p99 = (times: readonly number[]): number => Math.round(percentile(times, 0.99));

/** Reads as one user until aborted. @returns how long each read took: infinitely, if it failed. */
async function read(client: AddressedClient, query: string, token: string, signal: AbortSignal) {
  const times: number[] = [];
  while (!signal.aborted) {
    const startedAt = performance.now();
    const { data } = await client.query(query, { headers: as.bearer(token) }).catch(() => ({ data: null }));
    const isRead = data !== null && data.course !== null;
    times.push(isRead ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
    // Less than the rate of a user.
    await pause(60);
  }
  return times;
}

/** Courses that fail or hang by their ID, as input of a caller may; others are read as usual. */
function byInput({ url = '' }: IncomingMessage, response: ServerResponse): void {
  if (url.includes('failing')) response.writeHead(500).end();
  else if (!url.includes('hanging'))
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ courseId: COURSE, name: 'First aid' }));
}

/** What an attack needs, by its name. @returns tokens, or a cursor. */
const PREPARATIONS: Readonly<Record<string, (target: Target) => Promise<string[]>>> = {
  'input that fails or hangs, of three sign-ins of one user': async ({ gateway, client }) => {
    gateway.faults.set('GET /edu/v1/course', byInput);
    const tokens = [1, 2, 3].map(() => gateway.sandbox.issueToken('u-ana'));
    for (const token of tokens) await client.query('{ me { id } }', { headers: as.bearer(token) });
    return tokens;
  },
  'replays of four megabytes': async ({ client }) => {
    const stream = await client.stream(SUBSCRIBE, { headers: as.student });
    const [first] = await stream.events.reach(1);
    stream.stop();
    for (let sent = 0; sent < 8; sent += 1)
      await client.query(SEND, { headers: as.student, variables: { text: 'x'.repeat(16_000) } });
    return [String(first?.id)];
  },
  'streamed writes': async ({ gateway }) => {
    gateway.faults.set('PUT /notifications/v1', (_request, response) => {
      setTimeout(() => response.writeHead(200).end('{"ok":true}'), 2000).unref();
    });
    return [];
  },
};

/** How long reads took in each of the three states. */
interface Round {
  calm: number[];
  beside: number[];
  attacked: { times: number[]; sent: number };
}

/**
 * Reads from one gateway in three states, by turns: alone, while another gateway is attacked, and while this one is.
 * @returns the p99 of the last two.
 */
async function endure(startProxy: StartReverseProxy | null, name: string) {
  const target = await startTarget(startProxy);
  const other = await startTarget(startProxy);
  const { gateway, client } = target;
  const prepare = PREPARATIONS[name];
  const query = prepare ? READ : TYPENAME;
  const tokens = OTHERS.map((id) => gateway.sandbox.issueToken(id));
  // The users are known.
  for (const token of tokens) await client.query('{ me { id } }', { headers: as.bearer(token) });
  const [secrets, secretsOfOther] = [(await prepare?.(target)) ?? [], (await prepare?.(other)) ?? []];
  const readAll = async (signal: AbortSignal): Promise<number[]> =>
    (await Promise.all(tokens.map((token) => read(client, query, token, signal)))).flat();
  const readDuring = async (url: string, ofAttacker: readonly string[]) => {
    const end = new AbortController();
    const reading = readAll(end.signal);
    const attack = async (): Promise<number> => {
      const { sent } = await startAttacker(name, url, DURATION, ofAttacker);
      await pause(AFTERMATH);
      return sent;
    };
    const sent = await attack().finally(() => end.abort());
    return { times: await reading, sent };
  };
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({
      calm: await readAll(AbortSignal.timeout(DURATION)),
      beside: (await readDuring(other.url, secretsOfOther)).times,
      attacked: await readDuring(target.url, secrets),
    });
  const counted = rounds.slice(1);
  const alone = p99(counted.flatMap(({ calm }) => calm));
  const before = p99(counted.flatMap(({ beside }) => beside));
  const attacked = counted.flatMap(({ attacked: { times } }) => times);
  const [during, reads] = [p99(attacked), attacked.length];
  const sent = counted.reduce((sum, round) => sum + round.attacked.sent, 0);
  const all = rounds.flatMap(({ attacked: { times } }) => times);
  const failed = all.filter((time) => time === Number.POSITIVE_INFINITY).length;
  const logged = gateway.output().length;
  note(name, { proxy: startProxy?.name ?? null, sent, reads, alone, before, during, failed, logged });
  expect(gateway.isAlive).toBe(true);
  expect(failed).toBe(0);
  return { before, during };
}

const ALL = Object.keys(ROWS);

describeEach(PROXIES)(
  'a caller that takes what it can through %s',
  { tags: 'full', timeout: 120_000 },
  (_name, startProxy) => {
    it.each(ALL)('leaves others alone: %s', async (name) => {
      const { before, during } = await endure(startProxy, name);
      expect(during).toBeLessThanOrEqual(Math.max(2 * before, TOLERATED));
    });
  },
);

/** Without a proxy, nobody promises how long others wait; the figures are noted. */
describe('a caller that takes what it can of the gateway itself', { tags: 'full', timeout: 120_000 }, () => {
  it.each(ALL)('fails no request of others: %s', async (name) => void (await endure(null, name)));
});
