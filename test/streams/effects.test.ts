import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../privacy/redis-content.ts';
import { describeEach } from '../support/describe-each.ts';
import { type Fault, json, status } from '../support/faults.ts';
import { as, callOf, codesByPath, startGateway, type TestGateway } from '../support/gateway.ts';
import { listen } from '../support/listen.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { signOnToAto } from '../support/sign-in.ts';
import { STORES } from '../support/stores.ts';
import { until } from '../support/until.ts';

const SIGN_OUT = 'mutation { signOut { extra } }';
const REQUESTS = 'query ($id: ID!) { atoRequest(id: $id) { id } atoRequests { totalCount } }';
const STATUS = `mutation ($id: ID!) { updateAtoStatus(input: { id: $id, complete: true }) { streamed } }`;
const ALERT = `mutation ($id: ID!) { raiseAtoAlert(input: { requestId: $id, title: "Scan", text: "Done." }) { streamed } }`;
const CHANGED = 'subscription { atoRequestChanged { gap { reason } request { id complete } } }';
const SEND = `mutation ($receiver: ID!, $text: String!) {
  sendNotification(input: { receiverId: $receiver, text: $text, persist: false }) { streamed }
}`;
const RECEIVED = 'subscription { notificationReceived { gap { reason } notification { text } } }';
const VALIDATE = 'GET /oauth/v2/session/validate';
const PUSH = 'PUT /notifications/v1';
const STUDENT = as.student.authorization ?? '';
const PLUGIN = as.plugin.authorization ?? '';
/** IDs of 256 and 258 bytes. */
const [LONGEST, TOO_LONG] = ['é'.repeat(128), 'é'.repeat(129)];

/** A response of the platform that the test releases. */
function held(fault: Fault): { fault: Fault; release(): void } {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { fault: (request, response) => void released.then(() => fault(request, response)), release };
}

/** With and without Redis; in memory nothing outlives the process, but readers see the same. */
describeEach(STORES)('the effects of an operation, with the log in %s', {}, (store) => {
  let redis: RedisServer | null = null;
  let gateway: TestGateway;
  beforeAll(async () => {
    redis = store === 'Redis' ? await startRedis() : null;
    gateway = await startGateway({ environment: redis ? { REDIS_URL: redis.url } : {} });
  });
  afterEach(() => gateway.faults.clear());
  afterAll(async () => {
    await gateway.close();
    await redis?.stop();
  });

  const callsSince = (count: number): string[] => gateway.requests.slice(count).map(callOf);
  const signOn = async () => {
    const { requestId: id } = await gateway.sandbox.startAtoRequest();
    return { id, ...(await signOnToAto(gateway, id)) };
  };
  /** Sends an operation and hangs up once the platform has received this call, or any. */
  const hangUpDuring = async (
    route: string | null,
    document: string,
    options: { as: Record<string, string>; variables: Record<string, unknown> },
  ): Promise<void> => {
    const seen = gateway.requests.length;
    const client = new AbortController();
    const response = gateway.query(document, { ...options, signal: client.signal });
    await until(() => callsSince(seen).some((call) => route === null || call === route));
    client.abort();
    await expect(response).rejects.toThrow();
  };

  describe('an ATO token', () => {
    const REFRESH = `mutation ($refreshToken: String!, $registration: SessionRegistration!) {
      refreshSession(input: { refreshToken: $refreshToken, registration: $registration }) {
        token { accessToken refreshToken } requestId
      }
    }`;
    const refresh = (refreshToken: string, registration = 'ATO') =>
      gateway.query(REFRESH, { variables: { refreshToken, registration } });

    it('is refreshed with the registration of the plugin, and remains bound to its request', async () => {
      let { id, refreshToken } = await signOn();
      const other = await signOn();
      for (let turn = 0; turn < 2; turn += 1) {
        const { data, errors, calls } = await refresh(refreshToken);
        expect(errors).toEqual([]);
        expect(data.refreshSession.requestId).toBe(id);
        expect(calls).toEqual(['POST /oauth/v2/token']);
        expect(JSON.parse(gateway.requests.at(-1)?.body ?? '')).toEqual({
          client_id: 'demo-plugin',
          client_secret: 'demo-plugin-secret',
          grant_type: 'refresh_token',
          refresh_token: refreshToken,
        });
        const { token } = data.refreshSession;
        const own = { as: as.bearer(token.accessToken), variables: { id } };
        expect((await gateway.query(ALERT, own)).errors).toEqual([]);
        expect((await gateway.query(REQUESTS, own)).errors).toEqual([]);
        const foreign = await gateway.query(STATUS, { ...own, variables: { id: other.id } });
        expect(codesByPath(foreign.errors)).toEqual({ updateAtoStatus: 'FORBIDDEN' });
        expect(foreign.calls).toEqual([]);
        refreshToken = token.refreshToken;
      }
    });

    it('is not refreshed with another registration, which is not tried', async () => {
      const ato = await signOn();
      const app = gateway.sandbox.issueSession('u-ana');
      for (const [token, registration] of [
        [ato.refreshToken, 'APP'],
        [app.refreshToken, 'ATO'],
      ] as const) {
        const { errors, calls } = await refresh(token, registration);
        expect(codesByPath(errors)).toEqual({ refreshSession: 'UNAUTHENTICATED' });
        expect(calls).toEqual(['POST /oauth/v2/token']);
      }
    });

    it('needs no check after its sign-on, and reads and writes nothing after its sign-out', async () => {
      const { id, token } = await signOn();
      const options = { as: as.bearer(token), variables: { id } };
      const before = await gateway.query(REQUESTS, options);
      expect(before.errors).toEqual([]);
      expect(before.calls).toEqual([]);
      expect((await gateway.query(SIGN_OUT, options)).data.signOut).not.toBeNull();

      const after = await gateway.query(REQUESTS, options);
      expect(after.data).toEqual({ atoRequest: null, atoRequests: null });
      // The gateway no longer knows it, so it could be any user's token.
      expect(codesByPath(after.errors)).toEqual({ atoRequest: 'FORBIDDEN', atoRequests: 'FORBIDDEN' });
      expect(after.calls).toEqual([]);
      const write = await gateway.query(STATUS, options);
      expect(codesByPath(write.errors)).toEqual({ updateAtoStatus: 'UNAUTHENTICATED' });
      expect(write.calls).toEqual([VALIDATE]);
      const stream = listen(gateway.url, CHANGED, { authorization: `Bearer ${token}` });
      await stream.end();
      expect(stream.items).toEqual([]);
      const hash = createHash('sha256').update(token).digest('base64url');
      if (redis) expect((await contentOf(redis)).filter((line) => line.includes(hash))).toEqual([]);
    });
  });

  describe('a write under a token that the platform does not know', () => {
    const unknown = as.bearer('made-up-token');

    it.each([
      ['a notification', PUSH, SEND, 'sendNotification'],
      ['a status', 'POST /plugin/v1/ato/status', STATUS, 'updateAtoStatus'],
      ['an alert', 'POST /plugin/v1/ato/alert', ALERT, 'raiseAtoAlert'],
    ])('is refused before it is sent: %s', async (_what, route, document, field) => {
      const options = { as: unknown, variables: { receiver: 'u-ana', text: 'spam', id: 'ato-none' } };
      const { errors, calls } = await gateway.query(document, options);
      expect(codesByPath(errors)).toEqual({ [field]: 'UNAUTHENTICATED' });
      expect(calls).toEqual([VALIDATE]);
      expect(calls).not.toContain(route);
    });

    it.each([
      ['is unavailable', status(503), 'UPSTREAM_UNAVAILABLE'],
      ['knows no such route', status(404), 'UPSTREAM_BAD_RESPONSE'],
      ['forbids the check', status(403), 'FORBIDDEN'],
    ])('is refused before it is sent where the platform %s', async (_what, fault, code) => {
      gateway.faults.set(VALIDATE, fault);
      const { errors, calls } = await gateway.query(SEND, {
        as: unknown,
        variables: { receiver: 'u-ana', text: 'spam' },
      });
      expect(codesByPath(errors)).toEqual({ sendNotification: code });
      expect(new Set(calls)).toEqual(new Set([VALIDATE]));
    });

    it('gives the readers of its topics no gap and leaves nothing behind, although its client hangs up', async () => {
      const { id } = await signOn();
      const notifications = listen(gateway.url, RECEIVED, { authorization: STUDENT });
      const changes = listen(gateway.url, CHANGED, { authorization: PLUGIN });
      await Promise.all([notifications.reach(1), changes.reach(1)]);
      const answers = held((_request, response) => void response.writeHead(401).end());
      for (const route of [VALIDATE, PUSH, 'POST /plugin/v1/ato/status'])
        gateway.faults.set(route, answers.fault);
      const attacks = [
        [SEND, { receiver: 'u-ana', text: 'spam' }],
        [SEND, { receiver: 'u-made-up', text: 'spam' }],
        [STATUS, { id }],
      ] as const;
      for (const [document, variables] of attacks)
        await hangUpDuring(null, document, { as: unknown, variables });
      answers.release();
      gateway.faults.clear();

      // What comes next is what happens next: no gap lies before it.
      await gateway.query(SEND, {
        as: as.instructor,
        variables: { receiver: 'u-ana', text: 'Bring a pencil' },
      });
      await gateway.sandbox.startAtoRequest();
      expect((await notifications.reach(2))[1]).toEqual({
        gap: null,
        notification: { text: 'Bring a pencil' },
      });
      expect((await changes.reach(2))[1]).toMatchObject({ gap: null, request: { complete: false } });
      if (redis) expect((await contentOf(redis)).join('\n')).not.toContain('u-made-up');
      notifications.stop();
      changes.stop();
    });
  });

  it('costs one session check per interval, and none if the notification is stored', async () => {
    // A stream that was just closed may have been polled for once more.
    const ownCalls = ({ calls }: { calls: string[] }) =>
      calls.filter((call) => !call.startsWith('GET /notifications/v1'));
    const user = as.bearer(gateway.sandbox.issueToken('u-kofi'));
    const variables = { receiver: 'u-ana', text: 'Hello' };
    const stored = await gateway.query(SEND.replace('false', 'true'), { as: user, variables });
    expect(ownCalls(stored)).toEqual([PUSH]);
    const first = await gateway.query(SEND, { as: user, variables });
    expect(first.data.sendNotification).toEqual({ streamed: true });
    expect(ownCalls(first)).toEqual([VALIDATE, PUSH]);
    const second = await gateway.query(SEND, { as: user, variables });
    expect(ownCalls(second)).toEqual([PUSH]);
  });

  it('go on when the client hangs up after the write was sent', async () => {
    const { id, token } = await signOn();
    const notifications = listen(gateway.url, RECEIVED, {
      authorization: `Bearer ${gateway.sandbox.issueToken('u-priya')}`,
    });
    const changes = listen(gateway.url, CHANGED, { authorization: `Bearer ${token}` });
    await Promise.all([notifications.reach(1), changes.reach(1)]);
    const push = held(
      json({ notificationId: 'nt-held', receiver: 'u-priya', text: 'Pushed', persist: false }),
    );
    const update = held(json({ complete: true }));
    gateway.faults.set(PUSH, push.fault);
    gateway.faults.set('POST /plugin/v1/ato/status', update.fault);
    await hangUpDuring(PUSH, SEND, { as: as.instructor, variables: { receiver: 'u-priya', text: 'Pushed' } });
    await hangUpDuring('POST /plugin/v1/ato/status', STATUS, { as: as.bearer(token), variables: { id } });
    push.release();
    update.release();
    expect((await notifications.reach(2))[1]).toEqual({ gap: null, notification: { text: 'Pushed' } });
    expect((await changes.reach(2))[1]).toEqual({ gap: null, request: { id, complete: true } });
    notifications.stop();
    changes.stop();
  });

  it('have IDs of at most 256 bytes, not characters', async () => {
    const ask = (id: string) =>
      gateway.query('query ($id: ID!) { course(id: $id) { name } }', { as: as.student, variables: { id } });
    const { errors, calls } = await ask(TOO_LONG);
    expect([errors[0]?.extensions.code, calls]).toEqual(['BAD_USER_INPUT', []]);
    expect((await ask(LONGEST)).calls).not.toEqual([]);
  });
});
