import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reader, startReader } from '../clients/environments/guide.ts';
import { type OfflineBrowser, startChromium } from '../support/chromium.ts';
import { FULL } from '../support/fleet-form.ts';
import { signInOn } from '../support/sign-in.ts';
import { stepsOf } from './page.ts';
import { hasRegistry } from './registry.ts';

const STACKS = ['apollo', 'urql', 'relay'];
/** The walks differ in packages alone; `test/web/stacks.test.ts` has an app of each stack. */
const WALKED = FULL ? STACKS : STACKS.slice(0, 1);
/** Milliseconds. */
const TEN_MINUTES = 600_000;

describe.each(STACKS)('the page of %s', (stack) => {
  it('is a walk of a gateway, an app, a page and a bell', () => {
    const steps = stepsOf(stack);
    const commands = steps.flatMap((step) => (step.kind === 'commands' ? step.commands : []));
    expect(commands.slice(0, 4)).toEqual([
      'npm ci',
      'npm start -- --client "$HOME"',
      'npm start',
      expect.stringMatching(/^npm create .*vite/),
    ]);
    const run = commands.indexOf('npm run dev');
    expect(commands[run + 1]).toMatch(/^curl /);
    expect(commands.at(-1)).toBe('npm run build');
    const files = steps.flatMap((step) => (step.kind === 'file' ? [step.path] : []));
    expect(files).toContain('src/App.tsx');
  });
});

describe('a new user with an empty home and an empty folder', {
  tags: ['slow', 'chromium', 'curl'],
  timeout: TEN_MINUTES,
}, () => {
  let browser: OfflineBrowser;
  let reader: Reader;
  let isOnline = false;

  beforeAll(async () => {
    isOnline = await hasRegistry();
    if (!isOnline) return;
    // All pages begin alike.
    reader = await startReader('apollo');
    browser = await startChromium();
  }, TEN_MINUTES);
  afterAll(async () => {
    await Promise.all([browser?.close(), reader?.close()]);
  });

  it.for(WALKED)(
    'has a signed-in page with a live bell on %s in less than ten minutes',
    async (stack, { skip }) => {
      skip(!isOnline, 'the npm registry');
      const started = performance.now();
      const terminal = reader.open(stack);
      const context = await browser.open();
      const page = await context.newPage();
      page.setDefaultTimeout(120_000);
      let rung = false;
      try {
        for (const step of stepsOf(stack).slice(1)) {
          if (step.kind === 'file') {
            const path = join(terminal.folder, step.path);
            mkdirSync(dirname(path), { recursive: true });
            writeFileSync(path, reader.adapt(step.text));
            continue;
          }
          for (const command of step.commands) {
            if (command === 'npm run dev') {
              const address = await terminal.start(command, /Local:\s+(http:\S+)/);
              await signIn(page, address);
            } else if (command.startsWith('curl ')) {
              const before = await countOf(page);
              await terminal.run(reader.adapt(command));
              await expect.poll(() => countOf(page), { timeout: 60_000 }).toBe(before + 1);
              rung = true;
            } else {
              await terminal.run(command);
            }
          }
        }
      } finally {
        await Promise.all([context.close(), terminal.close()]);
      }
      expect(rung).toBe(true);
      expect(browser.problems).toEqual([]);
      expect(browser.askedOutside).toEqual([]);
      const ms = Math.round(performance.now() - started);
      const lines = [...terminal.timings, { command: 'in all, with the browser', ms }];
      process.stdout.write(
        `${stack}:\n${lines.map(({ command, ms }) => `${String(ms).padStart(7)} ms  ${command.split('\n')[0]}\n`).join('')}`,
      );
      expect(ms).toBeLessThan(TEN_MINUTES);
    },
  );
});

/** Signs in on the platform's page, as the page of the docs says. */
async function signIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await signInOn(page);
  await page.getByRole('heading', { name: 'Hello, Ana' }).waitFor();
  // A bell is live when the list has been read.
  await page.getByRole('listitem').first().waitFor();
}

async function countOf(page: Page): Promise<number> {
  const heading = await page.getByRole('heading', { name: /^Notifications/ }).textContent();
  return Number(/\((\d+)\)/.exec(heading ?? '')?.[1]);
}
