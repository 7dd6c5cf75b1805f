// @module-tag slow
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { hang } from '../support/faults.ts';
import { as, startGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { type ProductionGateway, startProduction } from '../support/production.ts';
import { readStream } from '../support/read-stream.ts';

const STREAM = 'subscription { notificationReceived { cursor } }';
const VALIDATION = 'GET /oauth/v2/token/validate';
/** 96 KB of text, which take 2 MB when they are parsed. */
const values = Array.from({ length: 32_000 }, () => ({}));

const openSocket = async ({ url }: { url: string }, init: object): Promise<WebSocket> => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: init }));
  return socket;
};

describe('a message of many lists and objects', () => {
  it('counts for its address as what it takes when it is parsed, until its operation has a response', async () => {
    // 640,000 bytes per address.
    const gateway = await startGateway({ environment: { LIMIT_HELD: '640000' } });
    onTestFinished(gateway.close);
    const send = (count: number) =>
      fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ __typename }', extensions: { x: values.slice(0, count) } }),
      });
    for (let turn = 0; turn < 3; turn += 1) expect((await send(5000)).status).toBe(200);
    const refused = await send(8000);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      errors: [
        { message: expect.stringContaining('Too many large requests'), extensions: { retryable: true } },
      ],
    });

    const socket = await openSocket(gateway, as.student);
    await once(socket, 'message');
    const ask = async (count: number): Promise<unknown> => {
      const payload = { query: '{ __typename }', extensions: { x: values.slice(0, count) } };
      socket.send(JSON.stringify({ id: 'x', type: 'subscribe', payload }));
      const [data] = await once(socket, 'message');
      return JSON.parse(String(data));
    };
    expect(await ask(8000)).toMatchObject({
      type: 'error',
      payload: [{ extensions: { code: 'RATE_LIMITED' } }],
    });
    expect(await ask(4000)).toMatchObject({ type: 'next' });
    const metrics = await readMetrics(gateway);
    expect(metrics.get('gateway_refused_requests_total{reason="bodies"}')).toBe(2);
  });

  describe('is not retained', () => {
    /** A process with less memory than all messages together take, in which they count as nothing. */
    const start = async (): Promise<ProductionGateway> => {
      const gateway = await startProduction({
        environment: { LIMIT_HELD: '2000000000', NODE_OPTIONS: '--max-old-space-size=128' },
      });
      onTestFinished(gateway.close);
      return gateway;
    };
    const MESSAGES = 100;

    it('by the event stream that it opened', async () => {
      const gateway = await start();
      for (let opened = 0; opened < MESSAGES; opened += 1) {
        const stream = await readStream(gateway.url, STREAM, {
          headers: as.student,
          extensions: { x: values },
        });
        onTestFinished(() => stream.stop());
        expect(stream.response.status).toBe(200);
      }
      expect(gateway.isAlive).toBe(true);
    });

    it('by a socket whose client is being admitted', async () => {
      const gateway = await start();
      gateway.faults.set(VALIDATION, hang);
      const pongs: Promise<unknown>[] = [];
      for (let opened = 0; opened < MESSAGES; opened += 1) {
        const socket = await openSocket(gateway, { authorization: `Bearer stranger-${opened}`, x: values });
        socket.ping();
        pongs.push(once(socket, 'pong'));
      }
      // Messages of a socket are read in turn, so its reply shows that the first one has been read.
      await Promise.all(pongs);
      expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
      expect(gateway.isAlive).toBe(true);
    });
  });
});
