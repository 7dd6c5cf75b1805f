// @module-tag slow
import { describe, it } from 'vitest';
import { expectRead } from './check.ts';
import { PROXIED_PLACES } from './proxied-places.ts';
import { REFUSALS } from './refusals.ts';

describe('a refusal of a proxy is read by every client', () => {
  for (const refusal of REFUSALS) {
    const { name, programs = [] } = refusal;
    const open = PROXIED_PLACES[name];
    if (open) it(name, { tags: [...programs] }, async () => expectRead(refusal, await open()));
  }
});
