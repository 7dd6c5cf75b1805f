import { beforeAll, describe, expect, it } from 'vitest';
import { json } from './support/faults.ts';
import { as, codesByPath, queryAnother } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

const SIGN_ON = `mutation ($input: CompleteAtoSignOnInput!) { completeAtoSignOn(input: $input) { token { accessToken tokenType } requestId } }`;

describe('authority to operate', () => {
  const gateway = suiteGateway();
  let requestId: string;
  let atoToken: Record<string, string>;
  beforeAll(async () => {
    requestId = (await gateway.sandbox.startAtoRequest()).requestId;
    const { code, state } = gateway.sandbox.signOnToAto(requestId);
    const { data } = await gateway.query(SIGN_ON, { variables: { input: { code, state } } });
    atoToken = as.bearer(data.completeAtoSignOn.token.accessToken);
  });

  const lastBody = (): unknown => JSON.parse(gateway.requests.at(-1)?.body ?? '');

  it.each([
    ['NOT_STARTED', 'not-started'],
    ['IN_PROGRESS', 'in-progress'],
    ['ACTION_REQUIRED', 'action-required'],
    ['UNDER_REVIEW', 'under-review'],
    ['COMPLETED', 'completed'],
  ])('sets the status %s', async (value, sent) => {
    const { data, errors, calls } = await gateway.query(
      `mutation ($id: ID!, $status: AtoStatus!) { updateAtoStatus(input: { id: $id, status: $status, complete: false }) { requestId request { id status complete } extra } }`,
      { as: atoToken, variables: { id: requestId, status: value } },
    );
    expect(errors).toEqual([]);
    const request = { id: requestId, status: value, complete: false };
    expect(data.updateAtoStatus).toEqual({ requestId, request, extra: { updatedDate: expect.any(String) } });
    expect(calls).toEqual(['POST /plugin/v1/ato/status']);
    expect(lastBody()).toEqual({ requestId, status: sent, complete: false });
    expect(gateway.requests.at(-1)?.headers.authorization).toBe(atoToken.authorization);
  });

  it('raises an alert, of type INFO by default', async () => {
    const { data, errors, calls } = await gateway.query(
      `mutation ($id: ID!) {
        plain: raiseAtoAlert(input: { requestId: $id, title: "Scan", text: "Started." }) { alert { title providerId type raisedAt } }
        full: raiseAtoAlert(input: { requestId: $id, title: "Scan", text: "Failed.", providerId: "scan-7", status: "action-required", type: ERROR }) { alert { requestId text status type } extra }
      }`,
      { as: atoToken, variables: { id: requestId } },
    );
    expect(errors).toEqual([]);
    expect(data.plain.alert).toEqual({
      title: 'Scan',
      providerId: null,
      type: 'INFO',
      raisedAt: expect.any(String),
    });
    const alert = { requestId, text: 'Failed.', status: 'action-required', type: 'ERROR' };
    expect(data.full).toEqual({ alert, extra: expect.not.objectContaining(alert) });
    expect(calls).toEqual(['POST /plugin/v1/ato/alert', 'POST /plugin/v1/ato/alert']);
  });

  describe('a token that is not bound to the request', () => {
    const UPDATE =
      'mutation ($id: ID!) { updateAtoStatus(input: { id: $id, status: UNDER_REVIEW, complete: false }) { requestId requestVisible request { id complete } streamed extra } }';
    const READ = 'query ($id: ID!) { atoRequest(id: $id) { complete } }';

    /** Signs on before the gateway knows the request, so that nothing proves whose it is. */
    async function unboundToken(unknown: string): Promise<Record<string, string>> {
      const { code } = gateway.sandbox.signOnToAto(requestId);
      const input = { code, state: unknown };
      const { data } = await gateway.query(SIGN_ON.replace('requestId }', 'requestId bound }'), {
        variables: { input },
      });
      expect(data.completeAtoSignOn.bound).toBe(false);
      return as.bearer(data.completeAtoSignOn.token.accessToken);
    }

    it.each([
      ['says so', { queued: true }],
      ['says nothing', {}],
    ])('updates the status without an error if the platform %s', async (_, reply) => {
      gateway.faults.set('POST /plugin/v1/ato/status', json(reply));
      const variables = { id: requestId };
      const { data, errors, calls } = await gateway.query(UPDATE, {
        as: await unboundToken('unknown-request'),
        variables,
      });
      expect(errors).toEqual([]);
      expect(data.updateAtoStatus).toMatchObject({
        requestId,
        requestVisible: false,
        request: null,
        streamed: true,
      });
      expect(calls).toEqual(['POST /plugin/v1/ato/status']);
      expect(lastBody()).toEqual({ requestId, status: 'under-review', complete: false });
      const read = await gateway.query(READ, { as: as.plugin, variables });
      expect(read.data.atoRequest).toEqual({ complete: false });
    });

    it('may not read the request, unlike one that is bound', async () => {
      const variables = { id: requestId };
      const { errors } = await gateway.query(READ, { as: await unboundToken('unknown-request'), variables });
      expect(codesByPath(errors)).toEqual({ atoRequest: 'FORBIDDEN' });
      const { data } = await gateway.query(UPDATE, { as: atoToken, variables });
      expect(data.updateAtoStatus).toMatchObject({
        requestVisible: true,
        request: { id: requestId, complete: false },
      });
    });

    it('gets the same answer again under an idempotency key', async () => {
      const keyed = UPDATE.replace(
        'false }) {',
        'false }) @idempotent(key: "5b0c3f9e-4f4f-4a4f-8d1e-0f8a52c1d002") {',
      );
      const request = { as: await unboundToken('unknown-request'), variables: { id: requestId } };
      const answers = [await gateway.query(keyed, request), await gateway.query(keyed, request)];
      for (const { data, errors } of answers) {
        expect(errors).toEqual([]);
        expect(data.updateAtoStatus).toMatchObject({ requestVisible: false, request: null });
      }
      expect(answers[1]?.calls).not.toContain('POST /plugin/v1/ato/status');
    });
  });

  it('says that nothing is streamed, and that no request can be read, if the gateway serves no plugin', async () => {
    const query = `mutation ($id: ID!) {
      updateAtoStatus(input: { id: $id, status: UNDER_REVIEW, complete: false }) { requestVisible request { id } streamOutcome streamed }
      raiseAtoAlert(input: { requestId: $id, title: "a", text: "b" }) { streamOutcome streamed }
    }`;
    const { data, errors } = await queryAnother({ PLATFORM_URL: gateway.sandbox.url }, query, {
      as: atoToken,
      variables: { id: requestId },
    });
    expect(errors).toEqual([]);
    const outcome = { streamOutcome: 'NOT_STREAMED', streamed: false };
    expect(data).toEqual({
      updateAtoStatus: { requestVisible: false, request: null, ...outcome },
      raiseAtoAlert: outcome,
    });
  });

  it('sends a flag without a status', async () => {
    gateway.faults.set('POST /plugin/v1/ato/status', json({ complete: true, queued: true }));
    const { data, errors } = await gateway.query(
      `mutation ($id: ID!) { updateAtoStatus(input: { id: $id, complete: true }) { streamed extra } }`,
      { as: atoToken, variables: { id: requestId } },
    );
    expect(errors).toEqual([]);
    expect(data.updateAtoStatus).toEqual({ streamed: true, extra: { queued: true } });
    expect(lastBody()).toEqual({ requestId, complete: true });
    const kept = await gateway.query(`query ($id: ID!) { atoRequest(id: $id) { complete } }`, {
      as: atoToken,
      variables: { id: requestId },
    });
    expect(kept.data.atoRequest).toEqual({ complete: true });
  });

  it.each([
    ['the status', 'updateAtoStatus(input: { id: $id, complete: true })'],
    ['an alert', 'raiseAtoAlert(input: { requestId: $id, title: "a", text: "b" })'],
  ])(
    'rejects %s of a request other than the one its token is bound to, before any call',
    async (_what, field) => {
      const other = await gateway.sandbox.startAtoRequest();
      const { data, errors, calls } = await gateway.query(
        `mutation ($id: ID!) { write: ${field} { streamed } }`,
        { as: atoToken, variables: { id: other.requestId } },
      );
      expect(data).toEqual({ write: null });
      expect(codesByPath(errors)).toEqual({ write: 'FORBIDDEN' });
      expect(calls).toEqual([]);
    },
  );
});
