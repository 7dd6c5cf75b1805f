import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { FULL } from './fleet-form.ts';

/** How a visitor looks at a page. */
export interface Look {
  /** Pixels. */
  width: number;
  colorScheme: 'light' | 'dark';
}

/** A light desktop and a dark phone; in the long form, each in both color schemes. */
export const LOOKS: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  ...(FULL
    ? [{ width: 1280, colorScheme: 'dark' } as const, { width: 390, colorScheme: 'light' } as const]
    : []),
];

interface Findings extends Look {
  path: string;
  /** What axe finds. */
  violations: string[];
  /** By how many pixels the page is wider than its window. */
  overflow: number;
}

/** Looks at a page as it is now. @returns the looks in which something is wrong. */
export async function findingsOn(page: Page, looks: readonly Look[]): Promise<Findings[]> {
  const findings: Findings[] = [];
  const path = new URL(page.url()).pathname;
  await page.evaluate(axe.source);
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme });
    // Playwright evaluates a text in the page; `axe` is a global there.
    const { violations, overflow } = await page.evaluate<Pick<Findings, 'violations' | 'overflow'>>(FIND);
    if (violations.length > 0 || overflow > 0)
      findings.push({ path, width, colorScheme, violations, overflow });
  }
  return findings;
}

const FIND = `axe.run().then(({ violations }) => ({
  violations: violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)),
  overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
}))`;
