/**
 * Records what clients send: `npm run bench:record` for all, `npm run bench:record -- apollo-client@4.4.0` for a new version of one.
 * Each client is installed from npm into a folder of its own and runs against a gateway with its embedded platform.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startGateway } from '../../test/support/gateway.ts';
import { CONSTRUCTED } from './constructed.ts';
import type { CorpusRequest } from './corpus.ts';
import { type Recorder, startRecorder } from './recorder.ts';
import { replay, trustingCorpus } from './replay.ts';

/** How a client is installed and run. */
interface Client {
  version: string;
  packages: Record<string, string>;
  /** Name of its script in `clients/`. Default: its own. */
  script?: string;
  /** The command of another runtime than Node, in `node_modules/.bin`. */
  runtime?: string[];
  /** Whether its packages have to run install scripts, as a runtime of its own does. */
  scripts?: boolean;
}

const LIST = join(import.meta.dirname, 'clients.json');
const CLIENTS = join(import.meta.dirname, 'clients');
const RECORDED = join(import.meta.dirname, 'recorded');
const AUTHORIZATION = 'Bearer demo-student-token';
const run = promisify(execFile);

const clients: Record<string, Client> = JSON.parse(readFileSync(LIST, 'utf8'));
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The chosen clients, with new versions. */
function chosen(names: readonly string[]): string[] {
  for (const [name, version] of names.map((each) => each.split(/(?<=.)@/))) {
    const client = clients[name ?? ''];
    if (!client) throw new Error(`There is no client ${name}: ${Object.keys(clients).join(', ')}.`);
    if (version === undefined) continue;
    for (const [each, before] of Object.entries(client.packages))
      if (before === client.version) client.packages[each] = version;
    client.version = version;
  }
  return names.length === 0 ? Object.keys(clients) : names.map((each) => each.split(/(?<=.)@/)[0] ?? '');
}

async function record(name: string, client: Client, recorder: Recorder): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'client-'));
  const cwd = folder.path;
  const { packages, script = name, runtime = [], version } = client;
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ type: 'module', dependencies: packages }));
  const install = ['install', '--no-audit', '--no-fund', ...(client.scripts ? [] : ['--ignore-scripts'])];
  if (Object.keys(packages).length > 0) await run('npm', install, { cwd });
  for (const file of ['documents.mjs', `${script}.mjs`]) cpSync(join(CLIENTS, file), join(cwd, file));
  const [program, ...options] = runtime;
  const command = program === undefined ? process.execPath : join(cwd, 'node_modules/.bin', program);
  const args = [...options, join(cwd, `${script}.mjs`), `${recorder.url}/graphql`, AUTHORIZATION, cwd];
  const isNode = program === undefined && Object.keys(packages).length === 0;
  await run(command, args, { cwd, timeout: 60_000 });
  const recorded = { client: name, version: isNode ? process.versions.node : version, ...recorder.take() };
  writeFileSync(join(RECORDED, `${name}.json`), `${JSON.stringify(recorded, null, 2)}\n`);
  print(
    `${name} ${recorded.version}: ${recorded.requests.length} requests, ${recorded.sockets.length} sockets`,
  );
}

/** Sends what was constructed, for the answers of the gateway. */
async function answer({ requests, ...client }: (typeof CONSTRUCTED)[number], gateway: string): Promise<void> {
  const answered: CorpusRequest[] = [];
  for (const each of requests) answered.push({ ...each, response: await replay(each, gateway) });
  const file = join(import.meta.dirname, 'constructed', `${client.client}.json`);
  writeFileSync(file, `${JSON.stringify({ ...client, requests: answered, sockets: [] }, null, 2)}\n`);
}

const names = chosen(process.argv.slice(2));
using folder = mkdtempDisposableSync(join(tmpdir(), 'recording-'));
const gateway = await startGateway({ environment: trustingCorpus(folder.path) });
const recorder = await startRecorder(gateway.url);
try {
  for (const name of names) {
    const client = clients[name];
    if (client) await record(name, client, recorder);
  }
  for (const client of CONSTRUCTED) await answer(client, gateway.url);
  writeFileSync(LIST, `${JSON.stringify(clients, null, 2)}\n`);
} finally {
  await recorder.close();
  await gateway.close();
}
