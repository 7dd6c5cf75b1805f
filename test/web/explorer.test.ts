import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasChromium, type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { as } from '../support/gateway.ts';
import { type GatewayProcess, startProcess } from '../support/process.ts';
import { freePort, type RedisServer, startRedis } from '../support/redis.ts';
import { picture } from './picture.ts';

/** The full form, `npm run test:web`, allows more time: clients back off after each refusal. */
const FULL = process.env.FULL_WEB === '1';
const WINDOW = { width: 1360, height: 860 };

let browser: OfflineBrowser;
let redis: RedisServer;
let gateway: GatewayProcess;
let environment: Record<string, string>;

async function openPage(path: string, viewport = WINDOW): Promise<Page> {
  const context = await browser.open({ viewport });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(gateway.url + path);
  return page;
}

/** Opens the explorer in a window tall enough to show all examples. */
async function openExplorer() {
  const page = await openPage('/explorer', { ...WINDOW, height: 1600 });
  return {
    page,
    run: (operation: string) => page.getByText(`(Send ${operation})`).first().click(),
    result: page.locator('.query-result__list'),
  };
}

/** Sends a notification as another user. */
const sendNotification = (text: string) =>
  fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...as.instructor },
    body: JSON.stringify({
      query:
        'mutation ($text: String!) { sendNotification(input: { receiverId: "u-ana", text: $text }) { extra } }',
      variables: { text },
    }),
  });

describe.runIf(hasChromium())('in a browser without internet access', { timeout: 120_000 }, () => {
  beforeAll(async () => {
    [browser, redis] = await Promise.all([startChromium(), startRedis()]);
    environment = {
      PORT: String(await freePort()),
      REDIS_URL: redis.url,
      NOTIFICATION_POLL_INTERVAL: '500',
    };
    gateway = await startProcess(environment);
  });
  afterAll(async () => {
    gateway.child.kill('SIGKILL');
    await Promise.all([browser.close(), redis.stop()]);
  });

  it('the explorer runs a query and a subscription', async () => {
    const { page, run, result } = await openExplorer();
    await run('query MyClasses');
    await result.getByText('"First Aid, Spring Group"').waitFor();
    await run('subscription Notifications');
    await result.getByText('"notification": null').waitFor();
    await sendNotification('Bring a pencil');
    await result.getByText('"Bring a pencil"').waitFor();
    await page.setViewportSize(WINDOW);
    await picture(page, 'explorer');
    await page.close();
  });

  it.runIf(FULL)('the explorer resubscribes after the gateway was killed', async () => {
    const { page, run, result } = await openExplorer();
    await run('subscription Notifications');
    const positions = result.locator('.query-result__list-item', { hasText: '"notification": null' });
    await positions.first().waitFor();
    const isRefused = new Promise((resolve) => {
      page.on('websocket', (socket) => socket.on('socketerror', resolve));
    });
    gateway.child.kill('SIGKILL');
    await gateway.ended;
    await isRefused;
    gateway = await startProcess(environment);
    // The first item of a stream is its position: a second one means that the page has resubscribed.
    await positions.nth(1).waitFor();
    await sendNotification('After the crash');
    await result.getByText('"After the crash"').waitFor();
    expect(await result.getByText('"After the crash"').count()).toBe(1);
    await page.close();
  });

  it('the map renders, highlights neighbors of a type, and can be reduced to them', async () => {
    const page = await openPage('/map');
    const nodes = page.locator('#drawing .node');
    await nodes.first().waitFor();
    const all = await nodes.count();
    expect(all).toBeGreaterThan(20);
    await page.getByLabel('Find a type').fill('course');
    await page.getByRole('heading', { name: 'Course' }).waitFor();
    expect(await page.locator('#type-Level.near').count()).toBe(1);
    expect(await page.locator('#type-Bucket.near').count()).toBe(0);
    await picture(page, 'map');
    await page.getByRole('button', { name: 'Show only neighbors' }).click();
    expect(await nodes.count()).toBeLessThan(all / 2);
    await page.getByRole('link', { name: 'levels' }).click();
    await page.waitForURL('**/schema#Course.levels');
    await page.getByText('Levels of the course with their lessons').first().waitFor();
    await picture(page, 'schema');
    await page.close();
  });

  it('the Apollo Sandbox page explains that it is unavailable, and links to the explorer', async () => {
    const page = await openPage('/');
    await page.getByText("It loads from Apollo's CDN").waitFor();
    await page.getByRole('main').getByRole('link', { name: 'explorer' }).click();
    await page.getByText('Send Request').waitFor();
    await page.close();
  });

  it('no other hosts are contacted, and no content security policy is violated', () => {
    expect(browser.problems).toEqual([]);
    expect(new Set(browser.askedOutside.map((url) => new URL(url).host))).toEqual(
      new Set(['embeddable-sandbox.cdn.apollographql.com']),
    );
  });
});
