import type { RedisFinding } from './redis-requirements.ts';

/** Certificate errors of TLS, by Node's code, that a certificate authority would resolve. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Describes why a connection failed, without the address or the library's message. `failure`: Redis or its certificate
 * refuses this configuration. `warning`: Redis is unreachable, which may pass.
 */
export function connectionFinding(problem: unknown): RedisFinding {
  const message = problem instanceof Error ? problem.message : '';
  const code = problem instanceof Error && 'code' in problem ? String(problem.code) : '';
  const refused = (found: string, remedy: string): RedisFinding => ({
    about: 'connection',
    state: 'failure',
    found,
    remedy,
  });
  if (/\b(WRONGPASS|NOAUTH)\b|invalid (username-)?password/i.test(message))
    return refused(
      'Redis refuses the user or password',
      'check the credentials in REDIS_URL, and for Sentinels those in REDIS_SENTINELS',
    );
  if (/\bNOPERM\b/.test(message))
    return refused('the Redis user lacks permissions to connect', 'grant the user +@connection');
  if (UNTRUSTED.has(code))
    return refused(
      "Redis's certificate is from an unknown authority",
      "set REDIS_TLS_CA to a file with the authority's certificate",
    );
  if (code === 'CERT_HAS_EXPIRED')
    return refused("Redis's certificate has expired", 'renew the certificate of Redis');
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return refused(
      "Redis's certificate is for another host",
      'use a host name in REDIS_URL that the certificate contains',
    );
  if (/CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA/.test(code))
    return refused(
      'Redis requires a client certificate that it trusts',
      'set REDIS_TLS_CERT and REDIS_TLS_KEY',
    );
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return refused(
      'Redis does not speak TLS at this address',
      'use redis: instead of rediss: in REDIS_URL, or the TLS port',
    );
  const isClosed = code === 'ECONNRESET' || message === 'Connection is closed.';
  return {
    about: 'connection',
    state: 'warning',
    found: isClosed
      ? 'Redis closes the connection'
      : `Redis is unreachable${/^E[A-Z_]+$/.test(code) ? ` (${code})` : ''}`,
    remedy: isClosed
      ? 'check whether the port speaks TLS (rediss:) or not (redis:), and whether it requires REDIS_TLS_CERT'
      : 'check that it is running, the address in REDIS_URL, the network, and whether the port speaks TLS (rediss:)',
  };
}
