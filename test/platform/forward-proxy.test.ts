import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/app/listen.ts';
import { startGateway } from '../support/gateway.ts';
import { tlsFront } from '../support/tls-front.ts';

const CREDENTIAL = `Basic ${Buffer.from('user:p@ss').toString('base64')}`;

/** A proxy that opens tunnels for one user, and notes everything that it can read. */
async function startProxy() {
  const seen: string[] = [];
  const sockets = new Set<Duplex>();
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(500).end();
  });
  server.on('connect', (request: IncomingMessage, client: Duplex) => {
    seen.push(`CONNECT ${request.url} ${request.headers.authorization ?? ''}`.trim());
    if (request.headers['proxy-authorization'] !== CREDENTIAL)
      return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const [host = '', port] = (request.url ?? '').split(':');
    const target = connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    return undefined;
  });
  const { host } = new URL(await listen(server, { host: '127.0.0.1', port: 0 }));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  return { seen, host };
}

const startBehind = async (
  host: string,
  environment: Record<string, string> = {},
  credential = 'user:p%40ss@',
) => {
  const gateway = await startGateway({
    environment: { HTTPS_PROXY: `http://${credential}${host}`, ...environment },
    sandbox: { front: tlsFront },
  });
  onTestFinished(() => gateway.close());
  return gateway;
};

it('calls the platform through tunnels of HTTPS_PROXY, which see the names of hosts alone', async () => {
  const proxy = await startProxy();
  const gateway = await startBehind(proxy.host);
  const { data, calls } = await gateway.student('{ me { handle } }');
  expect(data.me.handle).toBe('@ana.ferreira');
  expect(calls).toHaveLength(1);
  expect(new Set(proxy.seen)).toEqual(new Set([`CONNECT ${new URL(gateway.sandbox.url).host}`]));
});

it('uses https_proxy likewise, and never a proxy for hosts in NO_PROXY', async () => {
  const proxy = await startProxy();
  const lower = await startBehind('127.0.0.1:1', { https_proxy: `http://user:p%40ss@${proxy.host}` });
  expect((await lower.student('{ me { handle } }')).data.me.handle).toBe('@ana.ferreira');
  const before = proxy.seen.length;
  const direct = await startBehind(proxy.host, { NO_PROXY: '.svc,127.0.0.1' });
  expect((await direct.student('{ me { handle } }')).data.me.handle).toBe('@ana.ferreira');
  expect(proxy.seen).toHaveLength(before);
});

it('fails as with any unreachable platform if the proxy refuses', async () => {
  const proxy = await startProxy();
  const gateway = await startBehind(proxy.host, {}, '');
  const { errors } = await gateway.query('{ me { handle } }', {
    as: { authorization: 'Bearer demo-student-token' },
  });
  expect(errors[0]?.extensions).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE', retryable: true });
  expect(JSON.stringify(errors)).not.toContain(proxy.host);
});
