// @module-tag slow
// @module-tag chromium
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { holdBack, type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { findingsOn, LOOKS } from '../support/page-findings.ts';

/** One page of each kind. */
const PAGES = [
  '/schema',
  '/schema/guide',
  '/schema/errors',
  '/schema/guides/apollo',
  '/schema/changes',
  '/schema/migrating',
  '/schema/queries/classes',
  '/schema/mutations/createNote',
  '/schema/subscriptions/notificationReceived',
  '/schema/types/User',
  '/schema/inputs/CreateNoteInput',
  '/schema/enums/GapReason',
  '/schema/directives/cost',
];
/** Pixels. The page that this replaces had 61,642. */
const TALLEST = 18_000;

describe('the reference in a browser', { timeout: 120_000 }, () => {
  let gateway: TestGateway;
  let browser: OfflineBrowser;
  beforeAll(async () => {
    [gateway, browser] = await Promise.all([startGateway(), startChromium()]);
  }, 60_000);
  afterAll(() => Promise.all([gateway.close(), browser.close()]));

  const open = async (path: string, width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> => {
    const context = await browser.open({ viewport: { width, height: 844 }, colorScheme, bypassCSP: true });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(gateway.url + path);
    return page;
  };
  const search = (page: Page) => page.getByRole('combobox', { name: 'Search the reference' });

  it.each(LOOKS)('is accessible, and fits the screen: $width pixels, $colorScheme', async (look) => {
    const page = await open('/schema', look.width, look.colorScheme);
    for (const path of PAGES) {
      await page.goto(gateway.url + path);
      expect(await findingsOn(page, [look])).toEqual([]);
      const height = await page.evaluate<number>('document.documentElement.scrollHeight');
      expect(height).toBeLessThan(TALLEST);
    }
    await page.getByRole('button', { name: 'Search' }).first().click();
    await search(page).fill('note');
    await page.getByRole('option').first().waitFor();
    expect(await findingsOn(page, [look])).toEqual([]);
  });

  it('opens the search with Ctrl K, moves with the arrows and closes with Escape', async () => {
    const page = await open('/schema/types/Course');
    await page.keyboard.press('Control+k');
    await search(page).fill('classes');
    await page.getByRole('option', { name: /^query classes/, selected: true }).waitFor();
    await page.keyboard.press('Escape');
    await search(page).waitFor({ state: 'hidden' });
    await page.keyboard.press('/');
    await search(page).fill('Course.lev');
    await page.getByRole('option', { name: /Course\.levels/, selected: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/schema\/types\/Course#levels$/);
    await search(page).waitFor({ state: 'hidden' });
  });

  it('opens what was typed before the index has been loaded', async () => {
    const page = await open('/schema');
    const release = await holdBack(page, '**/schema/search-index.js');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Course.levels');
    await page.keyboard.press('Enter');
    release();
    await page.waitForURL(/\/schema\/types\/Course#levels$/);
  });

  it('runs an example as a demo user, and shows the platform calls by route', async () => {
    const page = await open('/schema/queries/classes');
    await page.getByRole('button', { name: 'Run' }).click();
    // The page also says what the example is predicted to cost.
    await page.locator('.outcome').getByText('1 platform call, ').waitFor();
    await page.locator('.outcome').getByText('GET /edu/v1/class/list').waitFor();
    expect(await page.locator('.outcome pre').textContent()).toContain('"g-first-aid-spring"');
  });

  it('shows the events of a subscription until it is stopped', async () => {
    const page = await open('/schema/subscriptions/notificationReceived');
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByText('"cursor"').waitFor();
    gateway.sandbox.sendNotification({ receiver: 'u-ana', text: 'Seen on the page' });
    await page.getByText('Seen on the page').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Run again' }).waitFor();
  });

  it('works again after a reload, under its own policy', async () => {
    const context = await browser.open();
    const page = await context.newPage();
    for (const path of ['/schema', '/schema/guides/apollo', '/schema/types/Course']) {
      await page.goto(gateway.url + path);
      await page.reload();
      await page.keyboard.press('Control+k');
      await search(page).waitFor();
      const position = 'getComputedStyle(document.querySelector(".site-header")).position';
      expect(await page.evaluate(position)).toBe('sticky');
    }
    await context.close();
  });

  it('has a button that copies each block of a guide, and a list of its sections', async () => {
    const page = await open('/schema/guides/apollo');
    const blocks = await page.locator('article pre').count();
    expect(blocks).toBeGreaterThan(3);
    expect(await page.getByRole('button', { name: /^Copy the/ }).count()).toBe(blocks);
    await page.getByText('On this page').click();
    await page.getByRole('link', { name: '1. Start the gateway' }).click();
    await page.waitForURL(/#1-start-the-gateway$/);
  });

  it('leads to every page from a phone', async () => {
    const page = await open('/schema/types/Class', 390);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('link', { name: 'Course', exact: true }).first().click();
    await page.waitForURL(/\/types\/Course$/);
  });

  it('leads from an address of the former page to the page of its field', async () => {
    const page = await open('/schema#Query.classes');
    await page.waitForURL(/\/schema\/queries\/classes$/);
  });

  it('asks no other machine for anything, and violates no policy', () => {
    expect(browser.askedOutside).toEqual([]);
    expect(browser.problems).toEqual([]);
  });
});
