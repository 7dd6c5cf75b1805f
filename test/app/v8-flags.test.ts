import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('the methods of texts stay fast beside a class that extends String', async () => {
  const code = `
    const { tuneEngine } = await import('./src/app/v8-flags.ts');
    const isFast = () => %HasFastProperties(String.prototype);
    const told = [isFast()];
    await import('ioredis');
    told.push(isFast());
    tuneEngine();
    told.push(isFast());
    await import('./src/app/app.ts');
    class Another extends String {}
    told.push(isFast(), new Another('x').length === 1);
    console.log(JSON.stringify(told));`;
  const { stdout } = await run(
    process.execPath,
    ['--allow-natives-syntax', '--input-type=module', '--eval', code],
    { cwd: `${import.meta.dirname}/../..` },
  );
  // Where the second is true one day, neither the engine nor the Redis client needs this any more.
  expect(JSON.parse(stdout)).toEqual([true, false, true, true, true]);
});
