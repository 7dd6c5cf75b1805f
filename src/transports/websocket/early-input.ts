import type { Duplex } from 'node:stream';
import type { Held } from '../../admission/held.ts';
import type { Boundary } from '../../lib/boundary.ts';
import { SMALL_INPUT } from '../http/request-body.ts';

export interface EarlyInputOptions {
  boundary: Boundary;
  held: Held;
  /** Largest message, in bytes. */
  bodyLimit: number;
}

/**
 * Counts the input of one socket before `connection_ack`, while its client has not been admitted. Bytes count as they arrive:
 * those of a message that never ends are held until the socket closes.
 * @param refuse closes the socket, because too much input of its address, or of all, is arriving.
 * @returns ends the accounting: the client has been admitted, or the socket closed.
 */
export function countEarlyInput(
  transport: Duplex,
  address: string,
  { boundary, held, bodyLimit }: EarlyInputOptions,
  refuse: () => void,
): () => void {
  let bytes = 0;
  let release: (() => void) | null = null;
  const count = boundary.listener(
    'socket input',
    (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= SMALL_INPUT || release) return;
      release = held.acquire('bodies', address, bodyLimit);
      if (release) return;
      end();
      refuse();
    },
    () => transport.destroy(),
  );
  const end = (): void => {
    transport.off('data', count);
    release?.();
    release = null;
  };
  transport.on('data', count);
  return end;
}
