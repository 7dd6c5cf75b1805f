// @module-tag slow
// @module-tag chromium
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';

const CLIENT = join(import.meta.dirname, '../../packages/client/src');

/** An app with a form for notes, and the list of those that its outbox has. */
const APP = `
import { CreateNoteDocument } from '${CLIENT}/documents.ts';
import { Outbox } from '${CLIENT}/outbox.ts';
import { Session } from '${CLIENT}/session.ts';
const url = new URLSearchParams(location.search).get('gateway');
const session = new Session({ url });
const outbox = new Outbox({ url, session });
const [form, list, user] = ['form', 'ul', 'p'].map((name) => document.querySelector(name));
window.signIn = (accessToken) => session.start({ accessToken, refreshToken: null });
form.onsubmit = async (event) => {
  event.preventDefault();
  const text = form.elements.text.value;
  await outbox.add(CreateNoteDocument, { input: { text, classId: 'g-first-aid-spring' } });
  form.reset();
};
const show = () => {
  user.textContent = session.state().status;
  list.replaceChildren(...outbox.state().map(({ status, variables }) => {
    const item = document.createElement('li');
    item.textContent = variables.input.text + ': ' + status;
    return item;
  }));
};
for (const store of [session, outbox]) store.subscribe(show);
show();
`;
const PAGE = `<!doctype html><title>Notes</title><p></p><form><input name="text" aria-label="Note"><button>Write</button></form>
<ul></ul><script type="module" src="/app.js"></script>`;

describe('notes that are written offline', { timeout: 120_000 }, () => {
  let gateway: TestGateway;
  let browser: OfflineBrowser;
  let server: Server;
  let context: BrowserContext;
  let address: string;

  beforeAll(async () => {
    const bundle = await rolldown({
      input: 'app',
      plugins: [
        {
          name: 'app',
          resolveId: (id) => (id === 'app' ? id : null),
          load: (id) => (id === 'app' ? APP : null),
        },
      ],
    });
    const [{ code }] = (await bundle.generate()).output;
    server = createServer((request, response) => {
      const isScript = request.url === '/app.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? code : PAGE);
    });
    [gateway, browser] = await Promise.all([startGateway(), startChromium()]);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    address = `http://127.0.0.1:${port}/?gateway=${encodeURIComponent(`${gateway.url}/graphql`)}`;
    context = await browser.open();
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    server.close();
    await gateway.close();
  });

  async function openTab(): Promise<Page> {
    const tab = await context.newPage();
    await tab.goto(address);
    return tab;
  }
  async function write(tab: Page, text: string): Promise<void> {
    await tab.getByLabel('Note').fill(text);
    await tab.getByRole('button', { name: 'Write' }).click();
    await tab.getByText(`${text}: `).waitFor();
  }
  const signIn = (tab: Page, token: string): Promise<void> =>
    tab.evaluate((accessToken) => Reflect.get(globalThis, 'signIn')(accessToken), token);
  const writes = (): [text: string, authorization: unknown][] =>
    gateway.requests
      .filter(({ method, path }) => method === 'PUT' && path === '/edu/v1/note')
      .map(({ body, headers }) => [JSON.parse(body).text, headers.authorization]);

  it('are on the platform once each, after the tab was closed and opened again with a network', async () => {
    const tab = await openTab();
    await signIn(tab, 'demo-student-token');
    await context.setOffline(true);
    for (const text of ['One', 'Two', 'Three']) await write(tab, text);
    await tab.close();
    expect(writes()).toEqual([]);

    await context.setOffline(false);
    // Both tabs have the same entries to send.
    const tabs = await Promise.all([openTab(), openTab()]);
    for (const each of tabs)
      for (const text of ['One', 'Two', 'Three']) await each.getByText(`${text}: sent`).waitFor();
    const ofAna = 'Bearer demo-student-token';
    expect(writes()).toEqual([
      ['One', ofAna],
      ['Two', ofAna],
      ['Three', ofAna],
    ]);
    for (const each of tabs) await each.close();
  });

  it('are sent at once when the network returns to an open tab', async () => {
    const tab = await openTab();
    await context.setOffline(true);
    await write(tab, 'Four');
    await tab.getByText('Four: queued').waitFor();
    await context.setOffline(false);
    await tab.getByText('Four: sent').waitFor();
    expect(writes().filter(([text]) => text === 'Four')).toHaveLength(1);
    await tab.close();
  });
});
