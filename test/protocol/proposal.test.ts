import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { Cursors } from '../../packages/resumable-subscriptions/reference/cursor.ts';
import { MemoryLog, type Page } from '../../packages/resumable-subscriptions/reference/log.ts';
import { type Context, resolveItem, serve } from '../../packages/resumable-subscriptions/reference/server.ts';
import {
  cursorBefore,
  type Item,
  openStream,
} from '../../packages/resumable-subscriptions/reference/streams.ts';
import { blocksOf } from '../../packages/resumable-subscriptions/src/sse.ts';
import { transcripts } from './transcripts.ts';

const GAP = join(import.meta.dirname, '../../packages/resumable-subscriptions/gap');
const textOf = (name: string): string => readFileSync(join(GAP, name), 'utf8');
const DRAFT = textOf('DRAFT.md');

const blocksIn = (language: string): string[] =>
  [...DRAFT.matchAll(/^```(\w+)\n([\s\S]*?)\n```$/gm)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  );

interface Order {
  id: string;
  status: string;
}

/** The server of the examples: the SDL of the text on the parts of the reference server. */
class Orders {
  readonly #topics = new Map<string, Page>();
  readonly #log = new MemoryLog(this.#topics);
  readonly #cursors = new Cursors('a secret');
  #orders: Order[] = [];

  async change(order: Order): Promise<void> {
    this.#orders = [order];
    await this.#log.append('orders', { order });
  }

  async remove(removedId: string): Promise<void> {
    this.#orders = [];
    await this.#log.append('orders', { removedId });
  }

  trim(): void {
    for (const page of this.#topics.values()) page.entries = [];
  }

  place(): Promise<string | null> {
    return cursorBefore({ log: this.#log, cursors: this.#cursors, topic: 'orders', caller: 'ana' });
  }

  /** @param isPlain the field of the subscription is the order itself: cursors are in `extensions`. */
  async start(isPlain: boolean): Promise<string> {
    const sdl = blocksIn('graphql').join('\n');
    const plain = sdl.replace(/orderChanged\(.*/, 'orderChanged(id: ID): Order');
    const resolve = (item: Item, _: unknown, context: Context) => {
      resolveItem(item, _, context);
      return isPlain ? Object(item.event).order : item;
    };
    const schema = makeExecutableSchema({
      typeDefs: isPlain ? plain : sdl,
      resolvers: {
        Query: { orders: async () => ({ streamCursor: await this.place(), nodes: this.#orders }) },
        Subscription: {
          orderChanged: {
            subscribe: (_: unknown, { after }: { after?: string }, context: Context) =>
              openStream({
                log: this.#log,
                cursors: this.#cursors,
                topic: 'orders',
                caller: 'ana',
                after: context.after ?? after,
              }),
            resolve,
          },
        },
        ...(!isPlain && {
          OrderChanged: {
            order: ({ event }: Item) => Object(event).order,
            removedId: ({ event }: Item) => Object(event).removedId,
          },
        }),
      },
    });
    const server = serve(schema, () => 'ana').listen(0, '127.0.0.1');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server, 'listening');
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
  }
}

/** The results of one request: as many as the example has. */
async function resultsOf(url: string, request: string, count: number): Promise<unknown[]> {
  const isStream = request.includes('subscription');
  const abort = new AbortController();
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isStream && { accept: 'text/event-stream' }) },
    body: request,
    signal: abort.signal,
  });
  if (!isStream) return [await response.json()];
  const results: unknown[] = [];
  for await (const { data } of blocksOf(response)) {
    results.push(JSON.parse(data));
    if (results.length === count) break;
  }
  abort.abort();
  return results;
}

/** What the reference server has in `extensions` besides what a server with cursors in a field needs. */
const withoutExtensions = (result: unknown): unknown => ({ data: Object(result).data });

/** Null in the only field is the same as no data, and a gap that is null as none. */
function shortened(result: unknown): unknown {
  const { data, extensions } = Object(result);
  const { gap, ...others } = Object(extensions);
  return { data: data.orderChanged && data, extensions: { ...others, ...(gap && { gap }) } };
}

const EXAMPLE_CURSOR = /b3JkZXI6\w+/g;
const CURSOR = /[\w-]{80}/g;

/** Runs one example. @param meanwhile what occurs before each request; it resolves with the place of the first cursor. */
async function run(example: string, orders: Orders, meanwhile: (() => Promise<string | null>)[]) {
  const isPlain = example.includes('"extensions"');
  const url = await orders.start(isPlain);
  const requests = example.split(/\n(?=\{ "query")/);
  expect(requests).toHaveLength(meanwhile.length);
  const actualOf = new Map<string, string>();
  for (const [index, text] of requests.entries()) {
    const [request = '', ...expected] = text.split('\n');
    const [first] = request.match(EXAMPLE_CURSOR) ?? [];
    const place = await meanwhile[index]?.();
    if (first && place && !actualOf.has(first)) actualOf.set(first, place);
    const sent = request.replaceAll(EXAMPLE_CURSOR, (cursor) => actualOf.get(cursor) ?? cursor);
    const results = await resultsOf(url, sent, expected.length);
    const received = JSON.stringify(results.map(isPlain ? shortened : withoutExtensions));
    const cursors = expected.join().match(EXAMPLE_CURSOR) ?? [];
    for (const [at, actual] of (received.match(CURSOR) ?? []).entries())
      actualOf.set(cursors[at] ?? 'one more than in the example', actual);
    const wanted = expected.join(',').replaceAll(EXAMPLE_CURSOR, (cursor) => actualOf.get(cursor) ?? cursor);
    expect(JSON.parse(received)).toEqual(JSON.parse(`[${wanted}]`));
  }
}

describe('the proposal', () => {
  const [inField = '', inExtensions = '', ofList = '', ...others] = blocksIn('json');
  const paid = { id: '7', status: 'PAID' };

  it('has an example of a cursor in a field that runs', async () => {
    const orders = new Orders();
    const place = await orders.place();
    await run(inField, orders, [() => orders.change(paid).then(() => place)]);
  });

  it('has an example of a cursor in `extensions` that runs', async () => {
    const orders = new Orders();
    const place = await orders.place();
    const trimmed = async () => {
      await orders.change(paid);
      await orders.change(paid);
      orders.trim();
      await orders.change(paid);
      return place;
    };
    await run(inExtensions, orders, [trimmed]);
  });

  it('has an example of a list and its stream that runs', async () => {
    const orders = new Orders();
    await run(ofList, orders, [
      () => orders.change(paid).then(() => null),
      async () => {
        await orders.change({ ...paid, status: 'SENT' });
        await orders.remove(paid.id);
        return null;
      },
    ]);
  });

  it('has no other examples', () => {
    expect(others).toEqual([]);
  });

  it('numbers the requirements of clients', () => {
    const numbers = [...DRAFT.matchAll(/^- \*\*C(\d+)\*\* /gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    expect(DRAFT).toContain(`C1 to C${numbers.length} those of clients`);
    for (const [, number] of DRAFT.matchAll(/\bC(\d+)\b/g)) expect(numbers).toContain(Number(number));
  });

  it('has the metadata that proposals are submitted with', () => {
    const string = { type: 'string', minLength: 1 };
    const account = { type: 'string', pattern: '^@' };
    const author = {
      name: string,
      email: { type: 'string', pattern: '^\\S+@\\S+$' },
      githubUsername: account,
    };
    const properties = {
      id: { type: 'integer' },
      title: string,
      summary: string,
      status: { enum: ['proposal', 'draft', 'accepted'] },
      authors: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: author,
          required: Object.keys(author),
          additionalProperties: false,
        },
      },
      sponsor: account,
      discussion: { type: 'string', pattern: '^https://' },
    };
    const tags = { type: 'array', items: string };
    const isValid = new Ajv2020().compile({
      type: 'object',
      properties: { ...properties, tags },
      required: Object.keys(properties),
      additionalProperties: false,
    });
    const metadata = parse(textOf('metadata.yml'));
    expect([isValid(metadata), isValid.errors]).toEqual([true, null]);
    expect(DRAFT.startsWith(`# ${metadata.title}\n`)).toBe(true);
  });

  it('has a current transcript of each profile', async () => {
    // Lines of different streams may arrive in another order.
    const sorted = (page: string): string[] =>
      page.split(/^## /m).map((section) => section.split('\n').toSorted().join('\n'));
    expect(sorted(textOf('TRANSCRIPTS.md'))).toEqual(sorted(await transcripts()));
  });
});
