import { describe, expect, it } from 'vitest';
import { readMetrics } from '../support/metrics.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';

describe('the memory of documents', IN_ORDER, () => {
  const gateway = suiteGateway({ environment: { LIMIT_DOCUMENT_MEMORY: '1000000' } });

  const metric = async (name: string): Promise<number> => (await readMetrics(gateway)).get(name) ?? 0;
  const bytesOf = (kind: string) => metric(`gateway_document_memory_bytes{kind="${kind}"}`);
  const evictedOf = (kind: string) => metric(`gateway_document_evictions_total{kind="${kind}"}`);
  const retained = async (): Promise<number> =>
    (await bytesOf('document')) + (await bytesOf('plan')) + (await bytesOf('persisted_query'));

  it('retains a large document when it arrives for the second time', { tags: 'compiled' }, async () => {
    const large = `{ __typename } # ${'x'.repeat(20_000)}`;
    await gateway.query(large);
    const before = await retained();
    await gateway.query(large.replaceAll('x', 'y'));
    expect(await retained()).toBe(before);
    await gateway.query(large);
    const after = await retained();
    expect(after).toBeGreaterThan(before + 20_000);
    // Known: parsing it again would add to what is retained.
    await gateway.query(large);
    expect(await retained()).toBe(after);
  });

  it('is measured, and stays within its limit', { tags: 'compiled' }, async () => {
    await gateway.query('{ __typename }');
    expect(await bytesOf('document')).toBeGreaterThan(0);
    expect(await bytesOf('plan')).toBeGreaterThan(0);
    for (let number = 0; number < 40; number += 1) {
      await gateway.query(`{ n${number}: __typename ${'__typename '.repeat(60)}}`);
      await gateway.query(`query Q${number} { me { ${'id '.repeat(60)}} }`);
    }
    expect(await retained()).toBeLessThanOrEqual(1_000_000);
    expect(await evictedOf('document')).toBeGreaterThan(0);
    expect(await evictedOf('plan')).toBeGreaterThan(0);
  });

  it('evicts what is not in use first', async () => {
    const used = '{ used: __typename }';
    await gateway.query(used);
    const before = await evictedOf('document');
    for (let number = 0; (await evictedOf('document')) < before + 20; number += 1) {
      await gateway.query(used);
      await gateway.query(`query R${number} { me { ${'id '.repeat(60)}} }`);
    }
    // Still known: parsing it again would add to what is retained, or evict something.
    const bytes = await retained();
    await gateway.query(used);
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
