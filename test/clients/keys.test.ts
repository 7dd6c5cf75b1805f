import { describe, expect, it } from 'vitest';
import { createFetch, createFixtureGraph, gatewayError } from '../../packages/client/src/testing.ts';
import { LIBRARIES } from './libraries.ts';
import { ManualClock } from './manual-clock.ts';

const url = 'http://gateway.test/graphql';
const session = { authorization: () => 'Bearer any' };
const NOTE =
  'mutation Note { createNote(input: { text: "once", classId: "g-first-aid-spring" }) { noteId } }';
const OWN_KEY = 'a key of the app';

/** A gateway that answers the first mutation with a retryable error, and notes the keys that it receives. */
function gatewayWith(refusals = 0) {
  const keys: (string | null)[] = [];
  const graph = createFixtureGraph();
  const serve = createFetch(graph);
  const send: typeof fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    if (keys.length > refusals) return serve(input, init);
    return Response.json({ data: { createNote: null }, errors: [gatewayError('IN_PROGRESS', 'It runs.')] });
  };
  return { keys, send };
}

describe.each(LIBRARIES)('%s', (_name, open) => {
  it('sends a new key with each mutation that writes, the same with its retry', async () => {
    const { keys, send } = gatewayWith(1);
    const clock = new ManualClock();
    const client = open({ url, session, fetch: send, clock });
    const first = client.mutate(NOTE);
    await clock.due(1000);
    clock.advance(1000);
    const noteId = expect.stringContaining('fixture-');
    expect(await first).toMatchObject({ data: { createNote: { noteId } } });
    await client.mutate(NOTE);
    expect(keys[0]).toMatch(/^[\x21-\x7e]{8,128}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
    expect(keys[2]).toMatch(/^[\x21-\x7e]{8,128}$/);
  });

  it('keeps the key of the app, which repeats an action', async () => {
    const { keys, send } = gatewayWith();
    const client = open({ url, session, fetch: send, clock: new ManualClock() });
    const results = [await client.mutate(NOTE, OWN_KEY), await client.mutate(NOTE, OWN_KEY)];
    expect(keys).toEqual([OWN_KEY, OWN_KEY]);
    expect(JSON.stringify(results[1])).toContain('fixture-1');
  });

  it.each([
    ['a query', 'query', 'query Me { me { id } }'],
    ['a mutation that writes nothing', 'mutate', 'mutation Out { signOut { __typename } }'],
    [
      'a mutation of several fields, which need a key each',
      'mutate',
      `mutation Both {
        one: acknowledgeNotification(input: { id: "1" }) { notificationId }
        two: acknowledgeNotification(input: { id: "2" }) { notificationId }
      }`,
    ],
    [
      'a fragment, of which the package does not know the fields',
      'mutate',
      'mutation Part { ...Note } fragment Note on Mutation { createNote(input: { text: "mutation { submitScore }" }) { noteId } }',
    ],
  ] as const)('sends no key with %s', async (_what, kind, text) => {
    const { keys, send } = gatewayWith();
    await open({ url, session, fetch: send, clock: new ManualClock() })[kind](text);
    expect(keys).toEqual([null]);
  });

  it('sends a key with the only field, whatever its alias, arguments and directives', async () => {
    const { keys, send } = gatewayWith();
    const text = `mutation Note @later(if: false) {
      # mutation { signOut { __typename } }
      __typename
      made: createNote(input: { text: "} ) \\" {", classId: "g-first-aid-spring" }) @include(if: true) { note { id text } }
    }`;
    await open({ url, session, fetch: send, clock: new ManualClock() }).mutate(text);
    expect(keys).toEqual([expect.any(String)]);
  });
});
