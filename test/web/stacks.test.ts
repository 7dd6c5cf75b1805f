// @module-tag slow
// @module-tag chromium
// @module-tag redis-server
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { signInOn } from '../support/sign-in.ts';
import { type Stage, setStage } from './stage.ts';

describe.each(['apollo', 'urql', 'relay', 'fetch'])(
  'the example app on %s',
  { timeout: 120_000 },
  (example) => {
    let stage: Stage;
    let browser: OfflineBrowser;
    beforeAll(async () => {
      [stage, browser] = await Promise.all([setStage({}, example), startChromium()]);
    }, 120_000);
    afterAll(async () => {
      await Promise.all([browser.close(), stage.close()]);
    });

    it('signs in, shows classes, receives a notification, and signs out in all tabs', async () => {
      const context = await browser.open({ viewport: { width: 1280, height: 860 } });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(stage.url);
      await signInOn(page);
      await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor();
      await page.getByText('First Aid, Spring Group').waitFor();

      // A client joins the reload for an event to one under way, whose answer may be older: then the next event shows both.
      const text = 'The hall is open';
      await vi.waitFor(async () => {
        stage.sandbox.sendNotification({ sender: 'u-marcus', receiver: 'u-ana', text, persist: true });
        await page.getByText(text).first().waitFor({ timeout: 5000 });
      }, 60_000);

      // What it repeats after a reload takes the path of known documents; what was under way before may still be new.
      await vi.waitFor(async () => {
        const before = await workOf(stage);
        await page.reload();
        await page.getByText('First Aid, Spring Group').waitFor();
        await vi.waitFor(async () => expect((await workOf(stage)).run).toBeGreaterThan(before.run), 60_000);
        expect((await workOf(stage)).parsed).toBe(before.parsed);
      }, 60_000);

      // Another tab has the same session.
      const other = await context.newPage();
      await other.goto(stage.url);
      await other.getByRole('heading', { name: 'Hello, Ana' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      for (const tab of [page, other]) await tab.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(await other.getByRole('heading', { name: 'Hello, Ana' }).count()).toBe(0);
      await context.close();
    });
  },
);

/** Operations that the gateway has run, and documents that it has parsed. */
async function workOf(stage: Stage): Promise<{ run: number; parsed: number }> {
  const total = { run: 0, parsed: 0 };
  for (const [series, value] of await stage.metrics())
    if (series.startsWith('gateway_operations_total{')) total.run += value;
    else if (series.startsWith('gateway_documents_parsed_total{')) total.parsed += value;
  return total;
}
