import { expect, it } from 'vitest';
import { FakeClock } from '../support/fake-clock.ts';
import { as, codesByPath } from '../support/gateway.ts';
import { signOnToAto } from '../support/sign-in.ts';
import { testGateway } from '../support/suite.ts';

const REQUESTS = 'query ($id: ID!) { atoRequest(id: $id) { id } atoRequests { totalCount } }';
const VALIDATE = 'GET /oauth/v2/session/validate';

it('ends the reads of an ATO token within a check interval once the platform has revoked its session', async () => {
  const clock = new FakeClock();
  const interval = 60_000;
  const gateway = await testGateway({
    clock,
    environment: { SESSION_CHECK_INTERVAL: String(interval) },
  });
  const { requestId: id } = await gateway.sandbox.startAtoRequest();
  const { token } = await signOnToAto(gateway, id);
  const read = () => gateway.query(REQUESTS, { as: as.bearer(token), variables: { id } });
  await read();
  expect((await read()).calls).toEqual([]);
  await clock.advance(interval);
  expect((await read()).calls).toEqual([VALIDATE]);
  gateway.sandbox.revokeToken(token);
  expect((await read()).errors).toEqual([]);
  await clock.advance(interval);
  expect(codesByPath((await read()).errors)).toEqual({
    atoRequest: 'UNAUTHENTICATED',
    atoRequests: 'UNAUTHENTICATED',
  });
});
