import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { findProgram } from './program.ts';

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
  const executablePath = browserProgram();
  if (!executablePath) throw new Error('chromium is missing: install it and put it on the PATH');
  const browser: Browser = await chromium.launch({ executablePath, args: ARGUMENTS });
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

/** Whether a browser is available; warns if not. */
export function hasChromium(): boolean {
  if (browserProgram()) return true;
  process.stderr.write(
    'chromium is missing, so nothing is tested in a browser: install it and put it on the PATH\n',
  );
  return false;
}

const browserProgram = (): string | null =>
  findProgram(['chromium', 'chromium-browser', 'google-chrome'], 'chromium');
