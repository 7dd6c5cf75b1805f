import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { SOCKET } from '../../src/admission/held.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

const STREAMS = 100;

describe('idle sockets', () => {
  const gateway = suiteGateway({
    environment: {
      TRUST_PROXY: 'loopback',
      // The least: 800,000 bytes in all.
      LIMIT_HELD: '100000',
      LIMIT_CONNECTIONS: String(4 * STREAMS),
    },
  });

  /** Opens a socket of an address. @returns whether it is accepted. */
  const open = async (address: string, payload = {}): Promise<boolean> => {
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-forwarded-for': address },
    });
    onTestFinished(() => socket.terminate());
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload })));
    return Promise.race([once(socket, 'message').then(() => true), once(socket, 'close').then(() => false)]);
  };
  const openMany = async (count: number, addressOf: (number: number) => string): Promise<number> => {
    const opened = await Promise.all(Array.from({ length: count }, (_, number) => open(addressOf(number))));
    return opened.filter(Boolean).length;
  };

  it('of any number of addresses leave requests of others alone, and half of the streams to users', async () => {
    const opened = await openMany(2 * STREAMS, (number) => `203.0.113.${number % 8}`);
    // Half of the pool, which has room for a socket and a subscription each.
    expect(opened * SOCKET).toBeLessThanOrEqual((STREAMS / 2) * 50_000);
    expect(opened * SOCKET).toBeGreaterThan(800_000);
    const { data } = await gateway.student('{ me { id } }');
    expect(data.me.id).toBe('u-ana');
    const large = await gateway.query('{ __typename }'.padEnd(50_000), { as: as.student });
    expect(large.status).toBe(200);
    expect(await open('203.0.113.99')).toBe(false);
    expect(await open('203.0.113.99', as.student)).toBe(true);
  });
});
