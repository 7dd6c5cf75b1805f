/** The credential of an operation, as its caller sent it. */
export type Credential =
  | { kind: 'none' }
  | { kind: 'user'; token: string }
  | { kind: 'plugin'; basic: string; clientId: string; clientSecret: string };

type PluginCredential = Extract<Credential, { kind: 'plugin' }>;

const NO_CREDENTIAL: Credential = { kind: 'none' };
/**
 * RFC 6750 and RFC 7617 credentials are visible ASCII; nothing else may reach an outgoing header. Servers commonly limit
 * headers to 8 KB, so a longer credential is not a real one.
 */
const VISIBLE_ASCII = /^[\x21-\x7e]{1,8000}$/;

/**
 * Parses an `Authorization` value: `Basic …` is a plugin's credential, anything else a user token, with or without
 * `Bearer`. An unusable value counts as no credential.
 */
export function parseCredential(authorization: string | undefined): Credential {
  const value = authorization?.trim();
  if (!value) return NO_CREDENTIAL;
  const [, scheme, rest] = /^(bearer|basic)\s+(\S+)$/i.exec(value) ?? [];
  if (scheme?.toLowerCase() === 'basic' && rest) return pluginCredential(rest);
  const token = rest ?? value;
  return VISIBLE_ASCII.test(token) ? { kind: 'user', token } : NO_CREDENTIAL;
}

function pluginCredential(basic: string): Credential {
  const decoded = Buffer.from(basic, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1 || !VISIBLE_ASCII.test(basic)) return NO_CREDENTIAL;
  return { kind: 'plugin', basic, clientId: decoded.slice(0, colon), clientSecret: decoded.slice(colon + 1) };
}

/** A plugin's credential from its ID and secret. Contract: Authentication 6. */
export const credentialOfPlugin = ({
  clientId,
  clientSecret,
}: Omit<PluginCredential, 'kind' | 'basic'>): PluginCredential => ({
  kind: 'plugin',
  basic: Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
  clientId,
  clientSecret,
});

/** Header value for a credential, as the platform expects it. */
export const authorizationOf = (credential: Exclude<Credential, { kind: 'none' }>): string =>
  credential.kind === 'user' ? `Bearer ${credential.token}` : `Basic ${credential.basic}`;
