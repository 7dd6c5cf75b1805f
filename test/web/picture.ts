import { join } from 'node:path';
import type { Page } from 'playwright-core';

const SCREENSHOTS = join(import.meta.dirname, '../../examples/web/screenshots');

/** Keeps a picture for the README, where the environment asks for new ones (`npm run screenshots`). */
export async function picture(page: Page, name: string, { whole = false } = {}): Promise<void> {
  if (process.env.SCREENSHOTS !== '1') return;
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: whole });
}
