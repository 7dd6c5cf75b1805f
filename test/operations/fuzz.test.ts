import fc from 'fast-check';
import { getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { isErrorCode } from '../../src/graph/errors.ts';
import { documents } from '../support/documents.ts';
import { type Fault, html, json, status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import type { GraphError } from '../support/graph-error.ts';
import { schema } from '../support/schema.ts';
import { forSuite, suiteGateway } from '../support/suite.ts';
import { shown, startTwin } from '../support/twin.ts';

/** How often each kind of input is drawn; `FUZZ_RUNS=20000` for a long run. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 120);
const SEED = 20_261_121;
const LONG = 3_600_000;
/** Log lines of this level and above are faults. */
const ERROR = 50;

const SAMPLES = {
  depth: 5,
  leaveOut: ['Query.randomUsers'],
  samples: {
    id: ['c-first-aid', 'c-knots', 'nowhere', '../..', '\u202e'],
    first: [1, 2, 0, -1, 101],
    after: [null, 'altered', ''],
    term: ['a', '%'],
    key: ['', 'a.b', '__proto__'],
  },
};
/** Failing routes, with one kind of failure each; none is tried again. */
const FAILURES: [route: string, fault: Fault][] = [
  ['GET /edu/v1/course/objectives', status(500)],
  ['GET /edu/v1/course/levels', html],
  ['GET /edu/v1/class/structure', status(403)],
  ['GET /user/v1/my/friends', json([{ userId: 'f1', handle: { not: 'text' } }, { userId: 2 }])],
  ['GET /user/v1/my/profile', status(401)],
  ['GET /edu/v1/course/list', json({ docs: [{ courseId: 1, name: ['x'] }, { courseId: 2 }] })],
];
const PIECES = [
  '{',
  '}',
  '(',
  ')',
  '$yes',
  '...',
  '@skip',
  '"',
  '"""',
  'fragment F on Query',
  ':',
  '!',
  '[',
  '\0',
  'é',
  '#',
  '0x1',
  'id',
  '__typename',
  'query',
  'subscription',
  ' ',
];
const STUDENT = as.student.authorization ?? '';

/** Cuts, repeats or replaces a part of the source. */
const broken = (source: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.nat(source.length),
      fc.nat(12),
      fc.constantFrom('cut', 'repeat', 'replace'),
      fc.constantFrom(...PIECES),
    )
    .map(([at, length, how, piece]) => {
      const [head, part, tail] = [
        source.slice(0, at),
        source.slice(at, at + length),
        source.slice(at + length),
      ];
      if (how === 'cut') return head + tail;
      return head + (how === 'repeat' ? part + part : piece) + tail;
    });

/** Values that a client might send for a boolean. */
const variables = fc.record(
  {
    yes: fc.oneof(fc.boolean(), fc.jsonValue()),
    no: fc.oneof(fc.boolean(), fc.jsonValue()),
    other: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

describe('generated input', () => {
  const gateway = suiteGateway({ environment: { LOG_LEVEL: 'warn' } });
  const twin = forSuite(() => startTwin(schema, gateway.sandbox));

  const post = (body: unknown) => gateway.post(JSON.stringify(body), { as: as.student });
  const expectKnown = (errors: readonly GraphError[], input: unknown): void => {
    for (const { extensions } of errors) {
      expect(isErrorCode(extensions.code), JSON.stringify(input)).toBe(true);
      expect(extensions.code, JSON.stringify(input)).not.toBe('INTERNAL_SERVER_ERROR');
    }
  };
  const isValid = (source: string): boolean => {
    try {
      const document = parse(source, { maxTokens: 1500 });
      return validate(schema, document).length === 0 && getOperationAST(document)?.operation === 'query';
    } catch {
      return false;
    }
  };
  const byPath = (errors: readonly { path?: unknown; code: string }[]): string[] =>
    errors.map(({ path, code }) => `${JSON.stringify(path)} ${code}`).toSorted();

  it(
    `gets the same response as from graphql-js, new and known, or is rejected: ${2 * RUNS} documents, valid and broken, with variables, on a platform that works and on one that fails`,
    async () => {
      const seen = { compared: 0, rejected: 0 };
      const sources = documents(schema, SAMPLES).chain((source) =>
        fc.oneof(fc.constant(source), broken(source)),
      );
      await fc.assert(
        fc.asyncProperty(sources, variables, fc.subarray(FAILURES), async (query, values, failing) => {
          gateway.faults.clear();
          for (const [route, fault] of failing) gateway.faults.set(route, fault);
          const response = await post({ query, variables: values });
          expectKnown(response.errors, query);
          const tooExpensive = response.errors.some(
            ({ extensions }) => extensions.code === 'OPERATION_TOO_EXPENSIVE',
          );
          if (tooExpensive) return;
          if (!isValid(query)) {
            seen.rejected += 1;
            expect(response.status, query).not.toBe(500);
            expect(response.errors.length, query).toBeGreaterThan(0);
            return;
          }
          seen.compared += 1;
          const expected = shown(await twin.run(parse(query), STUDENT, values));
          for (const { data, errors } of [response, await post({ query, variables: values })]) {
            const codes = errors.map(({ path, extensions }) => ({ path, code: extensions.code }));
            expect(data, query).toEqual(expected.data);
            expect(byPath(codes), query).toEqual(byPath(expected.errors));
          }
        }),
        { numRuns: 2 * RUNS, seed: SEED },
      );
      expect(seen.compared).toBeGreaterThan(RUNS / 2);
      expect(seen.rejected).toBeGreaterThan(RUNS / 10);
    },
    LONG,
  );

  it(
    `gets a documented error code, whatever the envelope: ${RUNS} envelopes`,
    async () => {
      const envelope = fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            query: fc.oneof(
              fc.constantFrom('{ __typename }', '{ me { id } }', 'query A { __typename }'),
              fc.jsonValue(),
            ),
            variables: fc.jsonValue(),
            operationName: fc.oneof(fc.constantFrom('A', '', null), fc.jsonValue()),
            extensions: fc.oneof(fc.jsonValue(), fc.record({ persistedQuery: fc.jsonValue() })),
            documentId: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      );
      await fc.assert(
        fc.asyncProperty(envelope, async (body) => {
          const { status, errors } = await post(body);
          expectKnown(errors, body);
          expect([200, 400], JSON.stringify(body)).toContain(status);
          if (status === 400) expect(errors.length, JSON.stringify(body)).toBeGreaterThan(0);
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
    LONG,
  );

  it(
    `closes a socket with a code of the protocol, or gets a documented error code: ${RUNS} conversations`,
    async () => {
      const id = fc.constantFrom('1', '2', '', '__proto__');
      const query = fc.constantFrom(
        '{ __typename }',
        '{ me { id } }',
        '{ nobody }',
        'subscription { notificationReceived { cursor } }',
        '{',
      );
      const message = fc.oneof(
        {
          weight: 4,
          arbitrary: fc.record({ id, type: fc.constant('subscribe'), payload: fc.record({ query }) }),
        },
        { weight: 2, arbitrary: fc.record({ id, type: fc.constantFrom('complete', 'ping', 'pong') }) },
        {
          weight: 1,
          arbitrary: fc.record({
            id: fc.jsonValue(),
            type: fc.constantFrom('subscribe', 'connection_init', 'next', 'error'),
            payload: fc.oneof(
              fc.jsonValue(),
              fc.record({ query: fc.jsonValue(), variables: fc.jsonValue(), extensions: fc.jsonValue() }),
            ),
          }),
        },
        { weight: 1, arbitrary: fc.jsonValue() },
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(message, { minLength: 1, maxLength: 6 }),
          fc.boolean(),
          async (messages, greets) => {
            const { code, errors } = await converse(messages, greets);
            expectKnown(errors, messages);
            expect([1000, 4400, 4401, 4403, 4406, 4409, 4429], JSON.stringify(messages)).toContain(code);
          },
        ),
        { numRuns: RUNS, seed: SEED },
      );
    },
    LONG,
  );

  /** Sends everything, then waits for a pong and closes. */
  const converse = (
    messages: readonly unknown[],
    greets: boolean,
  ): Promise<{ code: number; errors: GraphError[] }> =>
    new Promise((resolve) => {
      const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      const errors: GraphError[] = [];
      const send = (message: unknown): void => socket.send(JSON.stringify(message));
      socket.on('open', () => {
        if (greets) send({ type: 'connection_init', payload: as.student });
        else for (const message of messages) send(message);
        if (!greets) socket.ping();
      });
      socket.on('message', (data) => {
        const { type, payload } = JSON.parse(String(data));
        if (type === 'connection_ack') {
          for (const message of messages) send(message);
          socket.ping();
        }
        if (type === 'error') errors.push(...payload);
        if (type === 'next') errors.push(...(payload.errors ?? []));
      });
      // Everything sent has been received by now; fast responses arrive within a turn.
      socket.on('pong', () => setImmediate(() => socket.close(1000)));
      socket.on('error', () => {});
      socket.on('close', (code) => resolve({ code, errors }));
    });

  it('causes no fault in the log', () => {
    const levels = gateway.logLines.map((line): number => JSON.parse(line).level);
    expect(gateway.logLines.filter((_line, index) => (levels[index] ?? 0) >= ERROR)).toEqual([]);
  });
});
