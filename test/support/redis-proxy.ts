import { connect, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type SecureContextOptions, Server as TlsServer } from 'node:tls';

/** A proxy to a Redis server that can fail as networks do. */
export interface RedisProxy {
  readonly port: number;
  readonly url: string;
  /** Closes all connections and refuses new ones until `restore`. */
  cut(): void;
  /** Closes all connections; new ones work. */
  reset(): void;
  /** Silences all open connections for good without closing them; new ones work. */
  silence(): void;
  /** Silences all connections, including new ones, until `restore`. */
  stall(): void;
  restore(): void;
  /** Forwards new connections to this port, and leaves the open ones alone. */
  leadTo(target: number): void;
  /** Presents another certificate to new connections. */
  present(certificate: SecureContextOptions): void;
  /** Sends bytes to all clients that Redis did not send. */
  answer(bytes: string): void;
  close(): Promise<void>;
}

/** Starts a proxy to a loopback port. @param certificate with which it speaks TLS to clients. Default: it does not. */
export async function startRedisProxy(
  first: number,
  certificate?: SecureContextOptions,
): Promise<RedisProxy> {
  let target = first;
  const pairs = new Set<Pair>();
  let refusing = false;
  let stalled = false;
  const pass = (client: Socket): void => {
    if (refusing) {
      client.destroy();
      return;
    }
    const pair = new Pair(client, connect(target, '127.0.0.1'), () => pairs.delete(pair));
    pairs.add(pair);
    if (stalled) pair.stall();
  };
  const server = certificate ? createTlsServer(certificate, pass) : createServer(pass);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  const reset = (): void => {
    for (const pair of pairs) pair.destroy();
  };
  return {
    port: address.port,
    url: `redis://127.0.0.1:${address.port}`,
    cut: () => {
      refusing = true;
      reset();
    },
    reset,
    silence: () => {
      for (const pair of pairs) pair.silence();
    },
    stall: () => {
      stalled = true;
      for (const pair of pairs) pair.stall();
    },
    restore: () => {
      refusing = false;
      stalled = false;
      for (const pair of pairs) pair.restore();
    },
    leadTo: (port) => {
      target = port;
    },
    present: (other) => {
      if (server instanceof TlsServer) server.setSecureContext(other);
    },
    answer: (bytes) => {
      for (const pair of pairs) pair.answer(bytes);
    },
    close: async () => {
      reset();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

class Pair {
  readonly #client: Socket;
  readonly #server: Socket;
  #silent = false;
  #flows = false;

  constructor(client: Socket, server: Socket, onEnd: () => void) {
    this.#client = client;
    this.#server = server;
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => {});
      from.on('close', () => {
        // On a silent connection, neither side must learn that the other has closed.
        if (!this.#silent) to.destroy();
        // Track the remaining side, so that closing the proxy also closes it: it would keep the process alive.
        if (to.closed) onEnd();
      });
    }
    this.restore();
  }

  stall(): void {
    this.#flows = false;
    this.#client.unpipe(this.#server);
    this.#server.unpipe(this.#client);
    this.#client.pause();
    this.#server.pause();
  }

  silence(): void {
    this.#silent = true;
    this.stall();
  }

  restore(): void {
    // Connecting twice would send everything twice.
    if (this.#silent || this.#flows) return;
    this.#flows = true;
    this.#client.pipe(this.#server);
    this.#server.pipe(this.#client);
  }

  answer(bytes: string): void {
    this.#client.write(bytes);
  }

  destroy(): void {
    this.#client.destroy();
    this.#server.destroy();
  }
}
