import { once } from 'node:events';
import type { Sandbox } from 'learning-platform-kit/sandbox';
import { WebSocket } from 'ws';
import { status } from '../support/faults.ts';
import { deliver, pluginCredential } from '../support/fleet-ask.ts';
import type { ProductionGateway } from '../support/production.ts';

/** Outcome of a load run. */
export interface LoadResult {
  done: number;
  /** Descriptions of wrong responses. */
  wrong: string[];
  /** Number of errors by code. */
  codes: Record<string, number>;
}

/** One user action. Actions are weighted by how often they are listed. */
type Visit = (number: number) => Promise<void>;

const RECEIVED = 'subscription { notificationReceived { cursor } }';
/** A route that fails intermittently. */
const FLAKY = 'GET /edu/v1/course/objectives';
/** Concurrent operations. */
const CONCURRENCY = 12;

/** Operations of a load, however long they take. */
const FEWEST = 50;

/** Runs mixed load for the given milliseconds. */
export async function runLoad(gateway: ProductionGateway, milliseconds: number): Promise<LoadResult> {
  const result: LoadResult = { done: 0, wrong: [], codes: {} };
  const visits = visitsTo(gateway, result);
  const until = performance.now() + milliseconds;
  let number = 0;
  const visit = async (): Promise<void> => {
    while (performance.now() < until || result.done < FEWEST) {
      const turn = number++;
      // The route fails a fifth of the time, and at first until a read of it has failed, with all its retries.
      if (turn % 100 === 0) gateway.faults.set(FLAKY, status(500));
      if (turn % 100 >= 20 && result.codes.UPSTREAM_UNAVAILABLE) gateway.faults.clear();
      await visits[turn % visits.length]?.(turn).catch((error: unknown) => result.wrong.push(String(error)));
      result.done += 1;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, visit));
  gateway.faults.clear();
  return result;
}

function visitsTo({ url, sandbox }: ProductionGateway, result: LoadResult): readonly Visit[] {
  const users = sandbox.school.users.filter(({ anonymous }) => !anonymous).slice(0, 20);
  const userAt = (number: number): string => users[number % users.length]?.userId ?? 'u-ana';
  const tokens = new Map(users.map(({ userId }) => [userId, `Bearer ${sandbox.issueToken(userId)}`]));
  const tokenOf = (userId: string): string => tokens.get(userId) ?? '';

  const count = (errors: readonly { extensions: { code: string } }[]): void => {
    for (const { extensions } of errors)
      result.codes[extensions.code] = (result.codes[extensions.code] ?? 0) + 1;
  };
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the response shape
  const run = async (query: string, authorization: string, signal?: AbortSignal): Promise<any> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query }),
      ...(signal ? { signal } : {}),
    });
    const { data, errors = [] } = JSON.parse(await response.text());
    count(errors);
    return data;
  };
  const expect = (isRight: boolean, problem: string): void => {
    if (!isRight) result.wrong.push(problem);
  };

  /** A visit with one operation, whose data must be right. */
  const asking =
    (
      queryOf: (number: number) => string,
      // biome-ignore lint/suspicious/noExplicitAny: the test knows the response shape
      isRight: (data: any, number: number) => boolean,
    ): Visit =>
    async (number) => {
      const data = await run(queryOf(number), tokenOf(userAt(number)));
      expect(isRight(data, number), `${queryOf(number)} of ${userAt(number)} got ${JSON.stringify(data)}`);
    };
  const read = asking(
    () => '{ me { id } classes(first: 3) { nodes { id name } } }',
    (data, number) => data?.me?.id === userAt(number),
  );
  const readFlaky = asking(
    () => '{ course(id: "c-knots") { id objectives { id } } }',
    (data) => data?.course?.id === 'c-knots',
  );
  // A document never sent before.
  const readNew = asking(
    (number) => `{ n${number}: course(id: "c-knots") { id } }`,
    (data, number) => data?.[`n${number}`]?.id === 'c-knots',
  );
  const write = asking(
    (number) =>
      `mutation { submitScore(input: { score: ${number % 1000}, categories: ["soak"] }) { entry { score } } }`,
    (data, number) => data?.submitScore?.entry?.score === number % 1000,
  );
  const sendInvalid = asking(
    () => '{ course(id: "") { id } nobody }',
    (data) => data === undefined,
  );
  const signOut: Visit = async (number) => {
    const token = `Bearer ${sandbox.issueToken(userAt(number))}`;
    const data = await run('mutation { signOut { extra } }', token);
    expect(data?.signOut != null, `signing out gave ${JSON.stringify(data)}`);
  };
  const disconnectEarly: Visit = async (number) => {
    const disconnect = new AbortController();
    const pending = run(
      '{ classes(first: 20) { nodes { students { user { id } } } } }',
      tokenOf(userAt(number)),
      disconnect.signal,
    );
    setTimeout(() => disconnect.abort(), number % 10);
    await pending.catch(() => {});
  };
  const deliverRequest: Visit = async (number) => {
    const body = { requestId: `soak-${number % 10}`, status: 'in-progress', number };
    expect((await deliver(url, sandbox, body)) === 200, 'a delivery was refused');
  };
  const listen: Visit = (number) => listenOnce(url, sandbox, userAt(number), number);
  const listenToEvents: Visit = async (number) => {
    const disconnect = new AbortController();
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: tokenOf(userAt(number)),
      },
      body: JSON.stringify({ query: RECEIVED }),
      signal: disconnect.signal,
    });
    await response.body?.getReader().read();
    disconnect.abort();
    expect(response.status === 200, `a stream was refused with ${response.status}`);
  };
  return [
    read,
    readFlaky,
    write,
    read,
    listen,
    readNew,
    disconnectEarly,
    deliverRequest,
    signOut,
    sendInvalid,
    listenToEvents,
  ];
}

/** How far a client gets that drops its connection: it has opened it, greeted, subscribed, or has its position. */
const DROPS = ['opened', 'greeted', 'subscribed', 'positioned'] as const;

/** Opens a socket. A clean visit waits for the position, receives a notification and closes; an unclean one drops it at some moment. */
async function listenOnce(url: string, sandbox: Sandbox, userId: string, number: number): Promise<void> {
  const isClean = number % 2 === 0;
  const drop = isClean ? null : DROPS[Math.floor(number / 2) % DROPS.length];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const authorization = isClean ? `Bearer ${sandbox.issueToken(userId)}` : pluginCredential(sandbox);
  const query = isClean ? RECEIVED : 'subscription { atoRequestChanged { cursor } }';
  await once(socket, 'open');
  const closed = once(socket, 'close');
  if (drop !== 'opened') socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
  if (drop !== 'opened' && drop !== 'greeted') {
    await once(socket, 'message');
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    if (drop !== 'subscribed') await once(socket, 'message');
  }
  if (isClean) sandbox.sendNotification({ receiver: userId, text: 'soak' });
  if (isClean) socket.close();
  else socket.terminate();
  await closed;
}
