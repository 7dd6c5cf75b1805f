import { createServer } from 'node:http';
import { prepareAnswers, SCHOOL, type School } from './upstream-data.ts';

/**
 * The static platform: a child process that serves prepared bytes and counts calls. Environment: `PORT`, and `SCHOOL`,
 * the size of its data as JSON. Over IPC it replies to `calls` with the count since the last time.
 */
const school: School = { ...SCHOOL, ...JSON.parse(process.env.SCHOOL ?? '{}') };
const bodies = new Map(
  [...(await prepareAnswers(school))].map(([path, json]) => [path, Buffer.from(json)] as const),
);
let calls = 0;

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (path === '/') return void response.end();
  calls += 1;
  const body = bodies.get(path);
  const status = request.headers.authorization === undefined ? 401 : body ? 200 : 404;
  if (status !== 200) {
    process.stderr.write(`The upstream has no response for ${path}: ${status}.\n`);
    process.exit(1);
  }
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body?.length ?? 0 });
  response.end(body);
});
server.keepAliveTimeout = 600_000;

process.on('message', () => {
  process.send?.({ calls });
  calls = 0;
});
process.on('disconnect', () => process.exit(0));
server.listen(Number(process.env.PORT), '127.0.0.1');
