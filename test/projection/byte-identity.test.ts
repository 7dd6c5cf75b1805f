import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { answer } from '../support/faults.ts';
import { FULL } from '../support/fleet-form.ts';
import { as, callOf, startGateway, type TestGateway } from '../support/gateway.ts';
import { overSocket } from '../support/over-socket.ts';
import { largeBodies } from './bodies.ts';
import { driftedBody } from './drifted-body.ts';

const UNHURRIED = { LIMIT_RATE: '0', LOG_LEVEL: 'warn' };

describe('the compiled executor and graphql-js', () => {
  let projecting: TestGateway;
  let parsing: TestGateway;
  let bodies: ReadonlyMap<string, unknown>;
  beforeAll(async () => {
    [projecting, parsing] = await Promise.all([
      startGateway({ environment: { ...UNHURRIED, EXECUTOR: 'compiled' } }),
      startGateway({ environment: { ...UNHURRIED, EXECUTOR: 'graphql-js' } }),
    ]);
    bodies = await largeBodies(parsing.sandbox);
  });
  afterAll(() => Promise.all([projecting.close(), parsing.close()]));
  afterEach(() => {
    projecting.faults.clear();
    parsing.faults.clear();
  });

  /** The same body on both platforms. */
  const serve = (route: string, body: Buffer): void => {
    for (const { faults } of [projecting, parsing]) faults.set(route, answer(body));
  };
  const drift = (): void => {
    for (const [number, [route, json]] of [...bodies].entries()) serve(route, driftedBody(json, number));
  };

  /** The response twice: documents that were sent before take another path. */
  const respond = async (gateway: TestGateway, query: string, more: Record<string, string> = {}) => {
    const seen = gateway.requests.length;
    const responses: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': 'same', ...as.student, ...more },
        body: JSON.stringify({ query }),
      });
      const { status, headers } = response;
      const shown = ['content-type', 'content-length'].map((name) => headers.get(name));
      responses.push([status, ...shown, await response.text()]);
    }
    return { responses, calls: gateway.requests.slice(seen).map(callOf).toSorted() };
  };
  const expectSame = async (query: string, headers: Record<string, string> = {}): Promise<void> => {
    const [projected, parsed] = await Promise.all([
      respond(projecting, query, headers),
      respond(parsing, query, headers),
    ]);
    expect(projected, query).toEqual(parsed);
  };

  it('report the same platform calls to a client that asks for them', async () => {
    drift();
    const query = '{ courses(first: 100) { nodes { id name } } }';
    await expectSame(query);
    const shown = async ({ url }: TestGateway) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...as.student },
        body: JSON.stringify({ query, extensions: { upstream: true } }),
      });
      return (await response.text()).replaceAll(/"(ms|start)":[\d.]+/g, '"$1":0');
    };
    expect(await shown(projecting)).toBe(await shown(parsing));
  });

  it.each([
    ['accept: text/event-stream', { accept: 'text/event-stream' }],
    ['accept: application/graphql-response+json', { accept: 'application/graphql-response+json' }],
  ])('respond the same with %s', async (_name, headers) => {
    drift();
    await expectSame('{ courses(first: 100) { nodes { id name coverPhotoId } totalCount } }', headers);
  });

  it('respond the same over a WebSocket', async () => {
    drift();
    const query =
      '{ courses(first: 100) { nodes { id description } totalCount } me { friends { user { id } } } }';
    const messages = await Promise.all(
      [projecting, parsing].map(async ({ url }) => [
        await overSocket(url, { query }),
        await overSocket(url, { query }),
      ]),
    );
    expect(messages[0]).toEqual(messages[1]);
    expect(messages[0]?.[1]).toContain('"totalCount"');
  });

  it.each([2000, ...(FULL ? [20_000] : [])])('respond the same to a class of %i students', async (count) => {
    const user = {
      userId: 'u',
      handle: '@é',
      firstName: 'A',
      lastName: null,
      userType: 'adult',
      accountType: 'Adult',
      country: 'PT',
    };
    const students = Array.from({ length: count }, (_, index) => ({
      studentId: index,
      user: { ...user, userId: index },
    }));
    const body = Buffer.from(JSON.stringify({ groupId: 1, name: 'x', students }));
    serve('GET /edu/v1/class/structure', body);
    await expectSame(
      '{ class(id: "1") { id name students { id user { id handle firstName lastName userType country } } } }',
    );
  });

  it('respond the same to a body of 10 MB', async () => {
    const docs = Array.from({ length: 100 }, (_, index) => ({
      courseId: `c-${index}`,
      description: 'é"'.repeat(25_000),
    }));
    const body = Buffer.from(JSON.stringify({ docs, total: 100 }));
    expect(body.length).toBeGreaterThan(10_000_000);
    serve('GET /edu/v1/course/list', body);
    await expectSame('{ courses(first: 100) { nodes { id description } totalCount } }');
  });

  it('respond the same to a total that no double can hold', async () => {
    const docs = Array.from({ length: 100 }, (_, index) => ({ courseId: `c-${index}` }));
    for (const total of ['123456789012345678901234567890', '0.1234567890123456789'])
      for (const list of [docs, []]) {
        serve('GET /edu/v1/course/list', Buffer.from(`{"docs":${JSON.stringify(list)},"total":${total}}`));
        await expectSame('{ courses(first: 100) { nodes { id } totalCount pageInfo { hasNextPage } } }');
      }
  });

  it('refuse the same responses as too large', async () => {
    const pair = await Promise.all(
      ['compiled', 'graphql-js'].map((EXECUTOR) =>
        startGateway({ environment: { ...UNHURRIED, LIMIT_RESPONSE: '104000', EXECUTOR } }),
      ),
    );
    const query = '{ courses(first: 100) { nodes { id name } totalCount } }';
    try {
      const isRefused: boolean[] = [];
      for (const length of [960, 980, 990, 1000, 1010, 1020, 1040]) {
        const docs = Array.from({ length: 100 }, (_, index) => ({
          courseId: `c-${index}`,
          name: 'x'.repeat(length),
        }));
        const responses = await Promise.all(
          pair.map((gateway) => {
            gateway.faults.set('GET /edu/v1/course/list', answer(JSON.stringify({ docs })));
            return respond(gateway, query);
          }),
        );
        // Each notices at a place of its own that the response is too large.
        const outcomes = responses.map((response) =>
          JSON.stringify(response).includes('OPERATION_TOO_EXPENSIVE') ? 'refused' : response,
        );
        expect(outcomes[0], String(length)).toEqual(outcomes[1]);
        isRefused.push(outcomes[0] === 'refused');
      }
      expect([isRefused.at(0), isRefused.at(-1)]).toEqual([false, true]);
    } finally {
      await Promise.all(pair.map((gateway) => gateway.close()));
    }
  });
});
