import { join } from 'node:path';
import type { Page } from 'playwright-core';

const SCREENSHOTS = join(import.meta.dirname, '../../examples/web/screenshots');

/** Saves a screenshot for the README if `SCREENSHOTS=1` (`npm run screenshots`). */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: whole });
}
