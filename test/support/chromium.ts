import { execFileSync } from 'node:child_process';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import { onPath } from './on-path.ts';

/** A headless browser that may speak to this machine alone. */
export interface OfflineBrowser {
  /** A window of its own, with nothing kept from another one. */
  open(options?: BrowserContextOptions): Promise<BrowserContext>;
  /** What pages asked other machines for; it never got there. */
  askedOutside: string[];
  /** What went wrong in pages, and what their security policy stopped. */
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
const OWN = /^(?:(?:https?|wss?):\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\/|data:|blob:|about:)/;

export async function startChromium(): Promise<OfflineBrowser> {
  const browser: Browser = await chromium.launch({ executablePath: browserProgram(), args: ARGUMENTS });
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

/** The browser on the path; on Debian it is installed where it is missing. */
function browserProgram(): string {
  const found = onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome');
  if (found) return found;
  if (onPath('apt-get') && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      env,
      stdio: 'ignore',
    });
  }
  const installed = onPath('chromium');
  if (installed) return installed;
  throw new Error('chromium is missing: install it and put it on the PATH');
}
