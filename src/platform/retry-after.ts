import type { Clock } from '../lib/clock.ts';

const DAY = 86_400_000;
/** RFC 9110, section 5.6.7: every date format starts with the weekday. */
const DATE = /^[A-Z][a-z]{2,8}[ ,]/;

/**
 * The delay of a `Retry-After` header in milliseconds, at most one day. The header contains seconds or an HTTP date (RFC 9110,
 * section 10.2.3). Null: absent or invalid.
 */
export function retryAfterMs(retryAfter: string | null, clock: Clock): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter)) return Math.min(Number(retryAfter) * 1000, DAY);
  const milliseconds = DATE.test(retryAfter) ? Date.parse(retryAfter) - clock.now() : Number.NaN;
  return Number.isNaN(milliseconds) ? null : Math.min(Math.max(0, milliseconds), DAY);
}
