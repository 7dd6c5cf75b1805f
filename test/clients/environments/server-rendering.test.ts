import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfflineBrowser, startChromium } from '../../support/chromium.ts';
import { freePort } from '../../support/free-port.ts';
import { type RedisProxy, startRedisProxy } from '../../support/redis-proxy.ts';
import { signInOn } from '../../support/sign-in.ts';
import { type Reader, startReader } from './guide.ts';

/** Milliseconds from the return of the network to live data. */
const BACK_ONLINE = 1500;
/** Milliseconds without a network. */
const OFFLINE = 4000;

describe('the page of Next.js', { tags: ['slow', 'full', 'chromium'], timeout: 600_000 }, () => {
  let reader: Reader;
  let browser: OfflineBrowser;
  let proxy: RedisProxy;
  let address: string;
  let ring: string;

  beforeAll(async () => {
    browser = await startChromium();
    reader = await startReader('server-rendering');
    // Between the browser and the app, to break connections.
    const port = await freePort();
    proxy = await startRedisProxy(port);
    address = `http://localhost:${proxy.port}`;
    for (const step of reader.steps) {
      if (step.kind === 'file') {
        if (step.path === 'app/page.tsx') writePages(step.text);
        else reader.write(step);
      } else {
        for (const command of step.commands) {
          if (command.startsWith('curl ')) ring = reader.adapt(command);
          // Once, when all is written.
          else if (!/^npm run (build|start)$/.test(command)) await reader.terminal.run(command);
        }
      }
    }
    await reader.terminal.run('npm run build');
    await reader.terminal.start(
      `export APP_ORIGIN=${address} PORT=${port}; npm run start`,
      /Local:\s+(http:\S+)/,
    );
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    // Before the proxy, which waits for its connections.
    await reader?.close();
    await proxy?.close();
  }, 600_000);

  /** The page of the guide with its form, and one that returns to itself, with a page that links to it. */
  function writePages(text: string): void {
    const page = text
      .replace("import { Live } from './live';", "$&\nimport { NoteForm } from './note-form';")
      .replace('<Live ', '<NoteForm firstKey={crypto.randomUUID()} />\n      $&');
    const other = page.replaceAll("from './", "from '../").replace("'../session'", "'../../session'");
    const links = `import Link from 'next/link';
export default function Page() { return <Link href="/other">Other</Link>; }
`;
    for (const [path, content] of [
      ['app/page.tsx', page],
      ['app/other/page.tsx', other.replaceAll('returnTo=/', '$&other')],
      ['app/links/page.tsx', links],
    ] as const)
      reader.write({ kind: 'file', path, text: content });
  }

  async function signIn(page: Page): Promise<void> {
    page.setDefaultTimeout(60_000);
    await page.goto(address);
    await signInOn(page);
    await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor();
  }

  /** Lets access tokens, also those that were issued, end after 30 seconds. */
  async function endTokensEarly(shortTokens: boolean): Promise<void> {
    const start = await (await fetch(reader.gatewayUrl)).text();
    const { origin } = new URL(/http:[^"]+\/console/.exec(start)?.[0] ?? '');
    const body = new URLSearchParams({
      slow: '',
      failing: '',
      ...(shortTokens ? { shortTokens: 'true' } : {}),
    });
    const { status } = await fetch(`${origin}/console/troubles`, {
      method: 'POST',
      headers: { origin },
      body,
      redirect: 'manual',
    });
    expect(status).toBe(303);
  }

  it('renews a token that ends early, for an open page, a link and a form', async () => {
    // Each in a browser of its own: a renewal is for all pages of a browser.
    const contexts = await Promise.all([browser.open(), browser.open(), browser.open()]);
    const [live, linked, form] = await Promise.all(contexts.map((context) => context.newPage()));
    if (!live || !linked || !form) throw new Error('no page was opened');
    for (const page of [live, linked, form]) await signIn(page);
    await linked.goto(`${address}/links`);
    // Its stream would renew the session before the user writes.
    await form.route('**/graphql', () => {});
    await form.goto(address);
    await form.getByLabel('Note').fill('The tarp leaks.');
    const documents = new Map<Page, string[]>([live, linked, form].map((page) => [page, []]));
    for (const [page, opened] of documents)
      page.on('request', (request) => {
        if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
      });
    await endTokensEarly(true);
    try {
      await expect
        .poll(() => documents.get(live), { timeout: 120_000, interval: 1000 })
        .toEqual(['/auth/refresh', '/']);
    } finally {
      await endTokensEarly(false);
    }
    await live.getByRole('heading', { name: 'Hello, Ana' }).waitFor();

    await linked.getByRole('link', { name: 'Other' }).click();
    await linked.getByRole('heading', { name: 'Hello, Ana' }).waitFor();
    expect(documents.get(linked)).toEqual(['/auth/refresh', '/other']);
    expect(linked.url()).toBe(`${address}/other`);

    const save = form.getByRole('button', { name: 'Save' });
    await save.click();
    const tab = form.context().waitForEvent('page');
    await form.getByRole('link', { name: 'Continue your session' }).click();
    await (await tab).getByRole('heading', { name: 'Hello, Ana' }).waitFor();
    expect(await form.getByLabel('Note').inputValue()).toBe('The tarp leaks.');
    await save.click();
    await expect.poll(() => form.getByLabel('Note').inputValue()).toBe('');
    expect(documents.get(form)).toEqual([]);
    for (const context of contexts) await context.close();
  });

  it('is rendered by the server, signs in, rings, and is live again at once when the network returns', async () => {
    const context = await browser.open();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await signIn(page);
    const count = async (): Promise<number> => {
      const heading = page.getByRole('heading', { name: /^Notifications \([1-9]/ });
      return Number(/\((\d+)\)/.exec((await heading.textContent()) ?? '')?.[1]);
    };
    const before = await count();
    await reader.terminal.run(ring);
    await expect.poll(count).toBe(before + 1);

    const cookies = await context.cookies();
    expect(cookies.map(({ name, httpOnly }) => [name, httpOnly])).toEqual([
      ['learning-platform.access', true],
      ['learning-platform.refresh', true],
    ]);
    const html = await (await context.request.get(address)).text();
    expect(html).toMatch(/Hello, (<!-- -->)?Ana/);
    for (const { value } of cookies) {
      expect(html).not.toContain(value);
      const held: unknown = JSON.parse(Buffer.from(value, 'base64url').toString());
      expect(html).not.toContain(typeof held === 'string' ? held : Object(held).token);
    }
    await page.reload();
    await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor();
    await expect.poll(count).toBe(before + 1);
    expect(complaints).toEqual([]);

    const took: number[] = [];
    for (let round = 1; round <= 10; round += 1) {
      await context.setOffline(true);
      proxy.cut();
      await reader.terminal.run(ring);
      const expected = before + 1 + round;
      // Attempts to reconnect fail meanwhile, and the waits between them grow.
      await page.waitForTimeout(OFFLINE);
      proxy.restore();
      await context.setOffline(false);
      const returnedAt = performance.now();
      await page.getByRole('heading', { name: `Notifications (${expected})` }).waitFor();
      took.push(Math.round(performance.now() - returnedAt));
    }
    process.stdout.write(`back online to live: ${took.join(', ')} ms\n`);
    expect(took.filter((milliseconds) => milliseconds >= BACK_ONLINE)).toEqual([]);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(await context.cookies()).toEqual([]);
    expect(browser.problems).toEqual([]);
    expect(browser.askedOutside).toEqual([]);
    await context.close();
  });
});
