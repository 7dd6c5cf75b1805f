// What ioredis alone does with a reply that no command waits for: exits with 1 where it throws what nothing can catch, and with
// 0 otherwise.
import { createServer } from 'node:net';
import { Redis } from 'ioredis';

// More replies than the client has sent commands.
const server = createServer((socket) => socket.once('data', () => socket.end('$-1\r\n'.repeat(5))));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const redis = new Redis({ port: address.port, enableReadyCheck: false, retryStrategy: null });
  redis.on('error', () => {}).on('end', () => server.close());
  redis.ping().catch(() => {});
});
