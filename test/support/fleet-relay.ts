import { connect, createServer, type Socket } from 'node:net';

/** One address that forwards to the port set last. */
export interface Relay {
  readonly port: number;
  /** Closes all connections and forwards new ones to this port. */
  leadTo(target: number): void;
  /** Forwards new connections to this port, and leaves the open ones alone. */
  leadNewTo(target: number): void;
  close(): Promise<void>;
}

export async function startRelay(target: number): Promise<Relay> {
  const open = new Set<Socket>();
  let current = target;
  const server = createServer((client) => {
    const onward = connect(current, '127.0.0.1');
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: address.port,
    leadTo: (port) => {
      current = port;
      endAll();
    },
    leadNewTo: (port) => {
      current = port;
    },
    close: async () => {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
