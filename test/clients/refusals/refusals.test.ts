import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { suiteGateway } from '../../support/suite.ts';
import { expectRead } from './check.ts';
import { ERRORS_PAGE, withRefusals } from './markdown.ts';
import { PLACES } from './places.ts';
import { REFUSALS } from './refusals.ts';

describe('a refusal is read by every client', () => {
  const gateway = suiteGateway();
  const anyGateway = async () => ({ url: `${gateway.url}/graphql`, close: async () => {} });

  it.each(REFUSALS.filter(({ programs = [] }) => programs.length === 0))('$name', async (refusal) => {
    const open = PLACES[refusal.name] ?? anyGateway;
    await expectRead(refusal, await open());
  });

  it('and the table of them is current: `npm run refusals:print`', () => {
    const page = readFileSync(ERRORS_PAGE, 'utf8');
    expect(withRefusals(page)).toBe(page);
  });
});
