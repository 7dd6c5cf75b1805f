import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractPage } from 'learning-platform-kit/documents/contract-page';
import { expect, it } from 'vitest';
import { requestsPage } from './markdown.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/platform-api.md'), 'utf8');

/** The anchors of the page: explicit ones and those of its headings. */
const anchors = new Set([
  ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? ''),
  ...[...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 _-]/g, '')
      .replaceAll(' ', '-'),
  ),
]);

it('the page of the contract is current (`npm run contract:print`)', () => {
  expect(page).toBe(contractPage() + requestsPage());
});

it('the page of the contract has no broken links', () => {
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, id = '']) => id);
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter((id) => !anchors.has(id))).toEqual([]);
});
