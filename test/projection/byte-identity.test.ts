import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { recordResponses } from '../reach/responses.ts';
import { reachTable } from '../reach/table.ts';
import { settle, walkOne } from '../reach/walk.ts';
import { documents } from '../support/documents.ts';
import { answer } from '../support/faults.ts';
import { FULL } from '../support/fleet-form.ts';
import { as, callOf, startGateway, type TestGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { overSocket } from '../support/over-socket.ts';
import { schema } from '../support/schema.ts';
import { largeBodies, repeated } from './bodies.ts';
import { driftedBody } from './drifted-body.ts';
import { SAMPLES } from './samples.ts';

interface Extras {
  headers?: Record<string, string>;
  variables?: unknown;
}

const RUNS = FULL ? 5000 : 40;
const DRIFTS = FULL ? 100 : 1;
/** One with which both kinds of lists are common. How many exactly depends on the order of the calls. */
const SEED = 15;
const LONG = 3_600_000;
const COURSES = 'GET /edu/v1/course/list';
const UNHURRIED = { LIMIT_RATE: '0', LOG_LEVEL: 'warn', METRICS_PORT: '0' };

/** Places in the event log of a gateway, which no other has. */
const STREAM_CURSORS = /("streamCursor\w*":")[\w-]+/g;

/** A response with its errors in a certain order: calls fail in any. */
function partsOf(response: string): { errors: unknown[]; rest: string } {
  const text = response.replaceAll(STREAM_CURSORS, '$1…');
  if (!text.startsWith('{"errors"')) return { errors: [], rest: text };
  const { errors }: { errors?: unknown[] } = JSON.parse(text);
  if (!errors) throw new Error('no errors');
  const start = `{"errors":${JSON.stringify(errors)}`;
  expect(text.startsWith(start)).toBe(true);
  const sorted = errors.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  return { errors: sorted, rest: text.slice(start.length) };
}

/** The queries of the reach table, with the responses of their routes: those of a platform that nobody else changes. */
async function walkQueries() {
  const gateway = await startGateway();
  const responses = recordResponses(gateway);
  const walked: { query: string; variables: unknown; bodies: [string, unknown][] }[] = [];
  for (const reach of reachTable(await settle(gateway))) {
    const seen = responses.length;
    const { document, variables, authorization } = reach;
    await walkOne(gateway, reach);
    if (/^(mutation|subscription)/.test(document) || authorization !== as.student.authorization) continue;
    const bodies = responses
      .slice(seen)
      .filter(({ body }) => /^[[{]/.test(body))
      .map(({ route, body }): [string, unknown] => [route, repeated(JSON.parse(body))]);
    walked.push({ query: document, variables, bodies });
  }
  await gateway.close();
  return walked;
}

/** Members are inspected in samples, by the time. */
const isNoSample = ([key]: readonly [string, number]): boolean => / (response|row)\b/.test(key);

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

  /** The same body on both platforms. It is made once, if the route is called. */
  const serve = (route: string, make: () => Buffer): void => {
    let body: Buffer | null = null;
    for (const { faults } of [projecting, parsing])
      faults.set(route, (_request, response) => {
        body ??= make();
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(body);
      });
  };
  const drift = (seed: number): void => {
    for (const [number, [route, json]] of [...bodies].entries())
      serve(route, () => driftedBody(json, seed + number));
  };

  /** The response twice: documents that were sent before take another path. */
  const respond = async (gateway: TestGateway, query: string, { headers = {}, variables }: Extras) => {
    const seen = gateway.requests.length;
    const responses: unknown[] = [];
    for (let time = 0; time < 2; time += 1) {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-id': 'same', ...as.student, ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const { status, headers: received } = response;
      responses.push({
        status,
        type: received.get('content-type'),
        length: received.get('content-length'),
        ...partsOf(await response.text()),
      });
    }
    const calls = gateway.requests.slice(seen).map(callOf).toSorted();
    return { responses, calls, drift: [...(await gateway.drift())].filter(isNoSample).toSorted() };
  };
  const expectSame = async (query: string, extras: Extras = {}): Promise<void> => {
    const [projected, parsed] = await Promise.all([
      respond(projecting, query, extras),
      respond(parsing, query, extras),
    ]);
    expect(projected, query).toEqual(parsed);
  };

  it(`respond the same to ${RUNS} generated operations on drifted bodies`, {
    tags: 'slow',
    timeout: LONG,
  }, async () => {
    // Completed whatever comes later: the projector has given up on nothing yet.
    serve(COURSES, () =>
      Buffer.from(JSON.stringify(bodies.get(COURSES)).replace(/"name":"[^"]*"/, '"name":12')),
    );
    await expectSame('{ courses(first: 3) { nodes { id name } } }');
    await fc.assert(
      fc.asyncProperty(documents(schema, SAMPLES), fc.nat(), async (query, seed) => {
        drift(seed);
        await expectSame(query);
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
    const metrics = await readMetrics(projecting);
    expect(metrics.get('gateway_projected_lists_total{outcome="copied"}')).toBeGreaterThan(RUNS / 10);
    expect(metrics.get('gateway_projected_lists_total{outcome="completed"}')).toBeGreaterThan(0);
  });

  it(`respond the same to every query of the reach table, on its responses and ${DRIFTS} drifted forms of them`, {
    tags: 'slow',
    timeout: LONG,
  }, async () => {
    const walked = await walkQueries();
    expect(walked.length).toBeGreaterThan(20);
    for (const [index, { query, variables, bodies }] of walked.entries()) {
      for (let seed = 0; seed <= DRIFTS; seed += 1) {
        for (const [number, [route, json]] of bodies.entries())
          serve(route, () =>
            seed === 0
              ? Buffer.from(JSON.stringify(json))
              : driftedBody(json, index * 100 + seed * 7 + number),
          );
        await expectSame(query, { variables });
      }
      projecting.faults.clear();
      parsing.faults.clear();
    }
  });

  it('report the same platform calls to a client that asks for them', async () => {
    drift(0);
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
    drift(0);
    await expectSame('{ courses(first: 100) { nodes { id name coverPhotoId } totalCount } }', { headers });
  });

  it('respond the same over a WebSocket', async () => {
    drift(0);
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
    serve('GET /edu/v1/class/structure', () => body);
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
    serve('GET /edu/v1/course/list', () => body);
    await expectSame('{ courses(first: 100) { nodes { id description } totalCount } }');
  });

  it('refuse the same responses as too large', async () => {
    const pair = await Promise.all(
      ['compiled', 'graphql-js'].map((EXECUTOR) =>
        startGateway({ environment: { ...UNHURRIED, LIMIT_RESPONSE: '104000', METRICS_PORT: '', EXECUTOR } }),
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
            return respond(gateway, query, {});
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
