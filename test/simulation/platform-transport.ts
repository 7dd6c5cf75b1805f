import type { Transport } from '../../src/platform/call.ts';
import { type CallResult, TransportFailure } from '../../src/platform/call.ts';
import type { undiciTransport } from '../../src/platform/transport.ts';
import type { Link } from './link.ts';
import type { PlatformResponse, SimulatedPlatform } from './platform.ts';
import { request } from './request.ts';
import type { Host } from './timeline.ts';

/** The way of an instance to the simulated platform: what `undiciTransport` is to a real one. */
export const platformTransport =
  (host: Host, link: Link, platform: SimulatedPlatform): typeof undiciTransport =>
  ({ clock, timeout, platformClock }) => {
    const send: Transport = (call, caller) => {
      const { signal, deadline, origin } = call;
      if (signal?.aborted) return caller.settled(new TransportFailure('aborted', false));
      const left = deadline === undefined ? timeout : deadline - clock.monotonic();
      const sentAt = clock.monotonic();
      let isSettled = false;
      const settle = (outcome: CallResult): void => {
        if (isSettled) return;
        isSettled = true;
        clock.clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        abandon();
        caller.settled(outcome);
      };
      const onAbort = (): void => settle(new TransportFailure('aborted', true));
      const timer = clock.setTimeout(
        () => settle(new TransportFailure(left < timeout ? 'overdue' : 'timeout', true)),
        Math.max(1, Math.min(left, timeout)),
      );
      const abandon = request<typeof call, PlatformResponse & { date: string }>({
        link,
        client: host,
        server: platform.host,
        message: call,
        isRefused: () => false,
        serve: (message, respond) =>
          platform.serve(message, (response) =>
            respond({ ...response, date: new Date(platform.host.timeOfDay).toUTCString() }),
          ),
        onResponse: ({ status, retryAfter, json, date }) => {
          if (platformClock?.isDue(origin))
            platformClock.read(origin, {
              date,
              receivedAt: clock.now(),
              roundTrip: clock.monotonic() - sentAt,
            });
          settle({
            status,
            retryAfter: retryAfter === null ? null : String(retryAfter),
            body: Buffer.from(JSON.stringify(json)),
          });
        },
        onLost: (wasSent) => settle(new TransportFailure('unreachable', wasSent)),
      });
      signal?.addEventListener('abort', onAbort, { once: true });
    };
    return { send, close: async () => {} };
  };
