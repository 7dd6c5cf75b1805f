// @module-tag slow
// @module-tag redis-server
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fleet, startFleet } from '../support/fleet.ts';
import { ask, deliver, pluginCredential } from '../support/fleet-ask.ts';
import { FULL, note } from '../support/fleet-form.ts';
import {
  type Line,
  type LineItem,
  type LineOptions,
  openEventsLine,
  openSocketLine,
} from '../support/fleet-line.ts';
import { until } from '../support/redis.ts';

const RECEIVED = `subscription ($after: String) {
  notificationReceived(after: $after) { cursor gap { reason } notification { text } }
}`;
const SIGN_ON = `mutation ($input: CompleteAtoSignOnInput!) { completeAtoSignOn(input: $input) { token { accessToken } bound } }`;
const SEND = `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { streamed } }`;
const ALERT = `mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { streamed } }`;
const CHECK_INTERVAL = FULL ? 10_000 : 2000;

const atoQueries = (requestId: string | null): string[] => {
  const id = requestId === null ? '' : `, requestId: "${requestId}"`;
  return [
    `subscription ($after: String) { atoRequestChanged(after: $after${id}) { cursor gap { reason } request { id } } }`,
    `subscription ($after: String) { atoDistributionsChanged(after: $after${id}) { cursor gap { reason } requestId } }`,
    ...(requestId === null
      ? []
      : [
          `subscription ($after: String) { atoAlertRaised(after: $after${id}) { cursor gap { reason } alert { requestId } } }`,
        ]),
  ];
};
/** The owner of an item's event: the notification's text or the request ID. Null: not an event. */
const ownerOf = (item: LineItem): string | null =>
  item.notification?.text ?? item.request?.id ?? item.alert?.requestId ?? item.requestId ?? null;

interface Caller {
  name: string;
  authorization: string;
  /** Owners of the events it may receive. */
  own: readonly string[];
}

describe('data of one caller', { timeout: 60_000 }, () => {
  let fleet: Fleet;
  const lines: Line[] = [];
  beforeAll(async () => {
    fleet = await startFleet({ environment: { SESSION_CHECK_INTERVAL: String(CHECK_INTERVAL) } });
  });
  afterAll(async () => {
    for (const line of lines) line.stop();
    await fleet.close();
  });

  const open = (
    instance: 0 | 1,
    transport: 'socket' | 'events',
    options: Pick<LineOptions, 'query' | 'authorization'> & Partial<LineOptions>,
  ): Line => {
    const urls = [fleet.instances[instance].url];
    const open = transport === 'socket' ? openSocketLine : openEventsLine;
    const line = open({ urls, givesUp: true, onItem: () => {}, ...options });
    lines.push(line);
    return line;
  };
  const signOn = async (userId: string) => {
    const { requestId } = await fleet.sandbox.startAtoRequest({ userId });
    await deliver(fleet.instances[0].url, fleet.sandbox, { requestId, userId, status: 'in-progress' });
    const { code } = fleet.sandbox.signOnToAto(requestId);
    const { data } = await ask(fleet.instances[1].url, SIGN_ON, {
      variables: { input: { code, state: requestId } },
    });
    expect(data.completeAtoSignOn.bound).toBe(true);
    return { requestId, authorization: `Bearer ${data.completeAtoSignOn.token.accessToken}` };
  };

  it('reaches no other caller, by any cursor, topic argument or token, on any instance', async () => {
    const { sandbox, instances } = fleet;
    const [ana, ben] = [await signOn('u-ana'), await signOn('u-noor')];
    const plugin = pluginCredential(sandbox);
    const { clientId, clientSecret } = sandbox.credentials.limitedPlugin;
    const requests = [ana.requestId, ben.requestId];
    const callers: Caller[] = [
      { name: 'a user', authorization: sandbox.credentials.student, own: ['for u-ana'] },
      { name: 'another user', authorization: sandbox.credentials.instructor, own: ['for u-marcus'] },
      { name: 'an ATO token', authorization: ana.authorization, own: ['for u-ana', ana.requestId] },
      { name: 'another ATO token', authorization: ben.authorization, own: ['for u-noor', ben.requestId] },
      { name: 'the plugin', authorization: plugin, own: requests },
      {
        name: 'another plugin',
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        own: [],
      },
    ];
    const queries = [RECEIVED, ...[null, ...requests].flatMap(atoQueries)];

    // Cursors of each caller, from before the events: a caller able to use one would get them all.
    const positions = callers.flatMap(({ authorization }) =>
      queries.map((query) => ({ line: open(0, 'socket', { query, authorization }) })),
    );
    const isSettled = ({ line }: { line: Line }) => line.cursor !== null || line.errors.length > 0;
    await until(() => positions.every(isSettled), { within: 30_000 });
    const cursors = [...new Set(positions.flatMap(({ line }) => line.cursor ?? []))];
    for (const { line } of positions) line.stop();
    expect(cursors.length).toBeGreaterThanOrEqual(5);

    for (const receiverId of ['u-ana', 'u-marcus', 'u-noor']) {
      const input = { receiverId, text: `for ${receiverId}`, persist: false };
      const sent = await ask(instances[0].url, SEND, {
        authorization: sandbox.credentials.instructor,
        variables: { input },
      });
      expect(sent.data?.sendNotification.streamed).toBe(true);
    }
    for (const { requestId, authorization } of [ana, ben]) {
      await deliver(instances[1].url, sandbox, { requestId, status: 'under-review' });
      const raised = await ask(instances[0].url, ALERT, {
        authorization,
        variables: { input: { requestId, title: 'T', text: 'T' } },
      });
      expect(raised.data?.raiseAtoAlert.streamed).toBe(true);
    }

    let received = 0;
    const foreign: string[] = [];
    const attempts = callers.flatMap(({ name, authorization, own }) =>
      queries.flatMap((query) =>
        cursors.map((after, index) => {
          const items: LineItem[] = [];
          const onItem = (item: LineItem): void => {
            items.push(item);
            const owner = ownerOf(item);
            if (owner === null) return;
            received += 1;
            if (!own.includes(owner)) foreign.push(`${name} got ${owner} by ${query}`);
          };
          const transport = index % 3 === 0 ? 'events' : 'socket';
          const line = open(index % 2 === 0 ? 1 : 0, transport, { query, authorization, after, onItem });
          return { items, line };
        }),
      ),
    );
    await until(() => attempts.every(({ items, line }) => items.length + line.errors.length > 0), {
      within: 45_000,
    });
    // The plugin and the owners receive their events: the attempts are not refused for another reason.
    await until(() => received >= 10, { within: 30_000 });
    const codes = new Set(
      attempts.flatMap(({ line }) => line.errors.map(({ extensions }) => extensions.code)),
    );
    note('boundaries', { attempts: attempts.length, received, foreign: foreign.length, codes: [...codes] });
    for (const { line } of attempts) line.stop();
    expect(foreign).toEqual([]);
    expect(codes.difference(new Set(['BAD_USER_INPUT', 'FORBIDDEN', 'UNAUTHENTICATED']))).toEqual(new Set());
  });

  it('stops with its token: within a check interval on revocation, immediately on every instance on sign-out', async () => {
    const { sandbox, instances } = fleet;
    const openFour = async (authorization: string) => {
      const opened = ([0, 1] as const).flatMap((instance) =>
        (['socket', 'events'] as const).map((transport) =>
          open(instance, transport, { query: RECEIVED, authorization }),
        ),
      );
      await until(() => opened.every(({ cursor }) => cursor !== null), { within: 20_000 });
      return opened;
    };
    /** A socket closes with 4403; an event stream ends and reconnects as UNAUTHENTICATED. */
    const hasEnded = ({ closeCodes, errors }: Line): boolean =>
      closeCodes.includes(4403) || errors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');

    const signedOut = sandbox.issueToken('u-ana');
    const signedOutLines = await openFour(`Bearer ${signedOut}`);
    let startedAt = performance.now();
    await ask(instances[0].url, 'mutation { signOut { extra } }', {
      authorization: `Bearer ${signedOut}`,
    });
    await until(() => signedOutLines.every(hasEnded), { within: 20_000 });
    const signOutMs = performance.now() - startedAt;

    const revoked = sandbox.issueToken('u-ana');
    const revokedLines = await openFour(`Bearer ${revoked}`);
    startedAt = performance.now();
    sandbox.revokeToken(revoked);
    await until(() => revokedLines.every(hasEnded), { within: 20_000 });
    const revocationMs = performance.now() - startedAt;
    note('sessions', { signedOut: Math.round(signOutMs), revoked: Math.round(revocationMs) });
    for (const line of [...signedOutLines, ...revokedLines]) line.stop();
    expect(signOutMs).toBeLessThan(CHECK_INTERVAL / 2);
    // Allows for the check itself and for event streams to reconnect.
    expect(revocationMs).toBeLessThan(CHECK_INTERVAL + 2000);
  });
});
