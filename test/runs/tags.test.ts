import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = join(import.meta.dirname, '..');
/** What starts a program, by the program. */
const STARTERS: Readonly<Record<string, RegExp>> = {
  'redis-server': /\bstart(Redis|RedisCluster|Sentinel)\(/,
  nginx: /\bstartNginx\b/,
  haproxy: /\bstartHaproxy\b/,
  chromium: /\bstartChromium\(/,
};
/** `STORES` has the tag of each store. */
const isTagged = (text: string, program: string): boolean =>
  text.includes(`// @module-tag ${program}\n`) ||
  text.includes(`'${program}'`) ||
  (program === 'redis-server' && /\bSTORES\b/.test(text));

it.each(Object.entries(STARTERS))('a file whose tests run %s has its tag', (program, starter) => {
  const files = globSync('**/*.test.ts', { cwd: TESTS }).filter((file) =>
    starter.test(readFileSync(join(TESTS, file), 'utf8')),
  );
  expect(files.length).toBeGreaterThan(0);
  const untagged = files.filter((file) => !isTagged(readFileSync(join(TESTS, file), 'utf8'), program));
  expect(untagged).toEqual([]);
});
