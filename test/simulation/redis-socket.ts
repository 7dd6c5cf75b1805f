import { Duplex } from 'node:stream';
import type { Channel, End, Link } from './link.ts';
import type { RedisProcess } from './redis-process.ts';
import type { Host, Planned } from './timeline.ts';

const failure = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code });

/** A socket of an instance to Redis, with what the Redis client uses of `net.Socket`. */
export class RedisSocket extends Duplex implements End {
  readonly host: Host;
  readonly #link: Link;
  #channel: Channel | null = null;
  #timer: Planned | null = null;
  connecting = true;

  constructor(host: Host, link: Link, redis: RedisProcess) {
    super();
    this.host = host;
    this.#link = link;
    const roundTrip = link.delay() + link.delay();
    host.after(roundTrip, () =>
      link.pass(host, () => {
        if (this.destroyed) return;
        if (link.isCut || redis.isDown) {
          this.destroy(failure('ECONNREFUSED'));
          return;
        }
        this.connecting = false;
        // A stopped process still accepts connections: its system does.
        this.#channel = redis.accept((end) => link.open([this, end]));
        this.emit('connect');
      }),
    );
  }

  onMessage(message: unknown): void {
    this.push(Buffer.from(String(message), 'latin1'));
  }

  onClose(isBroken: boolean): void {
    if (isBroken) this.destroy(failure('ECONNRESET'));
    else {
      this.push(null);
      this.destroy();
    }
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  setTimeout(milliseconds: number, onTimeout?: () => void): this {
    if (this.#timer) this.#timer.isCancelled = true;
    this.#timer = milliseconds > 0 && onTimeout ? this.host.after(milliseconds, onTimeout) : null;
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: () => void): void {
    this.#channel?.send(1, chunk.toString('latin1'));
    written();
  }

  override _writev(chunks: { chunk: Buffer }[], written: () => void): void {
    this.#channel?.send(1, chunks.map(({ chunk }) => chunk.toString('latin1')).join(''));
    written();
  }

  override _final(done: () => void): void {
    this.#channel?.close(0);
    // The server closes as well.
    this.host.after(2 * this.#link.delay(), () => this.#link.pass(this.host, () => this.destroy()));
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.setTimeout(0);
    this.#channel?.close(0);
    done(error);
  }
}
