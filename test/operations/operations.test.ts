import { describe, expect, it } from 'vitest';
import { status } from '../support/faults.ts';
import { FULL } from '../support/fleet-form.ts';
import { as, callOf, codesByPath } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

describe('operations', () => {
  const gateway = suiteGateway();

  it('runs the named operation of a document, in any order, also the second time', async () => {
    const document = `
      query A { course(id: "c-knots") { name } }
      query B($id: ID!) { course(id: $id) { id } }
      mutation C { beginSignIn(input: { redirectUri: "http://localhost:3000/callback" }) { state } }
    `;
    const run = (operationName: string) =>
      gateway.query(document, { as: as.student, operationName, variables: { id: 'c-stars' } });
    for (const round of ['first', 'second']) {
      expect((await run('B')).data, round).toEqual({ course: { id: 'c-stars' } });
      expect((await run('A')).data, round).toEqual({ course: { name: expect.any(String) } });
      expect((await run('C')).data, round).toEqual({ beginSignIn: { state: expect.any(String) } });
    }
    const unnamed = await gateway.query(document, { as: as.student });
    expect(unnamed.status).toBe(400);
    expect(unnamed.errors[0]?.extensions.code).toBe('OPERATION_RESOLUTION_FAILURE');
    const unknown = await gateway.query(document, { as: as.student, operationName: 'D' });
    expect(unknown.errors[0]?.extensions.code).toBe('OPERATION_RESOLUTION_FAILURE');
  });

  it("never shows a user another's rows, in concurrent operations of 20 users", {
    timeout: 120_000,
  }, async () => {
    const rounds = FULL ? 50 : 5;
    const people = gateway.sandbox.school.users.filter(({ anonymous }) => !anonymous).slice(0, 20);
    const tokens = people.map(({ userId, email }) => ({
      userId,
      email,
      token: gateway.sandbox.issueToken(userId),
    }));
    const document = `{ me { id email friends { user { id } } } classes(first: 5) { nodes { id students { user { id handle } } } } }`;
    let wrong = 0;
    let made = 0;
    const runAs = async ({ userId, email, token }: { userId: string; email: unknown; token: string }) => {
      const { data } = await gateway.query(document, { as: as.bearer(token) });
      made += 1;
      if (data.me.id !== userId || data.me.email !== email) wrong += 1;
    };
    for (let round = 0; round < rounds; round += 1) await Promise.all(tokens.map(runAs));
    expect({ made, wrong }).toEqual({ made: 20 * rounds, wrong: 0 });
  });

  it("returns the first mutation's result when the second fails, and sends each once", async () => {
    gateway.faults.set('GET /oauth/v2/logout', status(500));
    const { data, errors, calls } = await gateway.query(
      `mutation { createAnonymousUser(input: { dateOfBirth: "1990-05-17" }) { user { handle } } signOut { extra } }`,
      { as: as.student },
    );
    expect(data.createAnonymousUser.user.handle).toEqual(expect.any(String));
    expect(data.signOut).toBeNull();
    expect(codesByPath(errors)).toEqual({ signOut: 'UPSTREAM_UNAVAILABLE' });
    expect(calls).toEqual(['PUT /user/v1/my/profile', 'GET /oauth/v2/logout']);
  });

  it('forwards only the credential of a client to the platform', async () => {
    await gateway.query('{ me { id } }', { as: as.student, headers: { cookie: 'a=b', 'x-custom': 'c' } });
    const request = gateway.requests.at(-1);
    if (!request) throw new Error('no call was made');
    expect(callOf(request)).toBe('GET /user/v1/my/profile');
    const { host, connection, ...headers } = request.headers;
    expect(headers).toEqual({ accept: 'application/json', authorization: 'Bearer demo-student-token' });
  });

  it('gives every response a request ID, accepts a valid one from the client, and does not echo an invalid one', async () => {
    const own = await gateway.query('{ me { id } }');
    expect(own.headers.get('x-request-id')).toBe(own.errors[0]?.extensions.requestId);
    const given = await gateway.query('{ me { id } }', { headers: { 'x-request-id': 'req-42' } });
    expect(given.errors[0]?.extensions.requestId).toBe('req-42');
    const bad = await gateway.query('{ me { id } }', { headers: { 'x-request-id': 'a b"c' } });
    expect(bad.errors[0]?.extensions.requestId).toMatch(/^[0-9a-f-]{36}$/);
  });
});
