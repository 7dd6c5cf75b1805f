import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ApolloClient } from '@apollo/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../packages/client/src/apollo.ts';
import { ClassDetailDocument } from '../../packages/client/src/documents.ts';
import { Outbox } from '../../packages/client/src/outbox.ts';
import { memoryStorage, Session } from '../../packages/client/src/session.ts';
import { Collected } from '../support/collected.ts';
import { json } from '../support/faults.ts';
import { IN_ORDER, proxyOfEachTest, suiteGateway } from '../support/suite.ts';

const ROOT = join(import.meta.dirname, '../..');
const page = readFileSync(join(ROOT, 'docs/getting-started/recipes.md'), 'utf8');
const CLASS = { id: 'g-first-aid-spring' };
const STUDENT = { accessToken: 'demo-student-token', refreshToken: null };
const session = { authorization: () => `Bearer ${STUDENT.accessToken}` };

const gateway = suiteGateway({ environment: { NOTIFICATION_POLL_INTERVAL: '100' } });
const proxy = proxyOfEachTest(gateway);
let folder: string;
let url: string;
// biome-ignore lint/suspicious/noExplicitAny: the page has the types of its functions, and package.test.ts checks them
let recipes: any;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const blocks = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  const files = blocks.map((block, index) => {
    const file = join(folder, `recipe-${index}.ts`);
    // The sources in place of what is built of them.
    writeFileSync(
      file,
      block.replaceAll(
        /'@learning-platform\/client\/(\w+)'/g,
        `'${join(ROOT, 'packages/client/src')}/$1.ts'`,
      ),
    );
    return file;
  });
  recipes = Object.assign({}, ...(await Promise.all(files.map((file) => import(pathToFileURL(file).href)))));
});
beforeEach(() => {
  url = `http://127.0.0.1:${proxy.port}/graphql`;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Follows the notes of the class in a client, each time that they are complete. */
function watchNotes(client: ApolloClient) {
  const shown = new Collected<(string | null)[]>();
  const watching = client
    .watchQuery({ query: ClassDetailDocument, variables: CLASS })
    .subscribe(({ data, dataState }) => {
      if (dataState === 'complete') shown.add(data.class?.notes?.nodes.map(({ text }) => text) ?? []);
    });
  return { shown, watching };
}

describe('the recipes', IN_ORDER, () => {
  it('show members of every kind of a class by one fragment, with the calls of the class', async () => {
    const since = gateway.requests.length;
    const members = await recipes.readMembers(createClient({ url, session }), CLASS.id);
    expect(members).toContainEqual({
      id: 'i-first-aid-spring-marcus',
      name: 'Marcus Oyelaran',
      below: expect.any(String),
    });
    expect(members).toContainEqual(
      expect.objectContaining({ id: 's-first-aid-spring-ana', name: 'Ana Ferreira' }),
    );
    const paths = gateway.requests.slice(since).map(({ path }) => path);
    expect(paths.toSorted()).toEqual(['/edu/v1/class/list', '/edu/v1/class/structure', '/edu/v1/note/list']);
    expect(recipes.memberLine({ id: 's-1', user: null, details: null })).toEqual({
      id: 's-1',
      name: 'A member',
      below: null,
    });
  });

  it('create and delete a note that is shown at once, with errors beside their fields', async () => {
    const client: ApolloClient = createClient({ url, session });
    const { shown, watching } = watchNotes(client);
    const [before = []] = await shown.reach(1);

    expect(await recipes.addNote(client, CLASS.id, 'Bring gloves')).toBeNull();
    // At once, or once the list has been read again after a response that came sooner.
    await shown.until(() => shown.items.at(-1)?.at(-1) === 'Bring gloves');
    expect(shown.items.at(-1)).toEqual([...before, 'Bring gloves']);

    const refused = await recipes.addNote(client, CLASS.id, '');
    expect([...refused.fields.keys()]).toEqual(['input.text']);
    expect(shown.items.at(-1)).toEqual([...before, 'Bring gloves']);

    const lastNote = () =>
      client.readQuery({ query: ClassDetailDocument, variables: CLASS })?.class?.notes?.nodes.at(-1);
    // What was written has been read again.
    await expect.poll(() => lastNote()?.text).toBe('Bring gloves');
    await recipes.removeNote(client, lastNote()?.id);
    await shown.until(() => shown.items.at(-1)?.length === before.length);
    expect(shown.items.at(-1)).toEqual(before);
    watching.unsubscribe();
    client.stop();
  });

  it('show a note that was written offline until it is in the list, and why one was refused', async () => {
    const client = createClient({ url, session });
    const place = memoryStorage();
    const author = new Session({ url, storage: place, name: 'author' });
    await author.start(STUDENT);
    const outbox = new Outbox({ url, session: author, storage: place, name: 'author' });
    const pending = new Collected<string[]>();
    const { shown, watching } = watchNotes(client);
    await shown.reach(1);
    const close = recipes.openPendingNotes(
      outbox,
      client,
      CLASS.id,
      (notes: { text: string; says: string }[]) =>
        pending.add(notes.map(({ text, says }) => `${text}: ${says}`)),
    );

    proxy.cut();
    await recipes.writeNote(outbox, CLASS.id, 'On the train');
    await pending.until(() => pending.items.at(-1)?.[0] === 'On the train: Waits for a connection.');
    proxy.restore();
    await shown.until(() => shown.items.at(-1)?.includes('On the train') === true);
    expect(pending.items.at(-1)).toEqual([]);

    await recipes.writeNote(outbox, CLASS.id, '');
    await pending.until(() => pending.items.at(-1)?.[0] === ': Enter a value.');
    close();
    watching.unsubscribe();
    outbox.close();
    author.close();
    client.stop();
  });

  it('read a list to its end', async () => {
    const client = createClient({ url, session });
    const shown = new Collected<string[]>();
    const courses = recipes.openCourses(client, (names: string[]) => shown.add(names));
    await shown.reach(1);
    let pages = 1;
    while (await courses.more()) pages += 1;
    const { data } = await gateway.student('{ courses(first: 100) { nodes { name } } }');
    const all = data.courses.nodes.map(({ name }: { name: string }) => name);
    expect(all.length).toBeGreaterThan(10);
    await expect.poll(() => shown.items.at(-1)).toEqual(all);
    expect(pages).toBe(Math.ceil(all.length / 5));
    // Read again, it keeps its length.
    await client.refetchQueries({ include: 'active' });
    expect(shown.items.at(-1)).toEqual(all);
    courses.close();
    client.stop();
  });

  it('show a leaderboard with names: of friends, of other holders whom the platform names, and of nobody else', async () => {
    const client = createClient({ url, session });
    const rows = [
      { userId: 'u-ana', score: 9, rank: 1, categories: ['knots'] },
      { user: { userId: 'u-nine', handle: '@nine' }, score: 8, rank: 2, categories: ['knots'] },
      { userId: 'u-tane', score: 7, rank: 3, categories: ['knots'] },
    ];
    gateway.faults.set('GET /leaderboard/v1', json(rows));
    expect(await recipes.readStandings(client, ['knots'])).toEqual([
      { rank: 1, name: 'Ana Ferreira', score: 9 },
      { rank: 2, name: '@nine', score: 8 },
      { rank: 3, name: 'Another player', score: 7 },
    ]);
    client.stop();
  });

  it('show a bell without a network, and what was missed after it', async () => {
    const place = memoryStorage();
    const open = () => {
      const shown = new Collected<string[]>();
      const client = createClient({ url, session });
      const close = recipes.openBell(client, place, (texts: string[]) => shown.add(texts));
      return {
        shown,
        close: () => {
          close();
          client.stop();
        },
      };
    };
    const first = open();
    await first.shown.reach(1);
    const before = first.shown.items.at(-1) ?? [];
    expect(before.length).toBeGreaterThan(0);
    first.close();

    proxy.cut();
    const second = open();
    await second.shown.reach(1);
    expect(second.shown.items).toEqual([before]);
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Said meanwhile', persist: true });
    proxy.restore();
    await second.shown.until(() => second.shown.items.at(-1)?.includes('Said meanwhile') === true);
    second.close();
  });

  it('leave when the user signs out in another tab', async () => {
    const tabs = [1, 2].map(() => new Session({ url, storage: memoryStorage(), name: 'recipes' }));
    const [here, there] = tabs;
    if (!here || !there) throw new Error('there are two tabs');
    for (const tab of tabs) await tab.start(STUDENT);
    const client = createClient({ url, session: here });
    await client.query({ query: ClassDetailDocument, variables: CLASS });
    const left = new Collected<string>();
    const forget = recipes.whenSignedOut(here, client, (reason: string) => left.add(reason));
    await there.signOut();
    expect(await left.reach(1)).toEqual(['absent']);
    expect(client.cache.extract()).toEqual({});
    forget();
    for (const tab of tabs) tab.close();
  });

  it('translate errors', async () => {
    const { errors } = await gateway.query('{ me { handle } }');
    expect(recipes.translate(errors)).toEqual({
      text: 'Bitte melden Sie sich an.',
      requestId: expect.any(String),
    });
    expect(recipes.translate(new TypeError('fetch failed')).text).toContain('keine Verbindung');
  });
});
