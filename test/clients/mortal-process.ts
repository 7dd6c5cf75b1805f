// A consumer that kills itself at one of its awaits. Its argument is JSON: options of a consumer, the folder of its files, and the
// number of the await; 0: it lives.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { consume } from './mortal-consumer.ts';

const { folder, awaits, ...options } = JSON.parse(process.argv[2] ?? '{}');
let step = 0;
await consume({
  ...options,
  disk: {
    readCursor: () => readFileSync(join(folder, 'cursor'), 'utf8'),
    writeCursor: (cursor) => writeFileSync(join(folder, 'cursor'), cursor),
    append: (line) => appendFileSync(join(folder, 'lines'), `${line}\n`),
  },
  step: async () => {
    step += 1;
    if (step === awaits) process.kill(process.pid, 'SIGKILL');
  },
});
process.exit(0);
