import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

it('keeps string methods fast although a class extends String', { tags: 'slow' }, async () => {
  const code = `
    const { tuneEngine } = await import('./src/app/v8-flags.ts');
    const isFast = () => %HasFastProperties(String.prototype);
    const checks = [isFast()];
    await import('ioredis');
    checks.push(isFast());
    tuneEngine();
    checks.push(isFast());
    await import('./src/app/app.ts');
    class Another extends String {}
    checks.push(isFast(), new Another('x').length === 1);
    console.log(JSON.stringify(checks));`;
  const { stdout } = await run(
    process.execPath,
    ['--allow-natives-syntax', '--input-type=module', '--eval', code],
    { cwd: `${import.meta.dirname}/../..` },
  );
  // Once the second value is true, V8 or the Redis client no longer needs the workaround.
  expect(JSON.parse(stdout)).toEqual([true, false, true, true, true]);
});
