import { readFileSync } from 'node:fs';
import { Server as HttpServer } from 'node:http';
import { Server as NetServer } from 'node:net';
import { createServer } from 'node:tls';

/**
 * Loaded into every contestant: reports the process's resource usage over IPC on request, and terminates TLS in front of
 * its HTTP server on `TLS_PORT`, the same way for all.
 */
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ user, system, cpu: user + system, peak: process.resourceUsage().maxRSS * 1024 });
});
process.on('disconnect', () => process.exit(0));

const { PORT, TLS_PORT, TLS_CERT, TLS_KEY } = process.env;
if (TLS_PORT !== undefined && TLS_CERT !== undefined && TLS_KEY !== undefined) {
  const tls = { cert: readFileSync(TLS_CERT), key: readFileSync(TLS_KEY) };
  const { listen } = NetServer.prototype;
  const portOf = (first: unknown): unknown =>
    typeof first === 'object' && first !== null && 'port' in first ? first.port : first;
  Object.assign(NetServer.prototype, {
    listen(this: NetServer, ...args: Parameters<typeof listen>) {
      if (this instanceof HttpServer && Number(portOf(args[0])) === Number(PORT))
        createServer(tls, (socket) => this.emit('connection', socket)).listen(Number(TLS_PORT), '127.0.0.1');
      return listen.apply(this, args);
    },
  });
}
