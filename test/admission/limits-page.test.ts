import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIMITS_PAGE, withCallerLimits } from './limits-page.ts';

it('is what docs/limits.md says of callers, as `npm run limits:print` writes it', () => {
  const page = readFileSync(LIMITS_PAGE, 'utf8');
  expect(withCallerLimits(page)).toBe(page);
});
