import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';

/**
 * Recommendations that Apollo Server goes against on purpose. It answers a request that cannot run with 400, whatever
 * media type the answer has: proxies and monitors see it as failed.
 */
const BY_CHOICE = [
  'SHOULD use 200 status code on document parsing failure when accepting application/json',
  'SHOULD use 200 status code on document validation failure when accepting application/json',
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
];

/**
 * What a server may do and this one does not: Apollo's protection against requests that a browser sends across sites
 * without asking takes a GET with a header that forces the question only, and the audits send none.
 */
const NOT_OFFERED = [
  'MAY accept application/x-www-form-urlencoded formatted GET requests',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
];

describe('GraphQL over HTTP, as the audits of graphql-http see it', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    // Two audits ask for a type of the schema, whatever it is.
    gateway = await startGateway({ environment: { INTROSPECTION: 'true' } });
  });
  afterAll(() => gateway.close());

  const audits = serverAudits({ url: () => `${gateway.url}/graphql` });

  it('holds every kind of rule', () => {
    const count = (kind: string) => audits.filter(({ name }) => name.startsWith(kind)).length;
    expect([count('MUST'), count('SHOULD'), count('MAY')]).toEqual([13, 23, 25]);
  });

  it.each(audits.map(({ name, fn }) => ({ name, run: fn })))('$name', async ({ name, run }) => {
    const { status } = await run();
    if (BY_CHOICE.includes(name)) expect(status).toBe('warn');
    else if (NOT_OFFERED.includes(name)) expect(status).toBe('notice');
    else expect(status).toBe('ok');
  });

  it('lists no exception that is no audit', () => {
    const names = audits.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...BY_CHOICE, ...NOT_OFFERED]));
  });
});
