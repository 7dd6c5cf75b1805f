import { createHash } from 'node:crypto';
import { SAMPLES } from 'learning-platform-kit/contract/examples';
import type { RecordedRequest, Sandbox } from 'learning-platform-kit/sandbox';
import { as, type QueryResult, type TestGateway } from '../support/gateway.ts';
import { signInAs } from '../support/sign-in.ts';
import { inboundTable, type Reach, reachTable, type World } from './table.ts';

/** An expectation, with its placeholders filled in from the response. */
export const filledIn = <Expected>(expected: Expected, data: unknown): Expected =>
  JSON.parse(JSON.stringify(expected), (_key, value: unknown) =>
    typeof value === 'string'
      ? value.replaceAll(/\{(S256 )?([A-Za-z.]+)\}/g, (_match, hashed: string | undefined, path: string) => {
          const found = at(data, path);
          return hashed === undefined ? found : createHash('sha256').update(found).digest('base64url');
        })
      : value,
  );

/** The text at a path of the response. */
export function at(data: unknown, path: string): string {
  let value = data;
  for (const name of path.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof value !== 'string') throw new Error(`the response has no text at ${path}`);
  return value;
}

/** The result of running one row. */
export interface Walked {
  reach: Reach;
  result: QueryResult;
  /** The requests that the platform received for it, in order. */
  requests: RecordedRequest[];
}

/** Creates the users, tokens and requests that the table needs, on a new platform. */
export async function settle(gateway: TestGateway): Promise<World> {
  const { sandbox } = gateway;
  const session = sandbox.issueSession('u-priya');
  const first = await signIn(gateway);
  const second = await signIn(gateway);
  const { requestId } = await sandbox.startAtoRequest();
  const { code: atoCode } = sandbox.signOnToAto(requestId);
  return {
    ...standing(sandbox),
    leavingToken: sandbox.issueToken('u-tomas'),
    sessionToken: session.accessToken,
    sessionRefreshToken: session.refreshToken,
    code: first.code,
    codeVerifier: first.codeVerifier,
    deviceCode: second.code,
    deviceCodeVerifier: second.codeVerifier,
    atoRequestId: requestId,
    atoCode,
    ...(await signOn(gateway, requestId)),
  };
}

const standing = ({ credentials, app, xapi }: Sandbox) => ({
  studentToken: credentials.student,
  instructorToken: credentials.instructor,
  plugin: as.plugin.authorization ?? '',
  redirectUri: app.redirectUri,
  xapiHomePage: xapi.homePage,
  xapiBase: xapi.base,
  xapiApiIdBase: xapi.apiIdBase,
});

async function signIn({ query, sandbox }: TestGateway): Promise<{ code: string; codeVerifier: string }> {
  const { data } = await query(
    'mutation ($input: BeginSignInInput!) { beginSignIn(input: $input) { url codeVerifier } }',
    { variables: { input: { redirectUri: sandbox.app.redirectUri } } },
  );
  const back = await signInAs('@ana.ferreira', data.beginSignIn.url);
  return { code: back.searchParams.get('code') ?? '', codeVerifier: data.beginSignIn.codeVerifier };
}

async function signOn(
  { query, sandbox }: TestGateway,
  requestId: string,
): Promise<Pick<World, 'atoToken' | 'atoRefreshToken'>> {
  const { code, state } = sandbox.signOnToAto(requestId);
  const { data } = await query(
    'mutation ($input: CompleteAtoSignOnInput!) { completeAtoSignOn(input: $input) { token { accessToken refreshToken } } }',
    { variables: { input: { code, state } } },
  );
  const { accessToken, refreshToken } = data.completeAtoSignOn.token;
  return { atoToken: accessToken, atoRefreshToken: refreshToken };
}

/** Runs one row, and opens the URL that it returns, if any. */
export async function walkOne(gateway: TestGateway, reach: Reach): Promise<Walked> {
  const seen = gateway.requests.length;
  const { document, variables, authorization, opens } = reach;
  const result = await gateway.query(document, {
    as: authorization === null ? as.nobody : { authorization },
    variables,
  });
  if (opens !== undefined) await (await fetch(at(result.data, opens))).text();
  return { reach, result, requests: gateway.requests.slice(seen) };
}

/** Runs all rows of the table in order. */
export async function walk(gateway: TestGateway, world: World): Promise<Walked[]> {
  const walked: Walked[] = [];
  for (const reach of reachTable(world)) walked.push(await walkOne(gateway, reach));
  return walked;
}

/** Values for a table that is only inspected. */
const SAMPLE_WORLD: World = {
  ...SAMPLES,
  studentToken: 'studentToken',
  instructorToken: 'instructorToken',
  plugin: 'Basic plugin',
  leavingToken: 'leavingToken',
  sessionToken: 'sessionToken',
  sessionRefreshToken: 'sessionRefreshToken',
  deviceCode: 'deviceCode',
  deviceCodeVerifier: SAMPLES.codeVerifier,
  atoToken: 'atoToken',
};
export const REACHES = reachTable(SAMPLE_WORLD);
export const INBOUND_REACHES = inboundTable(SAMPLE_WORLD);
