import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { pathOf } from './programs.ts';

/** A headless browser that can reach only this machine. */
export interface OfflineBrowser {
  /** Opens an isolated window. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** Blocked requests of pages to other machines. */
  askedOutside: string[];
  /** Errors in pages, and violations of their security policy. */
  problems: string[];
  close(): Promise<void>;
}

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];
const OWN = /^(?:(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/|data:|blob:|about:|file:)/;

export async function startChromium(): Promise<OfflineBrowser> {
  const browser: Browser = await chromium.launch({ executablePath: pathOf('chromium'), args: ARGUMENTS });
  const askedOutside: string[] = [];
  const problems: string[] = [];
  return {
    askedOutside,
    problems,
    open: async (options) => {
      const context = await browser.newContext(options);
      await context.route(
        (url) => !OWN.test(url.href),
        (route) => {
          askedOutside.push(route.request().url());
          return route.abort();
        },
      );
      context.on('weberror', (problem) => problems.push(String(problem.error())));
      context.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy/i.test(message.text())) {
          problems.push(message.text());
        }
      });
      return context;
    },
    close: () => browser.close(),
  };
}

/** Lets a page wait for what it requests from an address. @returns what ends the wait. */
export async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
