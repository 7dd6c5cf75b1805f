import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeGenerated } from '../../../src/cli/generated-file.ts';
import { REFUSALS, readAs } from './refusals.ts';
import { STACKS } from './stacks.ts';

export const ERRORS_PAGE = join(import.meta.dirname, '../../../docs/errors.md');
const PLACE = /(?<=<!-- refusals -->\n)[\s\S]*?(?=\n<!-- \/refusals -->)/;

/** `docs/errors.md` with its table of what each client reads of each refusal, as `refusals.test.ts` sees it. */
export function withRefusals(page: string): string {
  const clients = Object.keys(STACKS);
  const rows = REFUSALS.map((refusal) => {
    const cells = clients.map((client) => shown(readAs(refusal, client)));
    return [refusal.name, String(refusal.status ?? ''), ...cells];
  });
  const table = [['refusal', 'status', ...clients], Array(clients.length + 2).fill('---'), ...rows];
  return page.replace(PLACE, table.map((cells) => `| ${cells.join(' | ')} |`).join('\n'));
}

const shown = (read: string): string => (/^[A-Z_]+$/.test(read) ? `\`${read}\`` : read);

if (import.meta.main) writeGenerated(ERRORS_PAGE, withRefusals(readFileSync(ERRORS_PAGE, 'utf8')));
