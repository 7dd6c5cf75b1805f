import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfflineBrowser, startChromium } from '../../support/chromium.ts';
import { freePort } from '../../support/free-port.ts';
import { type RedisProxy, startRedisProxy } from '../../support/redis-proxy.ts';
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
        reader.write(step);
      } else {
        for (const command of step.commands) {
          if (command === 'npm run start')
            await reader.terminal.start(
              `export APP_ORIGIN=${address} PORT=${port}; ${command}`,
              /Local:\s+(http:\S+)/,
            );
          else if (command.startsWith('curl ')) ring = reader.adapt(command);
          else await reader.terminal.run(command);
        }
      }
    }
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    // Before the proxy, which waits for its connections.
    await reader?.close();
    await proxy?.close();
  }, 600_000);

  it('is rendered by the server, signs in, rings, and is live again at once when the network returns', async () => {
    const context = await browser.open();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await page.goto(address);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('Handle').fill('@ana.ferreira');
    await page.getByLabel('Password').fill('demo');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor();
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
