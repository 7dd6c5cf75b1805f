import type { Socket } from 'node:net';
import { isRecord } from '../../lib/is-record.ts';

/**
 * Reads nothing more from a connection that is about to close, and makes Node ignore the rest of what it has read: 64 KB may
 * hold a thousand requests, of which it makes an object each, or ten thousand chunks of a body. Node has no documented way to
 * do that, but its parser ends when it is removed from its connection. Without that, Node would parse the rest in vain.
 */
export function stopReading(socket: Socket): void {
  const parser: unknown = 'parser' in socket ? socket.parser : null;
  if (isRecord(parser) && typeof parser.remove === 'function') parser.remove();
  socket.pause();
  // Node resumes it to discard the rest, and it may have been resumed in this turn, which takes effect only now.
  socket.on('resume', () => socket.pause());
}
