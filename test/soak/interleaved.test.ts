import type { Client } from 'graphql-ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { startFleet } from '../support/fleet.ts';
import { ask } from '../support/fleet-ask.ts';
import { newClient } from '../support/listen.ts';
import { startProduction } from '../support/production.ts';
import { signInAs } from '../support/sign-in.ts';
import { FULL } from '../support/soak-form.ts';

const USERS = 20;
const READS = FULL ? 20_000 : 2000;

interface Person {
  userId: string;
  handle: string;
  email: string | undefined;
  authorization: string;
  sockets: Client[];
}

/** Questions whose answers tell who asked; each gives what the answer says of that. */
const QUESTIONS: readonly {
  query: string;
  who: (data: Answer) => unknown;
  wanted: (person: Person) => unknown;
}[] = [
  {
    query: '{ me { id handle } }',
    who: ({ me }) => me,
    wanted: ({ userId: id, handle }) => ({ id, handle }),
  },
  {
    query: '{ me { email friends { id email } } }',
    who: ({ me }) => me?.email,
    wanted: ({ email }) => email,
  },
  {
    // Members of a class see everybody's name and their own address alone.
    query: '{ classes(first: 3) { nodes { students { user { id email } } } } me { id email } }',
    who: ({ me, classes }) => ({
      id: me?.id,
      others: classes?.nodes
        .flatMap(({ students }) => students.map(({ user }) => user.email))
        .filter((email) => email !== null && email !== me?.email),
    }),
    wanted: ({ userId }) => ({ id: userId, others: [] }),
  },
  {
    query: 'query Who { session { tokenValid } me { id } }',
    who: ({ me }) => me?.id,
    wanted: ({ userId }) => userId,
  },
];

interface Answer {
  me?: { id: string; handle?: string; email?: string };
  classes?: { nodes: { students: { user: { id: string; email: string | null } }[] }[] };
}

/** The gateways of a form: one alone, or a fleet on one Redis. */
async function start(): Promise<{ urls: readonly string[]; sandbox: Sandbox; close(): Promise<void> }> {
  if (FULL) {
    const fleet = await startFleet();
    return { urls: fleet.instances.map(({ url }) => url), sandbox: fleet.sandbox, close: fleet.close };
  }
  const { url, sandbox, close } = await startProduction();
  return { urls: [url], sandbox, close };
}

describe('reads by many people at once', { timeout: 600_000 }, () => {
  let gateways: Awaited<ReturnType<typeof start>>;
  const people: Person[] = [];
  beforeAll(async () => {
    gateways = await start();
    const { urls, sandbox } = gateways;
    const named = sandbox.school.users.filter(({ anonymous }) => !anonymous).slice(0, USERS);
    people.push(
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
    await Promise.all(people.flatMap(({ sockets }) => sockets.map((socket) => socket.dispose())));
    await gateways.close();
  });

  it(`each see their own: ${READS} reads over HTTP and sockets, 0 wrong`, async () => {
    const wrong: unknown[] = [];
    let asked = 0;
    const askOnce = async (number: number): Promise<void> => {
      const person = people[number % people.length];
      const question = QUESTIONS[Math.floor(number / people.length) % QUESTIONS.length];
      if (!person || !question) throw new Error('nobody to ask as');
      const data = await answerTo(question.query, person, number);
      asked += 1;
      const [told, wanted] = [question.who(data), question.wanted(person)];
      if (JSON.stringify(told) !== JSON.stringify(wanted)) wrong.push({ number, told, wanted });
    };
    // Side by side, and never two of one person next to each other.
    for (let from = 0; from < READS; from += 100)
      await Promise.all(Array.from({ length: 100 }, (_, index) => askOnce(from + index)));
    expect({ asked, wrong }).toEqual({ asked: READS, wrong: [] });
  });

  /** Every third over a socket; over each instance in turn. */
  async function answerTo(query: string, person: Person, number: number): Promise<Answer> {
    const { urls } = gateways;
    const at = Math.floor(number / 7) % urls.length;
    const socket = person.sockets[at];
    if (number % 3 !== 0 || !socket) {
      const { data } = await ask(urls[at] ?? '', query, { authorization: person.authorization });
      return data;
    }
    for await (const { data } of socket.iterate<Answer>({ query })) return data ?? {};
    throw new Error('a socket gave no answer');
  }
});

/** Signs in on the platform's page. @returns the header of the session. */
async function signIn(url: string, { app }: Sandbox, handle: string): Promise<string> {
  const begun = await ask(
    url,
    'mutation ($input: BeginSignInInput!) { beginSignIn(input: $input) { url codeVerifier } }',
    { variables: { input: { redirectUri: app.redirectUri } } },
  );
  const { url: page, codeVerifier } = begun.data.beginSignIn;
  const code = (await signInAs(handle, page)).searchParams.get('code');
  const { data } = await ask(
    url,
    'mutation ($input: ExchangeCodeInput!) { exchangeCode(input: $input) { token { accessToken } } }',
    { variables: { input: { code, codeVerifier } } },
  );
  return `Bearer ${data.exchangeCode.token.accessToken}`;
}
