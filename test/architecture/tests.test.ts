import { describe, expect, it } from 'vitest';
import { testFiles, testImports } from './imports.ts';

/** What lets a test choose the time of a gateway. */
const CLOCKS = ['test/support/fake-clock.ts', 'test/simulation/globals.ts', 'test/simulation/timeline.ts'];
/** Everything that runs Redis, a proxy or a browser finds it here. */
const PROGRAMS = 'test/support/programs.ts';
/** What the simulation may know of `events/`: it runs the scripts as they are. Planted faults edit text, and import nothing. */
const SCRIPTS = 'events/redis/scripts.ts';

/** The modules that a file loads, itself included. */
function loadedBy(file: string): Set<string> {
  const loaded = new Set([file]);
  for (const each of loaded)
    for (const { target, typeOnly } of testImports.get(each) ?? []) if (!typeOnly) loaded.add(target);
  return loaded;
}

describe('the tests', () => {
  it('never combine an injected clock with Redis, a proxy or a browser, which live in real time', () => {
    const loaded = testFiles.filter((file) => file.endsWith('.test.ts')).map(loadedBy);
    const withClock = loaded.filter((modules) => CLOCKS.some((clock) => modules.has(clock)));
    const withProgram = loaded.filter((modules) => modules.has(PROGRAMS));
    expect(withClock.length).toBeGreaterThan(20);
    expect(withProgram.length).toBeGreaterThan(20);
    const both = withClock.filter((modules) => withProgram.includes(modules));
    expect(both.map(([file]) => file)).toEqual([]);
  });

  it('simulate events through what `app` opens, apart from the scripts', () => {
    const imported = testFiles
      .filter((file) => file.startsWith('test/simulation/'))
      .flatMap((file) => (testImports.get(file) ?? []).map(({ target }) => target))
      .filter((target) => target.startsWith('events/'));
    expect([...new Set(imported)]).toEqual([SCRIPTS]);
  });
});
