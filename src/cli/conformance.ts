import { HELP, readOptions } from 'learning-platform-kit/conformance/options';
import { Recorder } from 'learning-platform-kit/conformance/recording';
import type { Report } from 'learning-platform-kit/conformance/report';
import { plannedWrites, runConformance } from 'learning-platform-kit/conformance/run';
import { announcement, tableEnd, tableHead, tableRows } from 'learning-platform-kit/conformance/table';
import { problemsIn, readConformance } from '../config/config.ts';
import { platformOf, thisGateway } from './conformance-settings.ts';

/** `npm run conformance -- [options]`: compares the platform with the REST contract. */
async function run(args: readonly string[]): Promise<number> {
  const { help, json, record, ...choices } = readOptions(args);
  if (help) {
    process.stdout.write(HELP);
    return 0;
  }
  const recorder = record === null ? null : new Recorder(record);
  const platform = platformOf(readConformance());
  const writes = plannedWrites(choices).map(announcement);
  if (writes.length > 0)
    process.stderr.write(`Writes to send, if the values they require are known:\n${writes.join('\n')}\n\n`);
  if (!json) process.stdout.write(`${tableHead()}\n`);
  const report = await runConformance({
    ...platform,
    ...choices,
    gateway: thisGateway(),
    ...(recorder && { onResponse: (check, outcome) => recorder.add(check, outcome) }),
    ...(json ? {} : { onResult: (result) => void process.stdout.write(`${tableRows(result)}\n`) }),
  });
  process.stdout.write(json ? `${JSON.stringify(report, null, 2)}\n` : `\n${tableEnd(report)}\n`);
  return statusOf(report);
}

/** @throws Error if nothing was checked. */
function statusOf({ conforming, differing, routes }: Report): number {
  if (routes.length === 0) throw new Error('no route matches --only');
  if (conforming + differing === 0) throw new Error('nothing could be checked: set CONFORMANCE_USER_TOKEN');
  return differing > 0 ? 1 : 0;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${problemsIn(error).join('\n')}\n`);
  process.exitCode = 2;
}
