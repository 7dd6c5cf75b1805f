import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  type RecordedRequest,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from 'learning-platform-kit/sandbox';
import { Faults } from './faults.ts';
import { environmentOf, PROBE } from './fleet.ts';
import type { Held } from './fleet-probe.ts';
import { startProcess } from './process.ts';

/** The gateway as a separate process in production mode, with the platform in the test's process. */
export interface ProductionGateway {
  readonly url: string;
  readonly port: number;
  readonly sandbox: Sandbox;
  readonly faults: Faults;
  /** All requests that the platform has received. */
  readonly requests: RecordedRequest[];
  readonly isAlive: boolean;
  readonly pid: number;
  /** Resident memory, in bytes. */
  memory(): number;
  /** CPU time of the process so far. */
  cpuSeconds(): number;
  /** Number of open files and sockets of the process. */
  openFiles(): number;
  /** Collects garbage, then reports what the process retains. */
  held(): Promise<Held>;
  /** Its output so far. */
  output(): string;
  close(): Promise<void>;
}

export interface ProductionOptions {
  environment?: Readonly<Record<string, string>>;
  sandbox?: SandboxOptions;
}

export async function startProduction({
  environment = {},
  sandbox: sandboxOptions = {},
}: ProductionOptions = {}): Promise<ProductionGateway> {
  const faults = new Faults();
  const requests: RecordedRequest[] = [];
  const sandbox = await startSandbox({
    ...sandboxOptions,
    onRequest: (request) => requests.push(request),
    intercept: (request, response) => faults.intercept(request, response),
  });
  const directory = mkdtempSync(join(tmpdir(), 'gateway-'));
  const probe = join(directory, 'probe');
  const { child, url, stdout, stderr, ended } = await startProcess({
    ...environmentOf(sandbox),
    NODE_ENV: 'production',
    TRUST_PROXY: 'none',
    REDIS_URL: 'none',
    FLEET_PROBE: probe,
    NODE_OPTIONS: `--import ${PROBE}`,
    ...environment,
  });
  const port = Number(new URL(url).port);
  sandbox.setPluginEndpoints({
    atoRequests: `${url}/plugin/ato/requests`,
    atoDistributions: `${url}/plugin/ato/distributions`,
    capabilities: `${url}/plugin/mission-planner/capabilities`,
    candidates: `${url}/plugin/mission-planner/candidates`,
  });
  return {
    url,
    port,
    sandbox,
    faults,
    requests,
    pid: child.pid ?? 0,
    get isAlive() {
      return child.exitCode === null && child.signalCode === null;
    },
    memory: () =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    cpuSeconds: () => {
      // User and system time, in hundredths of a second: the 12th and 13th field after the name, which may contain spaces.
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) / 100;
    },
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    held: async () => JSON.parse(await text(connect(probe))),
    output: () => stdout() + stderr(),
    close: async () => {
      child.kill('SIGKILL');
      await ended;
      await sandbox.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
