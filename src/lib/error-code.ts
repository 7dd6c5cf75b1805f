/**
 * Why something failed, by the name that the system, TLS or a library gave the error, such as `ENOTFOUND` or
 * `CERT_HAS_EXPIRED`: that of its cause rather than a library's own. Null: there is none. Messages are left out, since they may
 * quote addresses and data.
 */
export function errorCodeOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  const own = 'code' in error && typeof error.code === 'string' ? error.code : null;
  // undici's codes name the failed step, their causes why.
  return own === null || own.startsWith('UND_ERR_') ? (errorCodeOf(inner) ?? own) : own;
}
