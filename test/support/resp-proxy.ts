import { connect, createServer, type Socket } from 'node:net';
import { isPublication, RespFrames } from './resp-frames.ts';

/** Milliseconds, drawn for each command or message. */
interface Delay {
  from: number;
  to: number;
}

/** How published messages are disturbed. */
interface Disturbance {
  /** Delay of each message. Messages of one connection stay in order; replies overtake them. */
  delay: Delay;
  /** Share of the messages that arrive again at once, from 0 to 1. */
  twice: number;
  /** Share of the messages that arrive again late. */
  late: number;
}

/** A proxy to a Redis server that understands what the server sends. */
export interface RespProxy {
  readonly port: number;
  /** Delays each command. Null: no longer. */
  slow(delay: Delay | null): void;
  /** Delays and duplicates published messages. Null: no longer. */
  disturb(disturbance: Disturbance | null): void;
  close(): Promise<void>;
}

/** Milliseconds until a late duplicate. */
const LATE: Delay = { from: 500, to: 3000 };

/** @param random as `Math.random`, for runs that can be repeated. */
export async function startRespProxy(target: number, random = Math.random): Promise<RespProxy> {
  const sockets = new Set<Socket>();
  let slowness: Delay | null = null;
  let disturbance: Disturbance | null = null;
  const draw = (delay: Delay | null): number =>
    delay === null ? 0 : delay.from + random() * (delay.to - delay.from);
  const server = createServer((client) => {
    const redis = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      sockets.add(one);
      one.setNoDelay(true);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    const commands = new DelayLine(redis);
    client.on('data', (chunk: Buffer) => commands.write(chunk, draw(slowness)));
    const frames = new RespFrames();
    const messages = new DelayLine(client);
    redis.on('data', (chunk: Buffer) => {
      for (const frame of frames.push(chunk)) {
        if (!isPublication(frame)) {
          write(client, frame);
          continue;
        }
        messages.write(frame, draw(disturbance?.delay ?? null));
        if (disturbance && random() < disturbance.twice) messages.write(frame, 0);
        if (disturbance && random() < disturbance.late)
          setTimeout(() => write(client, frame), draw(LATE)).unref();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    slow: (delay) => {
      slowness = delay;
    },
    disturb: (how) => {
      disturbance = how;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Writes with delays, in order. */
class DelayLine {
  readonly #to: Socket;
  readonly #waiting: Buffer[] = [];
  /** When the last bytes are due, by `performance.now()`. */
  #due = 0;

  constructor(to: Socket) {
    this.#to = to;
  }

  write(bytes: Buffer, delay: number): void {
    const now = performance.now();
    this.#due = Math.max(this.#due, now + delay);
    if (this.#waiting.length === 0 && this.#due <= now) {
      write(this.#to, bytes);
      return;
    }
    this.#waiting.push(bytes);
    // Timers that end in the same millisecond may fire in any order: each writes what is first.
    setTimeout(() => {
      const first = this.#waiting.shift();
      if (first) write(this.#to, first);
    }, this.#due - now);
  }
}

function write(socket: Socket, bytes: Buffer): void {
  if (!socket.destroyed) socket.write(bytes);
}
