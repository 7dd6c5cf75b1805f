import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { Session } from '../../packages/client/src/session.ts';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { freePort } from '../support/free-port.ts';
import { findingsOn, LOOKS } from '../support/page-findings.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import { CLIENTS, runClientCode } from './client-code.ts';
import { picture } from './picture.ts';

let browser: OfflineBrowser;
let redis: RedisServer;
let gateway: GatewayProcess;
let environment: Record<string, string>;

async function openPage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.open({ viewport: { width: 1360, height: 860 }, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(new URL(path, gateway.url).href);
  return page;
}

const tab = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true }).click();
const run = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();

/** Opens the sign-in page as an app on another port would. */
async function signInUrl(): Promise<string> {
  const session = new Session({ url: `${gateway.url}/graphql` });
  const page = await session.beginSignIn({ redirectUri: 'http://localhost:5173/' });
  session.close();
  return page;
}

const PAGES = ['/', '/explorer', '/schema', '/map', '/sandbox'];
/** Waits until a page shows what it loads. */
const PAGES_READY: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/': (page) => page.getByLabel('Response').getByText('"@ana.ferreira"').waitFor(),
  '/map': (page) => page.locator('#drawing .node').first().waitFor(),
  '/sandbox': (page) => page.getByText('/graphql').waitFor(),
};

/** Pixels between the middles of an element and of the map. */
const distanceToMiddle = async (page: Page, selector: string): Promise<number> => {
  const [element, view] = await Promise.all([
    page.locator(selector).boundingBox(),
    page.locator('#drawing').boundingBox(),
  ]);
  if (!element || !view) return Number.POSITIVE_INFINITY;
  return Math.hypot(
    element.x + element.width / 2 - view.x - view.width / 2,
    element.y + element.height / 2 - view.y - view.height / 2,
  );
};

describe('in a browser without internet access', {
  tags: ['slow', 'chromium', 'redis-server', 'curl'],
  timeout: 120_000,
}, () => {
  beforeAll(async () => {
    [browser, redis] = await Promise.all([startChromium(), startRedis()]);
    environment = {
      REDIS_URL: redis.url,
      NOTIFICATION_POLL_INTERVAL: '500',
      // A gateway that is started again takes the same address.
      PORT: String(await freePort()),
    };
    gateway = await startProcess(environment);
  });
  afterAll(async () => {
    gateway?.child.kill('SIGKILL');
    await Promise.all([browser.close(), redis.stop()]);
  });

  it('the start page shows who the visitor is, code for the client of choice, and the way to every page', async () => {
    const visit = await openPage('/graphql');
    expect(new URL(visit.url()).pathname).toBe('/explorer');
    const page = await openPage('/');
    const answer = page.getByLabel('Response');
    await answer.getByText('"@ana.ferreira"').waitFor();
    await picture(page, 'start');
    await page.getByRole('radio', { name: 'Child' }).check();
    await answer.getByText('"Mina"').waitFor();
    const code = page.getByLabel('Code');
    expect(await code.textContent()).toContain('authorization: Bearer demo-child-token');
    // What is shown is never the answer to another identity.
    await page.route('**/graphql', (route) => route.abort());
    await page.getByRole('radio', { name: 'Plugin' }).check();
    await page.getByText('The gateway did not respond.').waitFor();
    expect(await answer.textContent()).toBe('');
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await answer.getByText('"badgeAssertions"').waitFor();
    const linksIn = (section: string) =>
      page
        .getByRole('region', { name: section })
        .getByRole('link')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const guides = ['apollo', 'urql', 'relay', 'client'].map((name) => `/schema/guides/${name}`);
    expect(await linksIn('Build a front end')).toEqual(expect.arrayContaining(guides));
    expect(await linksIn('Explore')).toEqual([
      '/explorer',
      '/schema',
      '/map',
      '/sandbox',
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/console$/),
      '/metrics',
    ]);
  });

  it('the code on the start page runs as it is', async () => {
    const page = await openPage('/');
    const code = page.getByLabel('Code');
    for (const client of CLIENTS) {
      await page.getByRole('button', { name: client }).click();
      await runClientCode(client, (await code.textContent()) ?? '', '@ana.ferreira');
    }
    await page.getByRole('link', { name: 'Open in explorer' }).click();
    await page.getByRole('button', { name: 'Me', exact: true }).waitFor();
    await run(page);
    await page.getByRole('textbox', { name: 'Response' }).getByText('"@ana.ferreira"').waitFor();
  });

  it('the explorer resumes after the last item when the gateway was killed', async () => {
    const page = await openPage('/explorer');
    const events = page.getByRole('list', { name: 'Events, newest first' });
    await tab(page, 'Notifications, live');
    await run(page);
    await events.getByText('"notification": null').waitFor();
    const [, cursor] = /"cursor": "([^"]+)"/.exec((await events.textContent()) ?? '') ?? [];
    const resumed = page.waitForRequest(
      (request) => cursor !== undefined && request.headers()['last-event-id'] === cursor,
    );
    gateway.child.kill('SIGKILL');
    await gateway.ended;
    await page.getByText('The connection was lost.').first().waitFor();
    await resumed;
    gateway = await startProcess(environment);
    await page.getByText('resumed after the last item received').waitFor();
    // It goes on while another tab is in use.
    await tab(page, 'Send a notification');
    await run(page);
    await page.getByRole('textbox', { name: 'Response' }).getByText('"Hello from the explorer"').waitFor();
    await tab(page, 'Notifications, live');
    await events.getByText('"Hello from the explorer"').waitFor();
    expect(await events.getByText('"Hello from the explorer"').count()).toBe(1);
    await picture(page, 'explorer');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped').waitFor();
  });

  it('the map can be read at first view, zooms to what is found, and can be reduced to its neighbors', async () => {
    const page = await openPage('/map');
    const nodes = page.locator('#drawing .node');
    await nodes.first().waitFor();
    const all = await nodes.count();
    expect(all).toBeGreaterThan(20);
    const heightOf = async (name: string) =>
      (await page.locator(`#type-${name} text`).first().boundingBox())?.height ?? 0;
    // The view is drawn first, and enlarged in the next frame.
    await expect.poll(() => heightOf('Query')).toBeGreaterThan(9);
    await page.getByLabel('Find a type or field').fill('course');
    await page.getByRole('heading', { name: 'Course' }).waitFor();
    expect(await page.locator('#type-Level.near').count()).toBe(1);
    expect(await page.locator('#type-Bucket.near').count()).toBe(0);
    await expect.poll(() => distanceToMiddle(page, '#type-Course')).toBeLessThan(3);
    expect(await heightOf('Course')).toBeGreaterThan(14);
    await picture(page, 'map');
    // With the keyboard, too.
    await page.getByRole('button', { name: 'Level', exact: true }).first().press('Enter');
    await page.getByRole('heading', { name: 'Level', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Course', exact: true }).first().press('Enter');
    await page.getByRole('button', { name: 'Show only its neighbors' }).click();
    expect(await nodes.count()).toBeLessThan(all / 2);
    await page.getByLabel('Find a type or field').fill('hasnextpage');
    await page.getByText('Nothing has this name.').waitFor();
    await page.getByRole('link', { name: 'levels' }).click();
    await page.waitForURL(/\/schema/);
    await picture(page, 'schema');
  });

  it('a tap chooses a type on the map', async () => {
    const page = await openPage('/map', { viewport: { width: 390, height: 844 }, hasTouch: true });
    await page.locator('#type-Query').tap();
    await page.getByRole('heading', { name: 'Query' }).waitFor();
  });

  it('the Apollo Sandbox page leads to the hosted one with this endpoint, and to the explorer', async () => {
    const page = await openPage('/sandbox');
    await page.getByText(`${gateway.url}/graphql`).waitFor();
    const href = await page.getByRole('link', { name: 'Open Apollo Sandbox' }).getAttribute('href');
    const { origin, searchParams } = new URL(href ?? '');
    expect(origin).toBe('https://studio.apollographql.com');
    expect(searchParams.get('endpoint')).toBe(`${gateway.url}/graphql`);
    await page.getByRole('link', { name: 'Open the explorer' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor();
  });

  it('every page is accessible, and as wide as its window', async () => {
    const consoleUrl = `${/embedded sandbox at (http:\S+),/.exec(gateway.stdout())?.[1]}/console`;
    const refused = consoleUrl.replace('console', 'nothing');
    for (const path of [...PAGES, consoleUrl, await signInUrl(), refused]) {
      const page = await openPage(path);
      await PAGES_READY[path]?.(page);
      expect(await findingsOn(page, LOOKS)).toEqual([]);
      await page.close();
    }
  });

  it('no other hosts are contacted, and no content security policy is violated', () => {
    expect(browser.problems).toEqual([]);
    expect(browser.askedOutside).toEqual([]);
  });
});
