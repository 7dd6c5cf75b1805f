// @module-tag slow
// @module-tag chromium
// @module-tag redis-server
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { type Stage, setStage } from './stage.ts';

let stage: Stage;
let browser: OfflineBrowser;

describe('names in the example front end', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    [stage, browser] = await Promise.all([setStage(), startChromium()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([browser.close(), stage.close()]);
  });

  it.each([
    ['a student', '@ana.ferreira'],
    ['an instructor', '@marcus.oyelaran'],
  ])('stay from a class to the leaderboard and back, online and offline, for %s', async (_who, handle) => {
    const context = await browser.open({ viewport: { width: 1280, height: 860 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await signIn(page, handle);
    await page.getByRole('link', { name: 'First Aid, Spring Group' }).click();
    const inClass = await namesInClass(page);
    expect(inClass.length).toBeGreaterThan(25);
    expect(inClass.filter((name) => /A member/.test(name))).toEqual([]);

    const onLeaderboard = await visitLeaderboard(page);
    expect(onLeaderboard.filter((name) => inClass.includes(name)).length).toBeGreaterThan(2);
    await returnToClass(page);
    expect(await namesInClass(page)).toEqual(inClass);

    const requests = await goOffline(context, page);
    expect(await visitLeaderboard(page)).toEqual(onLeaderboard);
    await returnToClass(page);
    expect(await namesInClass(page)).toEqual(inClass);
    expect(requests).toEqual([]);
    expect(await page.getByRole('alert').count()).toBe(0);
    await context.close();
  });
});

async function signIn(page: Page, handle: string): Promise<void> {
  await page.goto(stage.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${stage.sandbox.url}/**`);
  await page.getByLabel('Handle').fill(handle);
  await page.getByLabel('Password').fill('demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL(`${stage.url}/**`);
}

async function namesInClass(page: Page): Promise<string[]> {
  const people = ['Instructors', 'Students'].map((name) => page.getByRole('list', { name }));
  for (const list of people) await list.getByRole('listitem').first().waitFor();
  return (await Promise.all(people.map((list) => list.locator('b').allInnerTexts()))).flat();
}

async function visitLeaderboard(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Leaderboard' }).click();
  await page
    .getByRole('row', { name: /orienteering/ })
    .first()
    .waitFor();
  await page.waitForLoadState('networkidle');
  return page.locator('tbody .person b').allInnerTexts();
}

async function returnToClass(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Classes' }).click();
  await page.getByRole('link', { name: 'First Aid, Spring Group' }).click();
}

/** Takes the page off the network. @returns the GraphQL requests that it makes from now on. */
async function goOffline(context: BrowserContext, page: Page): Promise<string[]> {
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/graphql')) requests.push(request.postData() ?? request.url());
  });
  return requests;
}
