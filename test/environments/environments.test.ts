import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENVIRONMENTS } from './environments.ts';
import { findingsIn } from './findings.ts';
import { findingsOfStart } from './start.ts';

it.each(Object.entries(ENVIRONMENTS))(
  'has the expected configuration, refusals and client addresses in %s',
  (_, environment) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'environment-'));
    expect(findingsIn(environment, folder.path)).toEqual([]);
  },
);

it.each(Object.entries(ENVIRONMENTS))(
  'starts, or says why not, in %s',
  {
    tags: 'slow',
  },
  async (_, environment) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'environment-'));
    expect(await findingsOfStart(environment, folder.path)).toEqual([]);
  },
);
