import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withBounds } from '../support/bounds.ts';
import { note } from '../support/fleet-form.ts';
import { conditional, flagsOf } from '../support/hostile-documents.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';

const MEGABYTE = 1_000_000;
const CONCURRENCY = 8;
/** The default. */
const LIMIT = 32 * MEGABYTE;
/** Heap beside what is retained: code, metrics, connections, and the error of the estimate. */
const SLACK = 30 * MEGABYTE;

const post = async (
  url: string,
  body: Record<string, unknown>,
): Promise<{ errors?: unknown; data?: unknown }> => {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return JSON.parse(await response.text());
};

/** Requests of one attack, by their number. */
const ATTACKS: [what: string, count: number, body: (number: number) => Record<string, unknown>][] = [
  ['comments', 1000, (number) => ({ query: `{ __typename }\n#${number}\n${'#\n'.repeat(4000)}` })],
  [
    'values of many nodes',
    300,
    (number) => ({
      query: `{ bucket(id: "${number}") { data(key: "a") } __typename } #${'x,'.repeat(4000)}`,
    }),
  ],
  ['selections', 300, (number) => ({ query: `{ __typename n${number}: me { ${'id '.repeat(700)} } }` })],
  [
    'conditional selections',
    1700,
    (number) => ({
      query: conditional(Math.floor(number / 32)),
      variables: flagsOf(number),
    }),
  ],
  [
    'persisted queries',
    500,
    (number) => {
      const query = `{ __typename } #${number} ${'x'.repeat(40_000)}`;
      const sha256Hash = createHash('sha256').update(query).digest('hex');
      return { query, extensions: { persistedQuery: { version: 1, sha256Hash } } };
    },
  ],
];

/** As many requests as once killed a gateway with a heap of 700 MB. */
describe('documents of strangers', { tags: 'full', timeout: 600_000 }, () => {
  let gateway: ProductionGateway;
  beforeAll(async () => {
    gateway = await startProduction({
      environment: {
        LIMIT_RATE: '0',
        LIMIT_LAG: '10000',
        LIMIT_DOCUMENT_MEMORY: String(LIMIT),
        NODE_OPTIONS: `${withBounds({ listEstimate: 1 })} --max-old-space-size=512`,
      },
    });
    for (const [, , body] of ATTACKS) await post(gateway.url, body(0));
  });
  afterAll(() => gateway.close());

  const attack = async (requests: number, body: (typeof ATTACKS)[number][2]): Promise<void> => {
    let next = 1;
    const send = async (): Promise<void> => {
      for (let number = next++; number <= requests; number = next++) {
        const { data, errors } = await post(gateway.url, body(number));
        expect({ data, errors }).not.toEqual({ data: undefined, errors: undefined });
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, send));
  };

  it(`retain no more memory than the limit: ${ATTACKS.map(([what]) => what).join(', ')}`, async () => {
    const before = (await gateway.held()).heap;
    for (const [, count, body] of ATTACKS) await attack(count, body);
    // V8 releases compiled code only after several collections.
    await gateway.held();
    const after = (await gateway.held()).heap;
    note('document memory', { before, after, resident: gateway.memory() });
    expect(gateway.isAlive).toBe(true);
    expect(after - before).toBeLessThan(LIMIT + SLACK);
  });
});

describe('the memory of documents', IN_ORDER, () => {
  const gateway = suiteGateway({ environment: { LIMIT_DOCUMENT_MEMORY: '1000000' } });

  const metric = async (name: string, kind: string): Promise<number> => {
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    return Number(new RegExp(`^${name}\\{kind="${kind}"\\} (.*)$`, 'm').exec(text)?.[1]);
  };
  const kinds = ['document', 'plan', 'persisted_query'];
  const retained = async (): Promise<number> => {
    const bytes = await Promise.all(kinds.map((kind) => metric('gateway_document_memory_bytes', kind)));
    return bytes.reduce((sum, each) => sum + each, 0);
  };

  it('retains a large document when it arrives for the second time', { tags: 'compiled' }, async () => {
    const large = { query: `{ __typename } # ${'x'.repeat(20_000)}` };
    const other = { query: `{ __typename } # ${'y'.repeat(20_000)}` };
    await post(gateway.url, large);
    const before = await retained();
    await post(gateway.url, other);
    expect(await retained()).toBe(before);
    await post(gateway.url, large);
    const after = await retained();
    expect(after).toBeGreaterThan(before + 20_000);
    // Known: parsing it again would add to what is retained.
    await post(gateway.url, large);
    expect(await retained()).toBe(after);
  });

  it('is measured, and stays within its limit', { tags: 'compiled' }, async () => {
    await post(gateway.url, { query: '{ __typename }' });
    const first = await metric('gateway_document_memory_bytes', 'document');
    expect(first).toBeGreaterThan(0);
    expect(await metric('gateway_document_memory_bytes', 'plan')).toBeGreaterThan(0);
    for (let number = 0; number < 40; number += 1)
      await post(gateway.url, {
        query: `{ n${number}: __typename ${'__typename '.repeat(60)} }`.replaceAll('  ', ' '),
      });
    for (let number = 0; number < 40; number += 1)
      await post(gateway.url, { query: `query Q${number} { me { ${'id '.repeat(60)} } }` });
    expect(await retained()).toBeLessThanOrEqual(1_000_000);
    expect(await metric('gateway_document_evictions_total', 'document')).toBeGreaterThan(0);
    expect(await metric('gateway_document_evictions_total', 'plan')).toBeGreaterThan(0);
  });

  it('evicts what is not in use first', async () => {
    const used = { query: '{ used: __typename }' };
    await post(gateway.url, used);
    const evicted = () => metric('gateway_document_evictions_total', 'document');
    const before = await evicted();
    for (let number = 0; (await evicted()) < before + 20; number += 1) {
      await post(gateway.url, used);
      await post(gateway.url, { query: `query R${number} { me { ${'id '.repeat(60)} } }` });
    }
    // Still known: parsing it again would add to what is retained, or evict something.
    const bytes = await retained();
    await post(gateway.url, used);
    expect(await retained()).toBe(bytes);
  });

  it('runs an operation whose plan is larger than the limit', async () => {
    // 800 selections.
    const document = `{ me { ${'id handle firstName lastName '.repeat(200)} } }`;
    for (let round = 0; round < 3; round += 1) {
      const { data } = await gateway.student(document);
      expect(data.me.id).toBe('u-ana');
    }
  });
});
