import { wait } from '../clock.js';
import { onWakeUp } from './wake-up.js';
/**
 * Milliseconds to wait before the next attempt, beyond what the server requires: exponential with full jitter, so that the
 * clients of an instance that stops do not all return at once.
 * @param failures attempts that failed in a row, from 0.
 */
export const backoff = (failures) => Math.random() * Math.min(30_000, 500 * 2 ** failures);
/**
 * Waits before the next attempt to connect: as long as the server requires, and then with backoff, which ends early when
 * the network returns or the device wakes up. Ends at once when the signal aborts.
 */
export async function waitToReconnect(clock, { failures, demanded }, signal) {
    if (demanded > 0)
        await wait(clock, demanded, signal);
    if (signal?.aborted)
        return;
    const early = new AbortController();
    const end = () => early.abort();
    const ignoreWakeUps = onWakeUp(clock, end);
    signal?.addEventListener('abort', end, { once: true });
    await wait(clock, backoff(failures), early.signal);
    signal?.removeEventListener('abort', end);
    ignoreWakeUps();
}
/** Milliseconds of a `Retry-After` header: seconds or a date. 0: none, or one that cannot be read. */
export function retryAfter(header, now) {
    if (header === null)
        return 0;
    const milliseconds = /^\s*\d+\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
    return Number.isFinite(milliseconds) ? Math.min(Math.max(0, milliseconds), LONGEST) : 0;
}
/** A misconfigured proxy must not silence a client for days. */
const LONGEST = 10 * 60_000;
//# sourceMappingURL=backoff.js.map