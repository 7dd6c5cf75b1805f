/**
 * Error code of the system, TLS or a library, such as `ENOTFOUND` or `CERT_HAS_EXPIRED`: that of the cause rather than a
 * library's own. Null: there is none. Messages are left out, since they may quote addresses and data.
 */
export function systemErrorCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // undici's codes name the failed step, their causes why.
  return own === null || own.startsWith('UND_ERR_') ? (systemErrorCodeOf(inner) ?? own) : own;
}
