import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { contractPage } from './contract-page.ts';

/** Where people read the REST contract. */
export const CONTRACT_PAGE = join(import.meta.dirname, '../../docs/platform-api.md');

if (import.meta.main) {
  mkdirSync(dirname(CONTRACT_PAGE), { recursive: true });
  writeFileSync(CONTRACT_PAGE, contractPage());
}
