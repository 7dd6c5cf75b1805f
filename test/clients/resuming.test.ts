import type { Client } from 'graphql-ws';
import { describe, expect, it } from 'vitest';
import { resuming } from '../../packages/client/src/stream.ts';

describe('resuming()', () => {
  type Sink = Parameters<Client['subscribe']>[1];
  /** A client that exposes the payload it would send now. */
  const fake = () => {
    const open: { sent(): unknown; sink: Sink; stopped: boolean }[] = [];
    const client = {
      subscribe: (payload: unknown, sink: Sink) => {
        const subscription = { sent: () => JSON.parse(JSON.stringify(payload)), sink, stopped: false };
        open.push(subscription);
        return () => {
          subscription.stopped = true;
        };
      },
    } as unknown as Client;
    return { client: resuming(client), open };
  };
  const sink = () => {
    const got: unknown[] = [];
    return {
      got,
      next: (value: unknown) => void got.push(value),
      error: (error: unknown) => void got.push(error),
      complete: () => void got.push('complete'),
    };
  };
  const item = (cursor: unknown) => ({ data: { root: { cursor } } });

  it('sends the last cursor of each subscription, or the given one', () => {
    const { client, open } = fake();
    const query = 'subscription S($after: String) { root(after: $after) { cursor } }';
    client.subscribe({ query }, sink());
    client.subscribe({ query, variables: { after: 'kept', id: 1 } }, sink());
    const [first, second] = open;
    expect(first?.sent()).toEqual({ query });
    expect(second?.sent()).toEqual({ query, variables: { after: 'kept', id: 1 } });
    first?.sink.next(item('a1'));
    second?.sink.next(item('b1'));
    second?.sink.next(item('b2'));
    second?.sink.next({ data: null, errors: [] });
    expect(first?.sent()).toEqual({ query, variables: { after: 'a1' } });
    expect(second?.sent()).toEqual({ query, variables: { after: 'b2', id: 1 } });
  });

  it('leaves queries and mutations unchanged, whatever their names', () => {
    const { client, open } = fake();
    for (const query of [
      '{ subscription { id } }',
      'query subscription($after: String) { courses(after: $after) { nodes { subscription } } }',
      'mutation { send(text: "} subscription X { y }") { id } } # subscription',
    ]) {
      const got = sink();
      client.subscribe({ query }, got);
      open.at(-1)?.sink.next({ data: { courses: { nodes: [] } } });
      expect(got.got).toEqual([{ data: { courses: { nodes: [] } } }]);
    }
  });

  it.each([
    ['subscription { root { id } }', 'subscription($after: String) { root(after: $after) { cursor id } }'],
    [
      'fragment F on T { cursor } subscription S @a(b: "}") { x: root(id: "subscription") @c { ...F at: cursor } }',
      'fragment F on T { cursor } subscription S($after: String) @a(b: "}") { x: root(after: $after, id: "subscription") @c { cursor ...F at: cursor } }',
    ],
    [
      'subscription S($id: ID = "a)") { root(id: $id) { nested { cursor } } }',
      'subscription S($after: String, $id: ID = "a)") { root(after: $after, id: $id) { cursor nested { cursor } } }',
    ],
    [
      'subscription S($after: ID) { root(filter: { after: 1 }) { cursor } } # }',
      'subscription S($after: ID) { root(after: $after, filter: { after: 1 }) { cursor } } # }',
    ],
  ])('completes %s', (query, completed) => {
    const { client, open } = fake();
    client.subscribe({ query }, sink());
    expect(open[0]?.sent()).toEqual({ query: completed });
    open[0]?.sink.next(item('a1'));
    expect(open[0]?.sent()).toEqual({ query: completed, variables: { after: 'a1' } });
  });

  it('continues with the variable that a document passes as `after`', () => {
    const { client, open } = fake();
    const query = 'query Q { a } subscription S($since: String) { root(after: $since) { cursor } }';
    client.subscribe({ query, operationName: 'S' }, sink());
    open[0]?.sink.next(item('a1'));
    expect(open[0]?.sent()).toEqual({ query, operationName: 'S', variables: { since: 'a1' } });
    client.subscribe({ query, operationName: 'Q' }, sink());
    expect(open[1]?.sent()).toEqual({ query, operationName: 'Q' });
  });

  it.each([
    ['subscription { ...F } fragment F on Subscription { root { cursor } }', 'root field'],
    ['subscription { root(after: "c1") { cursor } }', 'pass a variable'],
    ['subscription { root }', '`cursor`'],
  ])('refuses %s, and explains why', (query, problem) => {
    const { client, open } = fake();
    const refused = sink();
    client.subscribe({ query }, refused);
    expect(refused.got).toEqual([expect.objectContaining({ message: expect.stringContaining(problem) })]);
    expect(open).toEqual([]);
  });

  it('refuses a trusted document that cannot resume, and a result without a cursor', () => {
    const { client, open } = fake();
    const trusted = sink();
    client.subscribe({ query: 'subscription { root { id } }', extensions: { documentId: 'h' } }, trusted);
    expect(trusted.got).toEqual([
      expect.objectContaining({ message: expect.stringContaining('trusted document') }),
    ]);
    expect(open).toEqual([]);

    const blind = sink();
    client.subscribe({ query: 'subscription { root { id } }' }, blind);
    open[0]?.sink.next({ data: { root: { id: 'a1' } } });
    open[0]?.sink.complete();
    expect(blind.got).toEqual([expect.objectContaining({ message: expect.stringContaining('`cursor`') })]);
    expect(open[0]?.stopped).toBe(true);
  });

  it('iterates to the end, and stops with its reader', async () => {
    const { client, open } = fake();
    const query = 'subscription ($after: String) { root(after: $after) { cursor } }';
    const whole = client.iterate({ query });
    open[0]?.sink.next(item('a1'));
    open[0]?.sink.complete();
    expect(await whole.next()).toEqual({ done: false, value: item('a1') });
    expect(await whole.next()).toEqual({ done: true, value: undefined });

    const left = client.iterate({ query });
    const waiting = left.next();
    await left.return?.();
    expect(await waiting).toEqual({ done: true, value: undefined });
    expect(open[1]?.stopped).toBe(true);
  });
});
