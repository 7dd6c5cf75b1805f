import { CombinedGraphQLErrors } from '@apollo/client';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  ERROR_CODES,
  type GatewayError,
  gatewayErrors,
  hasCode,
  INPUT_REASONS,
  isSignedOut,
  retryDelay,
  UPSTREAM_REASONS,
} from '../../packages/client/src/errors.ts';
import type { Credentials } from '../../packages/client/src/stream.ts';
import {
  ERROR_CODES as GATEWAY_CODES,
  INPUT_REASONS as GATEWAY_REASONS,
  UPSTREAM_REASONS as GATEWAY_UPSTREAM_REASONS,
} from '../../src/graph/errors.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';
import { apollo, LIBRARIES, urql } from './libraries.ts';
import { LOSSES, startLosingProxy } from './losing-proxy.ts';
import { ManualClock } from './manual-clock.ts';

const ME = '{ me { handle } }';
const NOTE =
  'mutation { createNote(input: { text: "once", classId: "g-first-aid-spring" }) { note { text } } }';
const NOTES = `mutation {
  one: createNote(input: { text: "once", classId: "g-first-aid-spring" }) { note { text } }
  two: createNote(input: { text: "once", classId: "g-first-aid-spring" }) { note { text } }
}`;

// Shorter than the platform's `Retry-After`, so that the gateway does not wait for it.
const gateway = suiteGateway({ clock: new FakeClock(), environment: { PLATFORM_TIMEOUT: '900' } });

/** A session with an expired token until it is renewed. */
function staleSession({ renewable = true } = {}) {
  const session = {
    renewals: 0,
    authorization: (refused: string | null): string => {
      if (refused !== null) session.renewals += 1;
      const isRenewed = renewable && session.renewals > 0;
      return isRenewed ? (as.student.authorization ?? '') : 'Bearer expired';
    },
  };
  return session;
}

const url = (): string => `${gateway.url}/graphql`;
const student = { authorization: () => as.student.authorization ?? '' };
const writes = (): number => gateway.requests.filter(({ method }) => method === 'PUT').length;
const slowOnce = (): void => {
  gateway.faults.set('GET /user/v1/my/profile', (...exchange) => {
    gateway.faults.clear();
    status(429, { 'retry-after': '1' })(...exchange);
  });
};

const connect = (open: typeof apollo, session: Credentials | undefined, at = url()) => {
  const clock = new ManualClock();
  return { clock, ...open({ url: at, session, clock }) };
};

describe.each(LIBRARIES)('%s', (_name, open) => {
  it('renews an expired session and sends the request again', async () => {
    const session = staleSession();
    const { data } = await connect(open, session).query(ME);
    expect(data).toMatchObject({ me: { handle: '@ana.ferreira' } });
    expect(session.renewals).toBe(1);
  });

  it('reports the refusal if there is no other token', async () => {
    const session = staleSession({ renewable: false });
    const { error } = await connect(open, session).query(ME);
    expect(isSignedOut(error)).toBe(true);
    expect(session.renewals).toBe(1);
  });

  it('waits for `retryAfterMs` and retries once: a query, and a mutation that has a key', async () => {
    const client = connect(open, student);
    slowOnce();
    const query = client.query(ME);
    await client.clock.due(1000);
    client.clock.advance(1000);
    expect((await query).data).toMatchObject({ me: { handle: '@ana.ferreira' } });
    gateway.faults.set('PUT /edu/v1/note', status(429, { 'retry-after': '1' }));
    const before = writes();
    const keyed = client.mutate(NOTE);
    await client.clock.due(1000);
    client.clock.advance(1000);
    expect(hasCode((await keyed).error, 'RATE_LIMITED')).toBe(true);
    expect(writes() - before).toBe(2);

    // Each of several fields needs a key of its own, which the app gives.
    const { error } = await client.mutate(NOTES);
    expect(hasCode(error, 'RATE_LIMITED')).toBe(true);
    expect(writes() - before).toBe(4);
  });

  it('reports at once what it would have to wait for longer than a few seconds', async () => {
    const client = connect(open, student);
    gateway.faults.set('GET /user/v1/my/profile', status(429, { 'retry-after': '6' }));
    const { error } = await client.query(ME);
    gateway.faults.clear();
    expect(retryDelay(error)).toBe(6000);
  });

  it.each(Object.entries(LOSSES))(
    'repeats what was lost %s: a query, and a mutation that has a key',
    async (_way, lose) => {
      await using proxy = await startLosingProxy(gateway.url);
      const client = connect(open, student, proxy.url);
      const repeated = async <Result>(sent: Promise<Result>): Promise<Result> => {
        await client.clock.due(1000);
        client.clock.advance(1000);
        return sent;
      };
      proxy.lose(lose);
      expect((await repeated(client.query(ME))).data).toMatchObject({ me: { handle: '@ana.ferreira' } });
      const before = writes();
      proxy.lose(lose);
      expect((await repeated(client.mutate(NOTE))).data).toMatchObject({
        createNote: { note: { text: 'once' } },
      });
      expect(writes() - before).toBe(1);
      proxy.lose(lose);
      expect((await client.mutate(NOTES)).error).toBeInstanceOf(Error);
      proxy.lose(lose, lose);
      expect((await repeated(client.query('{ me { id } }'))).error).toBeInstanceOf(Error);
    },
  );
});

describe('the errors that a client reports', () => {
  it('have the codes of the gateway', () => {
    expect(ERROR_CODES).toEqual(Object.keys(GATEWAY_CODES));
    expect(INPUT_REASONS).toEqual(Object.keys(GATEWAY_REASONS));
    expect(UPSTREAM_REASONS).toEqual(Object.keys(GATEWAY_UPSTREAM_REASONS));
  });

  it('are typed by their code', () => {
    const describeError = ({ extensions }: GatewayError) => {
      if (extensions.code === 'BAD_USER_INPUT') return extensions.argument;
      return extensions.code === 'OPERATION_TOO_EXPENSIVE' ? extensions.exceeded?.limit : null;
    };
    expectTypeOf(describeError).returns.toEqualTypeOf<
      readonly (string | number)[] | number | null | undefined
    >();
  });

  it('are read from responses, lists, and the errors of each client', async () => {
    const response = await gateway.query(ME);
    const { errors } = response;
    const expected = [
      expect.objectContaining({ extensions: expect.objectContaining({ code: 'UNAUTHENTICATED' }) }),
    ];
    const [fromApollo, fromUrql] = await Promise.all([
      connect(apollo, undefined).query(ME),
      connect(urql, undefined).query(ME),
    ]);
    expect(CombinedGraphQLErrors.is(fromApollo.error)).toBe(true);
    for (const reported of [errors, { errors }, errors[0], fromApollo.error, fromUrql.error])
      expect(gatewayErrors(reported)).toEqual(expected);
    expect(gatewayErrors(response)[0]?.extensions.requestId).toMatch(/\S/);
    for (const other of [
      null,
      undefined,
      'text',
      new TypeError('fetch failed'),
      [{ message: 'x' }],
      { errors: 'x' },
    ])
      expect(gatewayErrors(other)).toEqual([]);
  });

  it('drop extensions that are not of their type', () => {
    const extensions = { code: 'RATE_LIMITED', retryable: 'yes', retryAfterMs: 'soon', argument: 'first' };
    expect(gatewayErrors([{ message: 'm', extensions }])).toEqual([
      { message: 'm', extensions: { code: 'RATE_LIMITED', retryable: false, requestId: null } },
    ]);
  });
});

describe('the retry delay', () => {
  const error = (extensions: object) => ({
    message: '',
    extensions: { code: 'RATE_LIMITED', ...extensions },
  });
  it.each([
    ['is null without an error', [], null],
    ['is null for an error that is not retryable', [error({ retryable: false })], null],
    [
      'is null if one error is not retryable',
      [error({ retryable: true }), error({ retryable: false })],
      null,
    ],
    ['is the one from the gateway', [error({ retryable: true, retryAfterMs: 3000 })], 3000],
    [
      'is the longest of several',
      [error({ retryable: true, retryAfterMs: 0 }), error({ retryable: true })],
      1000,
    ],
  ])('%s', (_, errors, delay) => {
    expect(retryDelay(errors)).toBe(delay);
  });
});
