// @module-tag slow
// @module-tag chromium
// @module-tag redis-server
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { findingsOn, LOOKS } from '../support/page-findings.ts';
import { signInOn } from '../support/sign-in.ts';
import { picture } from './picture.ts';
import { type Stage, setStage } from './stage.ts';

const HOUR = 3_600_000;

let stage: Stage;
let browser: OfflineBrowser;
let page: Page;
/** True while the platform responds 503 to leaderboard requests. */
let isDown = false;

/** Compressed bytes. */
const MOST_CODE = 150_000;
const PHONE = { width: 390, height: 844 };
const WINDOW = { width: 1280, height: 860 };

/** Expects a page to be accessible and as wide as its window, on a desktop and on a phone, in light and in dark. */
async function lookAt(page: Page, title?: string, name?: string): Promise<void> {
  if (title !== undefined) expect(await page.title()).toBe(`${title} · Fieldbook`);
  expect(await findingsOn(page, LOOKS)).toEqual([]);
  if (name !== undefined) {
    await page.setViewportSize(PHONE);
    await picture(page, `${name}-phone`);
  }
  await page.setViewportSize(WINDOW);
  await page.emulateMedia({ colorScheme: null });
}

const eventually = <Value>(read: () => Value | Promise<Value>) => expect.poll(read, { timeout: 60_000 });

describe('the example front end in a browser', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    [stage, browser] = await Promise.all([
      setStage({
        intercept: ({ url }, response) => {
          if (!isDown || !url?.startsWith('/leaderboard')) return false;
          response.writeHead(503).end();
          return true;
        },
      }),
      startChromium(),
    ]);
    const context = await browser.open({ viewport: WINDOW });
    page = await context.newPage();
    page.setDefaultTimeout(60_000);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser.close(), stage.close()]);
  });

  const bell = () => page.getByRole('button', { name: /^Notifications/ });
  const panel = () => page.getByRole('region', { name: 'Notifications' });
  const openBell = async () => {
    await bell().click();
    await panel().waitFor();
  };
  const isLive = () => page.getByText('Live', { exact: true }).waitFor();
  const notify = (text: string) =>
    stage.sandbox.sendNotification({ sender: 'u-marcus', receiver: 'u-ana', text, persist: true });

  it("signs a user in through the platform's page and returns to the requested page", async () => {
    await page.goto(`${stage.url}/leaderboard`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await lookAt(page, 'Sign in');
    await picture(page, 'sign-in');
    await signInOn(page);
    await page.waitForURL(`${stage.url}/leaderboard`);
    await page.getByRole('row', { name: /Ana Ferreira.*orienteering/ }).waitFor();
    await page.getByText('Your best: place').waitFor();
    await picture(page, 'leaderboard');
    await lookAt(page, 'Leaderboard', 'leaderboard');
    await page.getByText('knots', { exact: true }).first().click();
    await page.waitForURL('**/leaderboard?category=knots');
    await eventually(() => page.getByRole('row', { name: /orienteering/ }).count()).toBe(0);
  });

  it('rejects a sign-in that this tab did not start', async () => {
    const other = await page.context().newPage();
    await other.goto(`${stage.url}/callback?code=stolen&state=guessed`);
    await other.getByText('The sign-in was not completed.').waitFor();
    await other.close();
  });

  it('lists the classes, page by page', async () => {
    await page.getByRole('link', { name: 'Classes' }).click();
    await page.getByRole('heading', { name: 'First Aid, Spring Group' }).waitFor();
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
    expect(await cards.count()).toBe(4);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByRole('heading', { name: 'Team Leaders, Autumn' }).waitFor();
    expect(await cards.count()).toBe(6);
    await picture(page, 'classes');
    await lookAt(page, 'Classes');
    await eventually(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  });

  it('shows a class with its members, and adds a note about it', async () => {
    await page.getByRole('link', { name: 'First Aid, Spring Group' }).click();
    await page.getByRole('list', { name: 'Students' }).getByText('Tomas', { exact: false }).first().waitFor();
    expect(await page.getByRole('list', { name: 'Students' }).getByRole('listitem').count()).toBe(25);
    await page.getByLabel('New note').fill('Bring gloves on Thursday');
    await page.getByRole('button', { name: 'Save note' }).click();
    const notes = page.getByRole('list', { name: 'Notes' });
    await notes.getByText('Bring gloves on Thursday').waitFor();
    await picture(page, 'class');
    await lookAt(page, 'First Aid, Spring Group');
    await page.reload();
    await notes.getByText('Bring gloves on Thursday').waitFor();
    await page.getByRole('button', { name: 'Delete the note “Bring gloves on Thursday”' }).click();
    await eventually(() => page.getByText('Bring gloves on Thursday').count()).toBe(0);
  });

  it('shows a course with its levels and locks, and adds a note on a lesson', async () => {
    await page.getByRole('link', { name: /Field First Aid/ }).click();
    const level = page.getByRole('list', { name: 'Getting out' });
    await level.getByRole('heading', { name: 'Evacuation' }).waitFor();
    expect(await level.getByRole('img', { name: 'Locked' }).count()).toBe(2);
    expect(
      await page.getByRole('list', { name: 'First minutes' }).getByRole('img', { name: 'Open' }).count(),
    ).toBe(2);
    await page.getByRole('button', { name: 'Take a note on Tourniquet' }).click();
    await page.getByLabel('New note').fill('High and tight, note the time');
    await page.getByRole('button', { name: 'Save note' }).click();
    const note = page
      .getByRole('list', { name: 'Notes' })
      .getByRole('listitem')
      .filter({ hasText: 'High and tight' });
    await note.getByText('Tourniquet', { exact: true }).waitFor();
    await picture(page, 'course', { whole: true });
    await lookAt(page, 'Field First Aid', 'course');
  });

  it('shows scores and locks only where they are known', async () => {
    const objectives = page.getByRole('listitem').filter({ has: page.getByRole('meter') });
    const scored = await objectives.count();
    expect(scored).toBeGreaterThan(0);
    expect(scored).toBeLessThan(await page.locator('.objectives li').count());
    await page.goto(page.url().replace(/\?.*/, ''));
    await page.getByRole('heading', { name: 'Evacuation' }).waitFor();
    expect(await page.getByRole('img', { name: /^(Locked|Open)$/ }).count()).toBe(0);
  });

  it('shows notifications as they arrive, also after an outage, and marks them as read', async () => {
    await openBell();
    await isLive();
    notify('The range opens at nine');
    await panel().getByText('The range opens at nine').waitFor();
    await picture(page, 'notifications');
    await lookAt(page);
    await stage.crash();
    await panel().getByText('Reconnecting').waitFor();
    await stage.restart();
    await isLive();
    notify('Sent after the restart');
    const row = panel().getByRole('listitem').filter({ hasText: 'Sent after the restart' });
    await row.getByRole('button', { name: 'Mark as read' }).click();
    await eventually(() => row.getByRole('button').count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('says that a class, a course or a page does not exist', async () => {
    for (const [path, text] of [
      ['classes/none', 'Class not found'],
      ['courses/none', 'There is no such course'],
      ['nowhere', 'There is no such page'],
    ]) {
      await page.goto(`${stage.url}/${path}`);
      await page.getByText(text ?? '').waitFor();
      await lookAt(page);
    }
  });

  it('refreshes an expired session silently', async () => {
    stage.letPass(2 * HOUR);
    await page.getByRole('link', { name: 'Leaderboard' }).click();
    await page.getByRole('row', { name: /Ana Ferreira.*orienteering/ }).waitFor();
    await openBell();
    await isLive();
    notify('Sent to the renewed session');
    await panel().getByText('Sent to the renewed session').waitFor();
    await page.keyboard.press('Escape');
  });

  it('explains an error and retries', async () => {
    isDown = true;
    await page.reload();
    await page.getByRole('alert').getByText('The learning platform cannot be reached.').waitFor();
    await page.getByText(/Trying again in \d+ s/).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/Trying again in \d+ s/).waitFor();
    isDown = false;
    await page.getByRole('row', { name: /Ana Ferreira.*orienteering/ }).waitFor();
    await eventually(() => page.getByRole('alert').count()).toBe(0);
  });

  it('recovers from an outage of the gateway without being told to', async () => {
    await stage.crash();
    await page.getByRole('link', { name: 'Classes' }).click();
    await page.reload();
    await page.getByRole('alert').getByText('There is no connection.').first().waitFor();
    const countdown = page.getByRole('main').getByText(/Trying again in \d+ s/);
    await countdown.waitFor();
    await lookAt(page);
    await stage.restart();
    await page.getByRole('heading', { name: 'First Aid, Spring Group' }).waitFor();
    await page.getByText('Ana Ferreira').first().waitFor();
    await eventually(() => page.getByRole('alert').count()).toBe(0);
  });

  it('asks to sign in again when the session cannot be refreshed', async () => {
    await openBell();
    await isLive();
    // No click is needed: the gateway regularly checks the session of an open stream.
    stage.letPass(40 * 24 * HOUR);
    await page.getByText('Your session has expired').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('fieldbook.session'))).toBeNull();
  });

  it('shows the progress of an ATO request across a gateway crash', async () => {
    const { requestId } = await stage.sandbox.startAtoRequest({
      userId: 'u-ana',
      appName: 'Trail Companion',
    });
    const { code, state, redirectUri } = stage.sandbox.signOnToAto(requestId);
    await page.goto(`${redirectUri}?${new URLSearchParams({ code, state })}`);
    await page.waitForURL(`**/ato/requests/${requestId}`);
    const step = page.locator('[aria-current=step]');
    await step.getByText('Not started').waitFor();
    await isLive();
    const report = async (status: string, text: string) => {
      await page.getByLabel('Status').selectOption({ label: status });
      await page.getByLabel('What to say about it').fill(text);
      await page.getByRole('button', { name: 'Report' }).click();
    };
    const alerts = page.getByRole('list', { name: 'Alerts' });
    await report('In progress', 'The scan has begun');
    await step.getByText('In progress').waitFor();
    await alerts.getByText('The scan has begun').waitFor();

    await stage.crash();
    await page.getByText('Reconnecting').waitFor();
    await stage.restart();
    const distribution = {
      distributionId: 'd-1',
      name: 'Trail Companion for Android',
      platform: 'android',
      version: '2',
    };
    await stage.sandbox.setDistributions(requestId, [distribution]);
    await page
      .getByRole('list', { name: 'Distributions' })
      .getByText('Trail Companion for Android')
      .waitFor();
    await report('Under review', 'The review has begun');
    await step.getByText('Under review').waitFor();
    await alerts.getByText('The review has begun').waitFor();
    expect(await alerts.getByRole('listitem').count()).toBe(2);
    await picture(page, 'ato-progress');
    await lookAt(page, 'Authority to operate', 'ato-progress');
    await page.goto(`${stage.url}/ato/nowhere`);
    await page.getByText('There is no such page').waitFor();
    await lookAt(page, 'Page not found');
  });

  it('loads little code before the sign-in, and the rest when it is shown', async () => {
    const context = await browser.open();
    const other = await context.newPage();
    const scripts: Promise<Buffer>[] = [];
    other.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body());
    });
    await other.goto(stage.url);
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    const sizes = (await Promise.all(scripts)).map((script) => gzipSync(script).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_CODE);
    await context.close();
  });

  it('contacts no other hosts', () => {
    expect(browser.askedOutside).toEqual([]);
    expect(browser.problems).toEqual([]);
  });
});
