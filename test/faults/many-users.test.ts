// @module-tag slow
// @module-tag nginx
// @module-tag redis-server
// @module-tag linux
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/config/variables.ts';
import type { AddressedClient } from '../support/addressed-client.ts';
import { FULL, note, pause } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { ProxiedGateways } from '../support/proxied-gateways.ts';
import { startNginx } from '../support/reverse-proxy.ts';

const USERS = 60;
/** Most operations at a time: a slow machine gets fewer per second, and none times out. */
const CONCURRENCY = 20;
/**
 * Operations in total and per second, and `LIMIT_RATE`. The users together send more than one address may, so they would
 * be refused if they counted as one. The short form has lower limits instead of more operations.
 */
const { OPERATIONS, RATE, LIMIT_RATE } = FULL
  ? { OPERATIONS: 120_000, RATE: 900, LIMIT_RATE: VARIABLES.LIMIT_RATE.fallback }
  : { OPERATIONS: 900, RATE: 450, LIMIT_RATE: 30 };

describe('many users of two gateways behind nginx', () => {
  let gateways: ProxiedGateways;
  let users: { client: AddressedClient; headers: Record<string, string> }[];

  beforeAll(async () => {
    gateways = await ProxiedGateways.start(startNginx, { LIMIT_RATE: String(LIMIT_RATE) });
    users = await Promise.all(
      Array.from({ length: USERS }, async (_, index) => {
        const client = gateways.clientAt(`127.0.1.${index + 1}`);
        const { data } = await client.query(
          'mutation { createAnonymousUser(input: { dateOfBirth: "2001-01-01" }) { token { accessToken } } }',
        );
        return { client, headers: as.bearer(data.createAnonymousUser.token.accessToken) };
      }),
    );
  });
  afterAll(() => gateways.close());

  it(
    'are all served, each with limits of their own',
    async () => {
      const outcomes = new Map<string, number>();
      const send = async (number: number): Promise<void> => {
        const user = users[number % USERS];
        const outcome = await user?.client.query('{ me { id } }', { headers: user.headers }).then(
          ({ status, errors: [error] }) => String(error?.extensions.code ?? status),
          (error: Error) => error.message,
        );
        outcomes.set(String(outcome), (outcomes.get(String(outcome)) ?? 0) + 1);
      };
      const pending = new Set<Promise<void>>();
      const startedAt = performance.now();
      for (let sent = 0; sent < OPERATIONS; ) {
        const due = Math.min(OPERATIONS, Math.ceil(((performance.now() - startedAt) * RATE) / 1000));
        for (; sent < due; sent += 1) {
          if (pending.size >= CONCURRENCY) await Promise.race(pending);
          const sending: Promise<void> = send(sent).finally(() => pending.delete(sending));
          pending.add(sending);
        }
        await pause(5);
      }
      await Promise.all(pending);
      const seconds = (performance.now() - startedAt) / 1000;
      note('many users', { outcomes: Object.fromEntries(outcomes), perSecond: OPERATIONS / seconds });
      expect(Object.fromEntries(outcomes)).toEqual({ 200: OPERATIONS });
      // Slower, and they might have stayed below the limit of one address.
      expect((OPERATIONS / seconds) * 60).toBeGreaterThan(20 * LIMIT_RATE);
    },
    FULL ? 600_000 : 60_000,
  );
});
