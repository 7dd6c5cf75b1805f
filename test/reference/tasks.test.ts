import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '../../src/domains/schema.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { TASKS } from './tasks.ts';

const schema = createSchema();

let gateway: TestGateway;
let reference: string;
beforeAll(async () => {
  gateway = await startGateway();
  reference = await (await fetch(`${gateway.url}/schema.md`)).text();
});
afterAll(() => gateway.close());

const valueAt = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => Object(value)[step], data);

describe('a document written from the Markdown reference', () => {
  it.each(TASKS)('is valid and runs: $asks', async ({ document, variables, as: identity, shows }) => {
    expect(validate(schema, parse(document))).toEqual([]);
    if (document.startsWith('subscription')) {
      const stream = listen(gateway.url, document, { ...as[identity], variables });
      const [first] = await stream.reach(1);
      stream.stop();
      expect(stream.errors).toEqual([]);
      expect(first.cursor).toEqual(expect.any(String));
      return;
    }
    const { data, errors } = await gateway.query(document, { as: as[identity], variables });
    expect(errors).toEqual([]);
    for (const path of shows) expect([path, valueAt(data, path)]).toEqual([path, expect.anything()]);
  });

  it.each(TASKS)('uses only what the reference names: $asks', ({ document }) => {
    const names = document.match(/\b[a-z]\w+\b(?=[\s(){}]|$)/g) ?? [];
    const keywords = ['query', 'mutation', 'subscription', 'fragment', 'on', 'theClass', 'false'];
    for (const name of names.filter((one) => !keywords.includes(one))) {
      expect(reference).toMatch(new RegExp(`\\b${name}\\b`));
    }
  });
});
