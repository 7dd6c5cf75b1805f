import { as, type TestGateway } from './gateway.ts';

/** Three users of the sandbox. */
export const KNOWN_USERS = ['u-ana', 'u-priya', 'u-tomas'] as const;

/** Credentials of three users, of whom the gateway has read the profile: each is a caller of its own. */
export const knownUsers = async (gateway: TestGateway): Promise<Record<string, string>[]> => {
  const credentials = KNOWN_USERS.map((id) => as.bearer(gateway.sandbox.issueToken(id)));
  await Promise.all(credentials.map((credential) => know(gateway, credential)));
  return credentials;
};

/** Lets the gateway read the profile of a credential's user, which is charged to the network of the client. */
export const know = async (gateway: TestGateway, credential: Record<string, string>): Promise<void> =>
  void (await gateway.query('{ me { id } }', { as: credential }));
