import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { until } from './until.ts';

/** A connection to a gateway that sends bytes as they are. */
export class RawConnection {
  readonly socket: Socket;
  received = '';
  isClosed = false;

  /** @param whenOver takes what destroys it. Default: the end of the test. */
  constructor({ url }: { url: string }, sent = '', whenOver: (destroy: () => void) => void = onTestFinished) {
    this.socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
    this.socket.on('error', () => {});
    this.socket.on('data', (text) => {
      this.received += text;
    });
    this.socket.on('close', () => {
      this.isClosed = true;
    });
    this.socket.write(sent);
    whenOver(() => void this.socket.destroy());
  }

  /** Number of responses so far. */
  get responses(): number {
    return this.received.split('HTTP/1.1 ').length - 1;
  }

  closed(): Promise<void> {
    return until(() => this.isClosed);
  }
}
