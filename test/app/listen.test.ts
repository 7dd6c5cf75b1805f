import { createServer } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../../src/app/listen.ts';

const newServer = () => {
  const server = createServer((_request, response) => response.end('here'));
  onTestFinished(() => void server.close().closeAllConnections());
  return server;
};

it('listens on `::` for IPv4 as well', { tags: 'linux' }, async () => {
  const url = await listen(newServer(), { host: '::', port: 0 });
  for (const host of ['127.0.0.1', '[::1]'])
    expect(await (await fetch(`http://${host}:${new URL(url).port}`)).text()).toBe('here');
});

it('listens on IPv4 where the address for both does not exist', async () => {
  // An address of the documentation (RFC 3849), in place of `::` on a machine without IPv6.
  const url = await listen(
    newServer(),
    { host: '2001:db8::1', port: 0 },
    { ipv6: '2001:db8::1', ipv4: '127.0.0.1' },
  );
  expect(await (await fetch(url)).text()).toBe('here');
});

it('reports a port that is taken, and any other address that does not exist', async () => {
  const taken = createTcpServer();
  onTestFinished(() => void taken.close());
  const { port } = new URL(await listen(taken, { host: '127.0.0.1', port: 0 }));
  await expect(listen(newServer(), { host: '127.0.0.1', port: Number(port) })).rejects.toThrow('EADDRINUSE');
  await expect(listen(newServer(), { host: '2001:db8::1', port: 0 })).rejects.toThrow('EADDRNOTAVAIL');
});
