// @module-tag slow
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDocs } from '../../src/cli/build-docs.ts';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { crawl } from './crawl.ts';

const MEGABYTE = 1_000_000;

let parent: string;
let folder: string;
let files: number;
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'reference-'));
  folder = join(parent, 'export');
  files = await buildDocs(folder);
}, 60_000);
afterAll(() => rm(parent, { recursive: true }));

describe('npm run docs:build', () => {
  it('writes a bounded number of files of a bounded size', async () => {
    const written = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    // One mark besides.
    expect(written).toHaveLength(files + 1);
    expect(files).toBeLessThan(1000);
    const contents = await Promise.all(written.map((entry) => readFile(join(entry.parentPath, entry.name))));
    expect(contents.reduce((sum, content) => sum + content.length, 0)).toBeLessThan(10 * MEGABYTE);
  });

  it('writes pages whose links are relative and lead to files and anchors of the export', async () => {
    const { pages, broken } = await crawl(
      '/index.html',
      (path) => readFile(join(folder, path), 'utf8').catch(() => null),
      () => false,
    );
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(150);
    const llms = await crawl(
      '/llms.txt',
      (path) => readFile(join(folder, path), 'utf8').catch(() => null),
      () => false,
    );
    expect(llms.broken).toEqual([]);
    for (const path of pages) {
      if (!path.endsWith('.html')) continue;
      expect(await readFile(join(folder, path), 'utf8')).not.toMatch(/(?:href|src)="\//);
    }
  });

  it('replaces its own export, and nothing else', async () => {
    expect(await buildDocs(folder)).toBe(files);
    const foreign = join(parent, 'foreign');
    await mkdir(foreign);
    await writeFile(join(foreign, 'thesis.txt'), 'mine');
    await expect(buildDocs(foreign)).rejects.toThrow('not empty');
    expect(await readdir(foreign)).toEqual(['thesis.txt']);
  });
});

describe('the export in a browser', { tags: 'chromium', timeout: 60_000 }, () => {
  let browser: OfflineBrowser;
  beforeAll(async () => {
    browser = await startChromium();
  }, 60_000);
  afterAll(() => browser.close());

  it.each([1280, 390])(
    'is searched without a server and with the keyboard, %i pixels wide',
    async (width) => {
      const context = await browser.open({ viewport: { width, height: 844 } });
      const page = await context.newPage();
      await page.goto(pathToFileURL(join(folder, 'queries/classes.html')).href);
      if (width === 390) await page.getByRole('button', { name: 'Search' }).click();
      else await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('course objectives');
      await page.getByRole('option', { name: /Course\.objectives/ }).waitFor();
      await page.getByRole('combobox').fill('creatnote');
      await page.getByRole('option', { selected: true, name: /createNote/ }).waitFor();
      await page.getByRole('combobox').fill('notificationrec');
      await page.getByRole('option', { selected: true, name: /notificationReceived/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/subscriptions\/notificationReceived\.html$/);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('notificationReceived');
      await context.close();
    },
  );
});
