import { randomUUID } from 'node:crypto';
import { exchange, type RequestOutcome } from 'learning-platform-kit/conformance/exchange';
import { parseJson, textIn } from 'learning-platform-kit/conformance/json';
import { basicCredential, requestTo } from 'learning-platform-kit/conformance/request';
import { ROUTES_BY_ID } from 'learning-platform-kit/contract/routes';
import type { ClientCredential, Config } from '../../config/config.ts';
import { PATIENCE } from './platform-checks.ts';
import { type CheckResult, failure, ok, skipped, warning } from './result.ts';

/** The contract states no status or code for a client ID that is sent to the other environment's address. */
const ENVIRONMENT =
  'and that PLATFORM_URL is the address of their environment: a sandbox client ID works only at the sandbox address';

/** Sends a request to the platform's host. */
type Send = (
  route: Parameters<typeof requestTo>[1],
  values: Readonly<Record<string, string>>,
  credential: string | null,
) => Promise<RequestOutcome>;

/** Tries the configured credentials with requests that have no effect. */
export async function checkCredentials({
  hosts,
  app,
  plugin,
  platformTimeout,
}: Config): Promise<CheckResult[]> {
  const host = hosts?.platform;
  if (!host) return [];
  const limits = { timeout: Math.min(platformTimeout, PATIENCE), responseLimit: 1_000_000 };
  const send: Send = (...request) => exchange(requestTo(host, ...request), limits);
  return Promise.all([
    app ? checkApp(send, app) : skipped('app credential', 'APP_CLIENT_ID is not set'),
    plugin ? checkPlugin(send, plugin) : skipped('plugin credential', 'PLUGIN_CLIENT_ID is not set'),
  ]);
}

/**
 * Refreshes a made-up token: the only call with the app's secret. The platform rejects it either way, so the reason is compared:
 * with OAuth's error codes (RFC 6749, 5.2), else with its response to a made-up secret.
 */
async function checkApp(send: Send, { clientId, clientSecret }: ClientCredential): Promise<CheckResult> {
  const check = 'app credential';
  const refresh = (secret: string): Promise<RequestOutcome> =>
    send(
      ROUTES_BY_ID.issueToken,
      {
        client_id: clientId,
        client_secret: secret,
        grant_type: 'refresh_token',
        refresh_token: `doctor-${randomUUID()}`,
      },
      null,
    );
  const response = await refresh(clientSecret.reveal());
  const remedy = `check APP_CLIENT_ID and APP_CLIENT_SECRET in the developer console, ${ENVIRONMENT}`;
  if (!isTelling(response)) return skipped(check, `not known: ${outcomeOf(response)}`);
  const code = oauthCode(response);
  if (code === 'invalid_client' || code === 'unauthorized_client')
    return failure(check, `the platform rejects it: ${code}`, remedy);
  if (code === 'invalid_grant') return ok(check, 'accepted');
  const wrong = await refresh(`doctor-${randomUUID()}`);
  if (wrong.kind === 'failed') return skipped(check, `not known: ${outcomeOf(wrong)}`);
  if (shapeOf(response) !== shapeOf(wrong)) return ok(check, 'accepted');
  const found = `the platform responds as it does to a wrong secret (${response.status})`;
  // RFC 6749, 5.2: 401 is about the client, 400 may be about the token.
  if (response.status === 401) return failure(check, found, remedy);
  return warning(check, `${found}: it rejects the credential, or does not state which part is wrong`, remedy);
}

/** Reads the badges of a user that does not exist. */
async function checkPlugin(send: Send, plugin: ClientCredential): Promise<CheckResult> {
  const check = 'plugin credential';
  const user = { userIds: `doctor-${randomUUID()}` };
  const response = await send(ROUTES_BY_ID.listBadgeAssertions, user, basicCredential(plugin));
  if (!isTelling(response)) return skipped(check, `not known: ${outcomeOf(response)}`);
  const remedy = `check PLUGIN_CLIENT_ID and PLUGIN_CLIENT_SECRET in the developer console, ${ENVIRONMENT}`;
  if (response.status === 401) return failure(check, 'the platform rejects it (401)', remedy);
  if (response.status === 403)
    return warning(
      check,
      'the platform rejects it, or the plugin is not allowed to use the AI routes (403)',
      `${remedy}, or have a platform administrator permit the routes`,
    );
  return ok(check, 'accepted');
}

const outcomeOf = (response: RequestOutcome): string =>
  response.kind === 'failed' ? response.reason : `the platform responds with ${response.status}`;

type Response = Exclude<RequestOutcome, { kind: 'failed' }>;

/** Whether an outcome depends on the credential. */
const isTelling = (response: RequestOutcome): response is Response =>
  response.kind !== 'failed' && response.status < 500 && response.status !== 429;

/** OAuth's error code. Null: the platform sends none. */
const oauthCode = ({ bytes }: Response): string | null =>
  textIn(parseJson(bytes.toString())?.json, 'error') ?? null;

/** The response without variable parts, such as request IDs and times. */
const shapeOf = ({ status, bytes }: Response): string =>
  `${status} ${bytes.toString().replaceAll(/[\da-f-]{8,}|\d+/gi, '')}`;
