import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { signInOn } from '../support/sign-in.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'packages/client/src');

/** What the session of an earlier page has stored. */
const STORED = JSON.stringify({ id: 'a', accessToken: 'demo-student-token', refreshToken: null });

/** StrictMode calls an initializer twice. */
const STRICT_MOUNTS = 2;

/** A page that shows what each hook says. */
const page = (url: string) => `
  import { createElement as e, StrictMode, useState } from 'react';
  import { createRoot } from 'react-dom/client';
  import { renderToString } from 'react-dom/server';
  import { CreateNoteDocument } from '${CLIENT}/documents.ts';
  import { liveNotifications } from '${CLIENT}/live.ts';
  import { createClient } from '${CLIENT}/urql.ts';
  import { Outbox } from '${CLIENT}/outbox.ts';
  import { SessionProvider, SignedIn, useConnectionState, useNotifications, useOutbox, useSession } from '${CLIENT}/react.ts';
  import { Session } from '${CLIENT}/session.ts';
  import { Connection, openSocket } from '${CLIENT}/stream.ts';

  const url = '${url}';
  const session = new Session({ url });
  const outbox = new Outbox({ url, session });
  const socket = openSocket({ url, session });
  const connection = new Connection(socket);
  const instructor = { accessToken: 'demo-instructor-token', refreshToken: null };
  let mounted = 0;

  function Account() {
    const { state, signIn, signOut, error } = useSession();
    return e('header', null,
      e('output', { id: 'status' }, state.status),
      error && e('p', { role: 'alert' }, error.message),
      e('button', { onClick: () => void signIn() }, 'Sign in'),
      e('button', { onClick: () => void signOut() }, 'Sign out'));
  }

  function Page() {
    const [number] = useState(() => ++mounted);
    const entries = useOutbox(outbox);
    const [live] = useState(() => liveNotifications(createClient({ url, session, socket })));
    const { status, notifications, unread } = useNotifications(live);
    const write = () => void outbox.add(CreateNoteDocument, { input: { classId: 'g-first-aid-spring', text: 'Gloves' } });
    return e('main', null,
      e('output', { id: 'connection' }, useConnectionState(connection)),
      e('output', { id: 'outbox' }, entries.map(({ status }) => status).join() || 'nothing'),
      e('output', { id: 'mounted' }, number),
      e('output', { id: 'bell' }, [status, unread, notifications[0]?.text].join()),
      e('button', { onClick: write }, 'Write'),
      e('button', { onClick: () => void session.start(instructor) }, 'Switch'));
  }

  const app = e(StrictMode, null,
    e(SessionProvider, { session }, e(Account), e(SignedIn, { fallback: e('p', null, 'Nobody') }, e(Page))));
  const root = document.getElementById('app');
  if (location.pathname === '/server') {
    const stores = e(() => [useConnectionState(connection), useOutbox(outbox).length].join());
    root.textContent = renderToString(e(SessionProvider, { session }, e(Account), e(SignedIn, { fallback: 'Nobody' }), stores));
  } else if (location.pathname === '/alone') {
    createRoot(root, { onUncaughtError: ({ message }) => { document.title = message; } }).render(e(Account));
  } else createRoot(root).render(app);
`;

describe('the hooks of React in StrictMode', { tags: ['chromium'], timeout: 120_000 }, () => {
  let gateway: TestGateway;
  let browser: OfflineBrowser;
  let server: Server;
  let address: string;

  beforeAll(async () => {
    [gateway, browser] = await Promise.all([
      startGateway({ environment: { NOTIFICATION_POLL_INTERVAL: '100' } }),
      startChromium(),
    ]);
    const bundle = await rolldown({
      input: 'page',
      logLevel: 'silent',
      resolve: { modules: [join(ROOT, 'node_modules')] },
      platform: 'browser',
      transform: { define: { 'process.env.NODE_ENV': '"development"' } },
      plugins: [
        {
          name: 'page',
          resolveId: (id) => (id === 'page' ? id : null),
          load: (id) => (id === 'page' ? page(`${gateway.url}/graphql`) : null),
        },
      ],
    });
    const { output } = await bundle.generate({ format: 'esm' });
    const script = output[0].code;
    const port = await freePort();
    server = createServer(({ url }, response) => {
      const isScript = url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<div id="app"></div><script type="module" src="/page.js"></script>');
    }).listen(port, '127.0.0.1');
    address = `http://127.0.0.1:${port}`;
  }, 120_000);
  afterAll(async () => {
    server?.close();
    await Promise.all([browser?.close(), gateway?.close()]);
  });

  const openTab = async () => {
    const context = await browser.open();
    onTestFinished(() => context.close());
    return context.newPage();
  };

  it('sign in once, return to the page, follow the stores, and mount what is below anew for each sign-in', async () => {
    const tab = await openTab();
    const says = (id: string, text: string) => tab.locator(`#${id}`, { hasText: text }).waitFor();
    const press = (name: string) => tab.getByRole('button', { name }).click();
    await tab.goto(`${address}/classes?page=2`);
    await says('status', 'signed-out');
    await tab.getByText('Nobody').waitFor();
    const since = gateway.requests.length;
    await signInOn(tab);
    await says('status', 'signed-in');
    await tab.waitForURL(`${address}/classes?page=2`);
    await says('connection', 'live');
    // Effects run twice, and a code works once.
    const exchanges = gateway.requests.slice(since).filter(({ path }) => path === '/oauth/v2/token');
    expect(exchanges).toHaveLength(1);

    await says('bell', 'live');
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'The hall is open', persist: true });
    await says('bell', 'The hall is open');
    await press('Write');
    await says('outbox', 'sent');
    const before = await tab.locator('#mounted').textContent();
    await press('Switch');
    await says('outbox', 'nothing');
    expect(await tab.locator('#mounted').textContent()).toBe(String(Number(before) + STRICT_MOUNTS));
    await press('Sign out');
    await tab.getByText('Nobody').waitFor();
    expect(browser.problems).toEqual([]);
  });

  it('know nobody while a server renders, although somebody is signed in', async () => {
    const tab = await openTab();
    await tab.goto(`${address}/`);
    await tab.evaluate((signIn) => localStorage.setItem('learning-platform.session', signIn), STORED);
    await tab.goto(`${address}/server`);
    const rendered = (await tab.locator('#app').textContent()) ?? '';
    expect(rendered.replaceAll(/<[^>]*>/g, '|')).toBe('||loading||Sign in||Sign out||idle,0');
    await tab.goto(`${address}/`);
    await tab.locator('#status', { hasText: 'signed-in' }).waitFor();
  });

  it('say that a provider is missing', async () => {
    const tab = await openTab();
    await tab.goto(`${address}/alone`);
    await expect.poll(() => tab.title()).toBe('There is no SessionProvider above.');
  });

  it('say why a sign-in failed, without a loop', async () => {
    const tab = await openTab();
    await tab.goto(`${address}/callback?error=access_denied`);
    await tab.getByRole('alert').filter({ hasText: 'The sign-in was refused or canceled.' }).waitFor();
    await tab.waitForURL(`${address}/`);
    expect(browser.problems).toEqual([]);
  });
});

it('the hooks of React are short enough to be read', () => {
  const functions = globSync(`${CLIENT}/react/*.ts`).flatMap(
    (file) =>
      readFileSync(file, 'utf8').match(/^export function [\s\S]*?^}$|^export const use[\s\S]*?;$/gm) ?? [],
  );
  expect(functions.length).toBeGreaterThanOrEqual(5);
  expect(functions.filter((text) => text.split('\n').length >= 40)).toEqual([]);
});
