/** Milliseconds that a `Retry-After` asks for: seconds or an HTTP date (RFC 9110, section 10.2.3). Null: it says nothing. */
export function retryAfterMs(retryAfter: string | null): number | null {
  if (retryAfter === null) return null;
  const milliseconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}
