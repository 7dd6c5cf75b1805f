import type { Redis } from 'ioredis';
import type { Clock } from '../lib/clock.ts';

/**
 * Sends the commands of one turn of the event loop with one system call. When thousands of topics open at once, a call per
 * command would be a sixth of the work. Each command keeps its own reply and error; a pipeline of the client would resend
 * the commands of a cluster together.
 */
export function gatherWrites(redis: Redis, clock: Clock): void {
  const send = redis.sendCommand.bind(redis);
  let corked: Redis['stream'] | null = null;
  const uncork = (): void => {
    corked?.uncork();
    corked = null;
  };
  redis.sendCommand = (command, pipeline) => {
    const { stream } = redis;
    // Undefined until the first connection.
    if (!corked && stream) {
      corked = stream;
      stream.cork();
      clock.setImmediate(uncork);
    }
    return send(command, pipeline);
  };
}
