import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { status } from '../support/faults.ts';
import { deliver, pluginCredential } from '../support/fleet-ask.ts';
import type { ProductionGateway } from '../support/production.ts';

/** What a load came to. */
export interface Tally {
  done: number;
  /** Answers that were not the right ones. */
  wrong: string[];
  /** Codes of errors that were told, by how often. */
  codes: Record<string, number>;
}

/** What people do, again and again, each kind as often as it stands here. */
type Visit = (number: number) => Promise<void>;

const RECEIVED = 'subscription { notificationReceived { cursor } }';
/** A route that fails for a while now and then. */
const MOODY = 'GET /edu/v1/course/objectives';
/** Operations that run side by side. */
const SIDE_BY_SIDE = 12;

/** Runs mixed load for this many milliseconds. */
export async function runLoad(gateway: ProductionGateway, milliseconds: number): Promise<Tally> {
  const callCounter: Tally = { done: 0, wrong: [], codes: {} };
  const visits = visitsTo(gateway, callCounter);
  const until = performance.now() + milliseconds;
  let number = 0;
  const visit = async (): Promise<void> => {
    while (performance.now() < until) {
      const turn = number++;
      // Upstream is moody for a fifth of the time.
      if (turn % 100 === 0) gateway.faults.set(MOODY, status(500));
      if (turn % 100 === 20) gateway.faults.clear();
      await visits[turn % visits.length]?.(turn).catch((error: unknown) =>
        callCounter.wrong.push(String(error)),
      );
      callCounter.done += 1;
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, visit));
  gateway.faults.clear();
  return callCounter;
}

function visitsTo({ url, sandbox }: ProductionGateway, callCounter: Tally): readonly Visit[] {
  const people = sandbox.school.users.filter(({ anonymous }) => !anonymous).slice(0, 20);
  const personAt = (number: number): string => people[number % people.length]?.userId ?? 'u-ana';
  const tokens = new Map(people.map(({ userId }) => [userId, `Bearer ${sandbox.issueToken(userId)}`]));
  const tokenOf = (userId: string): string => tokens.get(userId) ?? '';

  const note = (errors: readonly { extensions: { code: string } }[]): void => {
    for (const { extensions } of errors)
      callCounter.codes[extensions.code] = (callCounter.codes[extensions.code] ?? 0) + 1;
  };
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it asked for
  const ask = async (query: string, authorization: string, signal?: AbortSignal): Promise<any> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query }),
      ...(signal ? { signal } : {}),
    });
    const { data, errors = [] } = JSON.parse(await response.text());
    note(errors);
    return data;
  };
  const expect = (isRight: boolean, what: string): void => {
    if (!isRight) callCounter.wrong.push(what);
  };

  const read: Visit = async (number) => {
    const userId = personAt(number);
    const data = await ask('{ me { id } classes(first: 3) { nodes { id name } } }', tokenOf(userId));
    expect(data?.me?.id === userId, `${userId} was told ${JSON.stringify(data)}`);
  };
  const readMoody: Visit = async (number) => {
    const data = await ask('{ course(id: "c-knots") { id objectives { id } } }', tokenOf(personAt(number)));
    expect(data?.course?.id === 'c-knots', `a course was ${JSON.stringify(data)}`);
  };
  const readNew: Visit = async (number) => {
    // A document that nobody sent before.
    const data = await ask(`{ n${number}: course(id: "c-knots") { id } }`, tokenOf(personAt(number)));
    expect(data?.[`n${number}`]?.id === 'c-knots', `a course was ${JSON.stringify(data)}`);
  };
  const write: Visit = async (number) => {
    const score = number % 1000;
    const input = `{ score: ${score}, categories: ["soak"] }`;
    const data = await ask(
      `mutation { submitScore(input: ${input}) { entry { score } } }`,
      tokenOf(personAt(number)),
    );
    expect(data?.submitScore?.entry?.score === score, `a score was ${JSON.stringify(data)}`);
  };
  const comeAndGo: Visit = async (number) => {
    const token = `Bearer ${sandbox.issueToken(personAt(number))}`;
    const data = await ask('mutation { signOut { signedOut } }', token);
    expect(data?.signOut?.signedOut === true, `a session was left with ${JSON.stringify(data)}`);
  };
  const leaveEarly: Visit = async (number) => {
    const leaving = new AbortController();
    const asked = ask(
      '{ classes(first: 20) { nodes { students { user { id } } } } }',
      tokenOf(personAt(number)),
      leaving.signal,
    );
    setTimeout(() => leaving.abort(), number % 10);
    await asked.catch(() => {});
  };
  const deliverRequest: Visit = async (number) => {
    const body = { requestId: `soak-${number % 10}`, status: 'in-progress', number };
    expect((await deliver(url, sandbox, body)) === 200, 'a delivery was refused');
  };
  const refuse: Visit = async (number) => {
    const data = await ask('{ course(id: "") { id } nobody }', tokenOf(personAt(number)));
    expect(data === undefined, `a document that is not valid was answered with ${JSON.stringify(data)}`);
  };
  const listen: Visit = (number) => listenOnce(url, sandbox, personAt(number), number % 2 === 0);
  const listenToEvents: Visit = async (number) => {
    const leaving = new AbortController();
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: tokenOf(personAt(number)),
      },
      body: JSON.stringify({ query: RECEIVED }),
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    expect(response.status === 200, `a stream was refused with ${response.status}`);
  };
  return [
    read,
    readMoody,
    write,
    read,
    listen,
    readNew,
    leaveEarly,
    deliverRequest,
    comeAndGo,
    refuse,
    listenToEvents,
  ];
}

/** Opens a socket, waits for the position, gets a notification or not, and goes politely or without a word. */
async function listenOnce(url: string, sandbox: Sandbox, userId: string, politely: boolean): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const authorization = politely ? `Bearer ${sandbox.issueToken(userId)}` : pluginCredential(sandbox);
  const query = politely ? RECEIVED : 'subscription { atoRequestChanged { cursor } }';
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  await once(socket, 'message');
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  await once(socket, 'message');
  if (politely) sandbox.sendNotification({ receiver: userId, text: 'soak' });
  const closed = once(socket, 'close');
  if (politely) socket.close();
  else socket.terminate();
  await closed;
}
