import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { status } from '../../support/faults.ts';
import { signInAs } from '../../support/sign-in.ts';
import { until } from '../../support/until.ts';
import { exported, STUDENT, type Task } from '../world.ts';

const SOON = { within: 20_000 };

const bell: Task = {
  name: 'bell',
  text: `A bell that rings at once. Export \`openBell(access, show)\`. It calls \`show(lines)\` with the texts of the unread notifications, newest
first, their parameters in place ("Your Tourniquet lesson was graded."): once they are read, and again whenever they change. A new
notification is shown without a reload, also one that was sent while the connection was lost, and none is shown twice in one list.
It returns a function that closes the bell; \`show\` is not called after that.`,
  check: async (solution, { gateway, access, counted, network }) => {
    const shown: string[][] = [];
    const latest = (): string[] => shown.at(-1) ?? [];
    const known = ['The field exam is on Saturday.', 'Your Tourniquet lesson was graded.'];
    const send = (text: string) => gateway.sandbox.sendNotification({ receiver: 'u-ana', text });
    const close = await counted(async () => {
      const opened = await exported(solution, 'openBell')(access(STUDENT), (lines: string[]) =>
        shown.push(lines),
      );
      await until(() => latest().length > 0, SOON);
      return opened;
    });
    deepEqual(latest(), known);
    send('The hall is open');
    await until(() => latest().includes('The hall is open'), SOON);
    network.down();
    send('Sent while you were away');
    network.up();
    await until(() => latest().includes('Sent while you were away'), SOON);
    send('And one more');
    await until(() => latest().includes('And one more'), SOON);
    deepEqual(latest(), ['And one more', 'Sent while you were away', 'The hall is open', ...known]);
    await close();
    const count = shown.length;
    send('Too late');
    await until(async () => {
      const { data } = await gateway.student('{ me { notifications { nodes { text } } } }');
      return data.me.notifications.nodes[0].text === 'Too late';
    });
    equal(shown.length, count);
  },
};

const signIn: Task = {
  name: 'sign-in',
  text: `A sign-in that survives a reload and an expired token. Export \`createAuth({ url, storage, redirectUri })\`; \`storage\` has the methods of
\`localStorage\`. It returns \`{ begin(), finish(callbackUrl), query(document) }\`: \`begin()\` resolves to the address of the page where the
user signs in; \`finish\` completes the sign-in from the address to which that page has returned; \`query\` runs a query of the
signed-in user and resolves to its data. After a reload (\`createAuth\` again, with the same storage), \`query\` works without a new
sign-in. When the platform refuses the access token, it is renewed once, also if several queries notice it at the same time.`,
  check: async (solution, { gateway, network, counted }) => {
    const values = new Map<string, string>();
    const options = {
      url: `${network.url}/graphql`,
      redirectUri: gateway.sandbox.app.redirectUri,
      storage: {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      },
    };
    const create = exported(solution, 'createAuth');
    const document = '{ me { handle } }';
    const ana = { me: { handle: '@ana.ferreira' } };
    const first = create(options);
    const callback = await signInAs('@ana.ferreira', await first.begin());
    // The page of the callback is another load of the app.
    const second = create(options);
    await second.finish(callback.href);
    deepEqual(await counted(() => second.query(document)), ana);
    const third = create(options);
    deepEqual(await third.query(document), ana);
    const [, token = ''] = /^Bearer (.*)/.exec(gateway.requests.at(-1)?.headers.authorization ?? '') ?? [];
    gateway.sandbox.revokeToken(token);
    const renewals = (): number =>
      gateway.requests.filter(({ method, path }) => method === 'POST' && path === '/oauth/v2/token').length;
    const before = renewals();
    deepEqual(await Promise.all([third.query(document), third.query(document), third.query(document)]), [
      ana,
      ana,
      ana,
    ]);
    equal(renewals() - before, 1);
    deepEqual(await create(options).query(document), ana);
  },
};

const retry: Task = {
  name: 'retry',
  text: `Queries that are sent again when that helps. Export \`runPatiently(access, document, variables, wait)\`. It resolves to the data of a query or
mutation and rejects with an error that has the property \`code\` (the first \`extensions.code\`). A query is sent again only if the
graph says that it may be, at most three times in all, after \`await wait(milliseconds)\` with at least the time that the graph asks
for. A mutation is sent once.`,
  check: async (solution, { gateway, access, counted }) => {
    const run = exported(solution, 'runPatiently');
    const document = '{ classes(first: 1) { nodes { id } } }';
    const list = 'GET /edu/v1/class/list';
    const waits: number[] = [];
    const wait = async (milliseconds: number): Promise<void> => {
      waits.push(milliseconds);
      gateway.faults.clear();
    };
    gateway.faults.set(list, status(429, { 'retry-after': '7' }));
    const data = await counted(() => run(access(STUDENT), document, {}, wait));
    equal(data.classes.nodes.length, 1);
    ok(
      waits.length === 1 && (waits[0] ?? 0) >= 6000,
      `it waits ${waits.join(', ')} ms; the graph asks for 7,000`,
    );
    waits.length = 0;
    await rejects(run(access('expired'), document, {}, wait), { code: 'UNAUTHENTICATED' });
    await rejects(run(access(STUDENT), '{ clases }', {}, wait), { code: 'GRAPHQL_VALIDATION_FAILED' });
    gateway.faults.set('PUT /edu/v1/note', status(429, { 'retry-after': '7' }));
    const note = 'mutation ($input: CreateNoteInput!) { createNote(input: $input) { noteId } }';
    const input = { classId: 'g-first-aid-spring', text: 'Once' };
    await rejects(run(access(STUDENT), note, { input }, wait), { code: 'RATE_LIMITED' });
    equal(waits.length, 0);
    gateway.faults.set(list, status(429, { 'retry-after': '7' }));
    const never = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    await rejects(run(access(STUDENT), document, {}, never), { code: 'RATE_LIMITED' });
    equal(waits.length, 2);
    gateway.faults.clear();
  },
};

export const RUNNING: readonly Task[] = [bell, signIn, retry];
