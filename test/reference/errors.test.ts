import { describe, expect, it } from 'vitest';
import { Catalog, type Entry } from '../../packages/explorer/reference/catalog.ts';
import { retryText } from '../../packages/explorer/reference/retry.ts';
import { OF_ANY_OPERATION } from '../../packages/explorer/reference/topic-pages.ts';
import { startApp } from '../../src/app/app.ts';
import { readReferenceSource } from '../../src/app/reference-source.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { readTestConfig } from '../support/bounds.ts';
import { html, json, reset, status } from '../support/faults.ts';
import { as, query } from '../support/gateway.ts';
import type { GraphError } from '../support/graph-error.ts';
import { schema } from '../support/schema.ts';
import { suiteGateway } from '../support/suite.ts';

const catalog = new Catalog(readReferenceSource(schema, null));
/** Subscriptions have the same access rules, which test/errors checks over every transport. */
const operations = catalog.entries.filter(({ section }) => section === 'queries' || section === 'mutations');
const documentedFor = ({ coordinate }: Entry): ReadonlySet<string> =>
  new Set([...catalog.errorsOf(coordinate).map(({ code }) => code), ...OF_ANY_OPERATION]);

/** The codes that an entry's own field gives: those of nested fields are documented there. */
const codesOf = async (url: string, entry: Entry): Promise<string[]> =>
  (await errorsOf(url, entry)).map(({ extensions }) => extensions.code);

async function errorsOf(url: string, { example, name }: Entry): Promise<GraphError[]> {
  if (!example) throw new Error(`${name} has no example`);
  const { document, variables, identity } = example;
  const { errors } = await query(url, [], document, { variables, as: identity === null ? {} : as[identity] });
  return errors.filter(({ path = [] }) => path.length <= 1);
}

const gateway = suiteGateway();

describe('the errors that the reference documents for a field', () => {
  it.each([
    [400, status(400)],
    [401, status(401)],
    [403, status(403)],
    [404, status(404)],
    [409, status(409)],
    [429, status(429)],
    [500, status(500)],
    ['not JSON', html],
    ['a reset connection', reset],
    ['other JSON', json(7)],
  ])('include what it gives if the platform answers with %s', async (answered, fault) => {
    const routes = operations.flatMap(({ field }) => (field?.costs ?? []).map(({ route }) => route));
    // The contract documents no conflict of a read.
    const faulty = routes.filter((route) => answered !== 409 || !route.startsWith('GET'));
    for (const route of faulty) gateway.faults.set(route, fault);
    const given = await Promise.all(
      operations.map(async (entry) => {
        const errors = await errorsOf(gateway.url, entry);
        return { entry, errors, codes: errors.map(({ extensions }) => extensions.code) };
      }),
    );
    // What a page says about a retry is what the error says.
    const contradicted = given.flatMap(({ entry, errors }) =>
      errors.filter(({ extensions: { code, retryable } }) => {
        const documented = catalog.source.errorCodes[code];
        const text = documented && retryText(documented, entry.section === 'mutations');
        return text !== 'unless it may have taken effect' && text !== (retryable ? 'yes' : 'no');
      }),
    );
    expect(contradicted).toEqual([]);
    const undocumented = given.flatMap(({ entry, codes }) =>
      codes.filter((code) => !documentedFor(entry).has(code)).map((code) => [entry.coordinate, code]),
    );
    expect(undocumented).toEqual([]);
    expect(given.filter(({ codes }) => codes.length > 0).length).toBeGreaterThan(5);
  });

  it('include a missing credential and one of another kind', async () => {
    for (const entry of operations) {
      if (entry.field?.credential === 'no credential') continue;
      expect(documentedFor(entry)).toContain('UNAUTHENTICATED');
      expect(documentedFor(entry)).toContain('FORBIDDEN');
    }
  });

  it('include the settings that a gateway may lack, for exactly the fields that need them', async () => {
    const config = readTestConfig({
      PORT: '0',
      PLATFORM_URL: gateway.sandbox.url,
      LIMIT_RATE: '0',
      LIMIT_SIGN_IN: '0',
    });
    const bare = await startApp(config, openLog('silent', { write() {} }));
    const given: string[] = [];
    for (const entry of operations) {
      const codes = await codesOf(bare.url, entry);
      if (codes.includes('NOT_CONFIGURED')) given.push(entry.coordinate);
    }
    await bare.close();
    const documented = operations.filter((entry) => documentedFor(entry).has('NOT_CONFIGURED'));
    expect(given).toEqual(documented.map(({ coordinate }) => coordinate));
  });
});
