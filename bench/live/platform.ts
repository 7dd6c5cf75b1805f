import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A platform with any number of users: the token is the user's name. Implements only what subscriptions need, as cheaply
 * as possible, so that the measurement is of the gateway. Prints its URL; reports the number of calls so far to its parent.
 */
let calls = 0;
const server = createServer((request, response) => {
  calls += 1;
  const path = request.url?.split('?', 1)[0];
  response.setHeader('content-type', 'application/json');
  request.resume();
  if (path === '/user/v1/my/profile') {
    const userId = userOf(request.headers);
    response.end(JSON.stringify({ userId, handle: userId, firstName: 'User' }));
  } else if (path === '/notifications/v1' && request.method === 'GET') response.end('[]');
  else response.end('{}');
});

const userOf = ({ authorization = '' }: { authorization?: string | undefined }): string =>
  authorization.replace(/^Bearer /, '');

process.on('message', () => process.send?.(calls));
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`http://127.0.0.1:${port}\n`);
});
