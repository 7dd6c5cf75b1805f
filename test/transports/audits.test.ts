import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';

/**
 * Recommendations that Apollo Server deviates from on purpose. It rejects a request that cannot run with 400, whatever the
 * media type of the response, so that proxies and monitors see it as failed.
 */
const BY_CHOICE = [
  'SHOULD use 200 status code on document parsing failure when accepting application/json',
  'SHOULD use 200 status code on document validation failure when accepting application/json',
  'SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
];

/**
 * Options that are not supported: Apollo's CSRF prevention accepts a GET only with a header that forces a preflight request,
 * and the audits send none.
 */
const NOT_OFFERED = [
  'MAY accept application/x-www-form-urlencoded formatted GET requests',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/graphql-response+json',
  'MAY allow URL-encoded JSON string {variables} parameter in GETs when accepting application/json',
];

describe('the GraphQL over HTTP audits of graphql-http', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    // Two audits use introspection.
    gateway = await startGateway({ environment: { INTROSPECTION: 'true' } });
  });
  afterAll(() => gateway.close());

  const audits = serverAudits({ url: () => `${gateway.url}/graphql` });

  it('include rules of every kind', () => {
    const count = (kind: string) => audits.filter(({ name }) => name.startsWith(kind)).length;
    expect([count('MUST'), count('SHOULD'), count('MAY')]).toEqual([13, 23, 25]);
  });

  it.each(audits.map(({ name, fn }) => ({ name, run: fn })))('$name', async ({ name, run }) => {
    const { status } = await run();
    if (BY_CHOICE.includes(name)) expect(status).toBe('warn');
    else if (NOT_OFFERED.includes(name)) expect(status).toBe('notice');
    else expect(status).toBe('ok');
  });

  it('include every listed exception', () => {
    const names = audits.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...BY_CHOICE, ...NOT_OFFERED]));
  });
});
