import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractPage } from 'learning-platform-kit/documents/contract-page';
import { expect, it } from 'vitest';
import { requestsPage } from './markdown.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/platform-api.md'), 'utf8');

it('the page of the contract is current (`npm run contract:print`)', () => {
  expect(page).toBe(contractPage() + requestsPage());
});
