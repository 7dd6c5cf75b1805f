import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractPage } from 'learning-platform-kit/documents/contract-page';
import { describe, expect, it } from 'vitest';
import { REQUESTS_PAGE, requestsPage } from './markdown.ts';

const contract = readFileSync(join(import.meta.dirname, '../../docs/platform-api.md'), 'utf8');
const requests = readFileSync(REQUESTS_PAGE, 'utf8');

/** The anchors of a page: explicit ones and those of its headings. */
const anchorsOf = (page: string): Set<string> =>
  new Set([
    ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id ?? ''),
    ...[...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z0-9 _-]/g, '')
        .replaceAll(' ', '-'),
    ),
  ]);

const linksTo = (page: string, target: string): string[] =>
  [...page.matchAll(/\]\(([^)#]*)#([^)]+)\)/g)].flatMap(([, file, id = '']) => (file === target ? [id] : []));

describe('the generated platform pages', () => {
  it('are current (`npm run contract:print`)', () => {
    expect(contract).toBe(contractPage());
    expect(requests).toBe(requestsPage());
  });

  it('have no broken links', () => {
    const links = [
      ['contract', linksTo(contract, ''), anchorsOf(contract)],
      ['contract', linksTo(requests, 'platform-api.md'), anchorsOf(contract)],
      ['requests', linksTo(contract, 'platform-requests.md'), anchorsOf(requests)],
    ] as const;
    for (const [page, ids, anchors] of links) {
      expect(ids.length).toBeGreaterThan(0);
      expect({ page, broken: ids.filter((id) => !anchors.has(id)) }).toEqual({ page, broken: [] });
    }
  });
});
