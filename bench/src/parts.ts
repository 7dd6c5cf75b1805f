/** CPU profiles by parts: `node bench/src/parts.ts folder`, after a run with `--profile folder`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Profile {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  timeDeltas: number[];
}

/** The parts of a server, by where the code of a sample is; the first that matches counts. */
const PARTS: readonly (readonly [part: string, where: RegExp])[] = [
  ['waiting', /^\((?:idle|program)\)$/],
  ['garbage collection', /^\(garbage collector\)$/],
  ['head and body of responses', /response-head|graphql-endpoint|security-headers|outgoing|_http_server/],
  ['requests', /http-operation|request-body|url-parameters|accept\.ts|json-depth|_http_(?:incoming|common)/],
  [
    'sockets and streams of Node',
    /node:(?:net|internal\/stream|_stream|internal\/streams|events|internal\/timers|timers)/,
  ],
  ['calls to the platform', /undici|src\/platform|packages\/projection/],
  ['admission', /src\/admission/],
  [
    'documents and plans',
    /src\/operations\/(?:documents|parameters|runner|apollo|error-behavior|plans|variables)/,
  ],
  ['limits', /src\/operations\/limits|src\/graph\/cost/],
  ['execution', /src\/operations|src\/domains|src\/graph|^anonymous$|evalmachine/],
  ['log, metrics and traces', /src\/telemetry/],
  ['rest of Node', /^node:/],
];

const partOf = (where: string): string => PARTS.find(([, pattern]) => pattern.test(where))?.[0] ?? 'rest';

/** Share of the CPU time of each part, the largest first. */
function sharesOf({ nodes, samples, timeDeltas }: Profile): [part: string, share: number][] {
  const partById = new Map(
    nodes.map(({ id, callFrame: { functionName, url } }) => [
      id,
      partOf(functionName.startsWith('(') ? functionName : url || functionName || 'native'),
    ]),
  );
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partById.get(id) ?? 'rest';
    if (part !== 'waiting') times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const total = [...times.values()].reduce((sum, time) => sum + time, 0);
  return [...times]
    .map(([part, time]): [string, number] => [part, time / total])
    .sort(([, a], [, b]) => b - a);
}

const [, , folder = '.'] = process.argv;
for (const name of readdirSync(folder).filter((each) => each.endsWith('.cpuprofile'))) {
  const profile: Profile = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const server = profile.nodes.some(({ callFrame }) => callFrame.url.includes('src/operations'));
  process.stdout.write(`\n${name}${server ? ', a gateway' : ''}\n`);
  for (const [part, share] of sharesOf(profile))
    process.stdout.write(`${(100 * share).toFixed(1).padStart(6)} %  ${part}\n`);
}
