// @module-tag slow
// @module-tag redis-server
import type { Client } from 'graphql-ws';
import type { Sandbox } from 'learning-platform-kit/sandbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFleet } from '../support/fleet.ts';
import { ask } from '../support/fleet-ask.ts';
import { FULL } from '../support/fleet-form.ts';
import { newClient } from '../support/listen.ts';
import { startProduction } from '../support/production.ts';
import { signInAs } from '../support/sign-in.ts';

const USERS = 20;
const READS = FULL ? 20_000 : 200;

interface User {
  userId: string;
  handle: string;
  email: string | undefined;
  authorization: string;
  sockets: Client[];
}

/** Queries whose response depends on the caller. */
const QUERIES: readonly {
  query: string;
  actual: (data: Data) => unknown;
  expected: (user: User) => unknown;
}[] = [
  {
    query: '{ me { id handle } }',
    actual: ({ me }) => me,
    expected: ({ userId: id, handle }) => ({ id, handle }),
  },
  {
    query: '{ me { email friends { user { id handle } } } }',
    actual: ({ me }) => me?.email,
    expected: ({ email }) => email,
  },
  {
    // Beside the names of others.
    query: '{ classes(first: 3) { nodes { students { user { id handle } } } } me { id email } }',
    actual: ({ me }) => me,
    expected: ({ userId: id, email }) => ({ id, email }),
  },
  {
    query: 'query Who { session { tokenValid } me { id } }',
    actual: ({ me }) => me?.id,
    expected: ({ userId }) => userId,
  },
];

interface Data {
  me?: { id: string; handle?: string; email?: string };
}

/** Starts one gateway, or a fleet on one Redis in the full form. */
async function start(): Promise<{ urls: readonly string[]; sandbox: Sandbox; close(): Promise<void> }> {
  if (FULL) {
    const fleet = await startFleet();
    return { urls: fleet.instances.map(({ url }) => url), sandbox: fleet.sandbox, close: fleet.close };
  }
  const { url, sandbox, close } = await startProduction();
  return { urls: [url], sandbox, close };
}

describe('concurrent reads by many users', { timeout: 600_000 }, () => {
  let gateways: Awaited<ReturnType<typeof start>>;
  const users: User[] = [];
  beforeAll(async () => {
    gateways = await start();
    const { urls, sandbox } = gateways;
    const named = sandbox.school.users.filter(({ anonymous }) => !anonymous).slice(0, USERS);
    users.push(
      ...(await Promise.all(
        named.map(async ({ userId, handle, email }) => {
          const authorization = await signIn(urls[0] ?? '', sandbox, handle);
          return {
            userId,
            handle,
            email,
            authorization,
            sockets: urls.map((url) => newClient(url, { authorization })),
          };
        }),
      )),
    );
  });
  afterAll(async () => {
    await Promise.all(users.flatMap(({ sockets }) => sockets.map((socket) => socket.dispose())));
    await gateways.close();
  });

  it(`each return the caller's own data: ${READS} reads over HTTP and WebSocket, 0 wrong`, async () => {
    const wrong: unknown[] = [];
    let done = 0;
    const readOnce = async (number: number): Promise<void> => {
      const user = users[number % users.length];
      const check = QUERIES[Math.floor(number / users.length) % QUERIES.length];
      if (!user || !check) throw new Error('no user to read as');
      const data = await read(check.query, user, number);
      done += 1;
      const [actual, expected] = [check.actual(data), check.expected(user)];
      if (JSON.stringify(actual) !== JSON.stringify(expected)) wrong.push({ number, actual, expected });
    };
    // Concurrently, alternating between users.
    for (let from = 0; from < READS; from += 100)
      await Promise.all(Array.from({ length: 100 }, (_, index) => readOnce(from + index)));
    expect({ done, wrong }).toEqual({ done: READS, wrong: [] });
  });

  /** Reads every third query over a WebSocket, rotating through the instances. */
  async function read(query: string, user: User, number: number): Promise<Data> {
    const { urls } = gateways;
    const at = Math.floor(number / 7) % urls.length;
    const socket = user.sockets[at];
    if (number % 3 !== 0 || !socket) {
      const { data } = await ask(urls[at] ?? '', query, { authorization: user.authorization });
      return data;
    }
    for await (const { data } of socket.iterate<Data>({ query })) return data ?? {};
    throw new Error('no response over the socket');
  }
});

/** Signs in on the platform's page. @returns the authorization header of the session. */
async function signIn(url: string, { app }: Sandbox, handle: string): Promise<string> {
  const started = await ask(
    url,
    'mutation ($input: BeginSignInInput!) { beginSignIn(input: $input) { url codeVerifier } }',
    { variables: { input: { redirectUri: app.redirectUri } } },
  );
  const { url: page, codeVerifier } = started.data.beginSignIn;
  const code = (await signInAs(handle, page)).searchParams.get('code');
  const { data } = await ask(
    url,
    'mutation ($input: ExchangeCodeInput!) { exchangeCode(input: $input) { token { accessToken } } }',
    { variables: { input: { code, codeVerifier } } },
  );
  return `Bearer ${data.exchangeCode.token.accessToken}`;
}
