import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nameOf, ROUTES } from 'learning-platform-kit/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Station, startStation } from '../matrix/run.ts';
import { IN_ORDER } from '../support/suite.ts';

/** A field for every read route that takes an ID or text, all with the same value. */
const OF_USERS = `query ($id: ID!, $text: String!) {
  course(id: $id) {
    objectives { performance { score } }
    levels { lessons { locked(studentId: $id) } }
    questions { id }
    notes { nodes { id } }
  }
  theClass: class(id: $id) { students { id } notes { nodes { id } } levels { id } }
  note(id: $id) { id }
  notes(filter: { lessonId: $id, userId: $id, classId: $id, studentId: $id, courseId: $id }) { nodes { id } }
  bucket(id: $id) { data }
  leaderboard(categories: [$text]) { nodes { score } }
  leaderboardRank(categories: [$text], userId: $id) { score }
  searchUsers(term: $text) { nodes { id } }
}`;
/** Separate documents: bucket keys and IDs in lists have their own validation. */
const OF_BUCKETS = 'query ($id: ID!, $text: String!) { bucket(id: $id) { data(key: $text) } }';
const OF_PLUGINS = `query ($id: ID!) {
  learningRecords(orgIds: [$id]) { extra }
  courseBadges(orgIds: [$id]) { id }
  objectiveBadges(orgIds: [$id]) { id }
  badgeAssertions(userIds: [$id]) { id }
  otherSkills(userIds: [$id]) { extra }
}`;

/** Query parameters other than the caller's IDs and texts. */
const OTHER_PARAMETERS = new Set(['limit', 'page', 'count', 'showRemoved', 'acknowledge', 'since']);

describe('an ID with hostile content', IN_ORDER, () => {
  let station: Station;
  let strayRequests = 0;
  const elsewhere = createServer((_request, response) => {
    strayRequests += 1;
    response.end('{}');
  });
  beforeAll(async () => {
    elsewhere.listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    station = await startStation();
  });
  afterAll(() => {
    elsewhere.close();
    return station.gateway.close();
  });
  const elsewhereAt = (): string => `127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;

  const HOSTILE: readonly [name: string, id: (address: string) => string][] = [
    ['a path traversal', () => '../../../admin'],
    ['an encoded path traversal', () => '%2e%2e%2f%2e%2e%2fadmin'],
    ['another URL', (address) => `http://${address}/`],
    ['another host without a scheme', (address) => `//${address}/`],
    ['backslashes', (address) => `\\\\${address}\\`],
    ['a host after userinfo', (address) => `@${address}/`],
    ['further parameters', () => 'x&courseId=c-other&id=other'],
    ['another query and a fragment', () => '?id=other#fragment'],
    ['a second request', (address) => `x HTTP/1.1\r\nHost: ${address}\r\n\r\nGET /admin HTTP/1.1\r\n\r\n`],
    ['a header', () => 'x\r\nauthorization: Bearer other'],
    ['a null character', () => 'x\u0000y'],
    ['a lone surrogate', () => 'x\ud800y'],
    ['an invalid percent encoding', () => '%zz%'],
    ['a plus sign and spaces', () => ' a+b '],
    ['right-to-left and combining characters', () => '\u202eid\u0301\u200b'],
    ['a prototype key', () => '__proto__'],
    ['a template', () => '{{7*7}}<%= 7 %>'],
    ['as many characters as an ID may have', () => 'x'.repeat(256)],
  ];

  it.each(HOSTILE)(
    '(%s) reaches only the documented routes of the configured hosts, as one value',
    async (_, of) => {
      const { gateway, credentials } = station;
      const id = of(elsewhereAt());
      const seen = gateway.requests.length;
      for (const [document, as] of [
        [OF_USERS, credentials.user],
        [OF_BUCKETS, credentials.user],
        [OF_PLUGINS, credentials.plugin],
      ] as const) {
        const { errors } = await gateway.query(document, { as, variables: { id, text: id } });
        for (const { extensions } of errors)
          expect(extensions.code).toMatch(/^(BAD_USER_INPUT|UPSTREAM_UNAVAILABLE|UPSTREAM_BAD_RESPONSE)$/);
      }
      const requests = gateway.requests.slice(seen);
      expect(requests.length).toBeGreaterThan(10);
      const hosts = [gateway.sandbox.url, gateway.sandbox.notesUrl].map((url) => new URL(url).host);
      for (const { method, path, query, headers } of requests) {
        const route = ROUTES.find((known) => nameOf(known) === `${method} ${path}`);
        expect(`${method} ${path}`).toBe(route && nameOf(route));
        expect(hosts).toContain(headers.host);
        expect(headers.authorization ?? headers.authentication).toBe(
          (path.startsWith('/plugin/') ? credentials.plugin : credentials.user).authorization,
        );
        const takes = (route?.parameters ?? []).map((parameter) => parameter.name);
        for (const [name, value] of new URLSearchParams(query)) {
          expect(takes).toContain(name);
          if (!OTHER_PARAMETERS.has(name)) expect([id.toWellFormed(), 'c', 'c-of-note']).toContain(value);
        }
      }
      expect(strayRequests).toBe(0);
    },
  );

  it('was sent to every read route that takes an ID or text', async () => {
    const called = new Set(station.gateway.requests.map(({ method, path }) => `${method} ${path}`));
    const taking = ROUTES.filter(
      ({ method, path }) => method === 'GET' && path !== '/oauth/v2/signin',
    ).filter(({ parameters }) => parameters.some(({ name }) => !OTHER_PARAMETERS.has(name)));
    expect(taking.length).toBeGreaterThan(15);
    expect(taking.map(nameOf).filter((route) => !called.has(route))).toEqual([]);
  });
});
