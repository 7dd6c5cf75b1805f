import { writeFileSync } from 'node:fs';
import { hang, status } from '../support/faults.ts';
import { pause } from '../support/fleet-form.ts';
import type { ProxiedGateways } from '../support/proxied-gateways.ts';
import { TRAFFIC_DOCUMENTS } from '../support/proxied-traffic.ts';

const CLASSES = 'GET /edu/v1/class/list';

interface Stage {
  gateways: ProxiedGateways;
  /** File of the trusted documents. */
  manifest: string;
}

/** Causes a fault, and ends it if it does not last. */
type Drill = (stage: Stage) => unknown;

const manifestOf = (documents: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(documents.map((document, index) => [`document-${index}`, document])));

/** Each is recorded by `npm run drills` and judged by test/deploy/alerts.test.ts. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  'a quiet hour': () => {},
  'a failover of ten seconds': async ({ gateways: { redis } }) => {
    await redis.kill();
    await pause(10_000);
    await redis.start();
  },
  'a rolling restart': async ({ gateways }) => {
    await gateways.restart(0);
    await pause(1000);
    await gateways.restart(1);
  },
  'an instance that is killed': ({ gateways: { processes } }) => processes[0].child.kill('SIGKILL'),
  'an instance that hangs for 45 seconds': async ({ gateways: { processes } }) => {
    processes[0].child.kill('SIGSTOP');
    // Two scrapes fail, whenever it begins.
    await pause(45_000);
    processes[0].child.kill('SIGCONT');
  },
  'a broken manifest': ({ gateways, manifest }) =>
    readManifest(gateways, manifest, '{"document-0": "query {"}'),
  'a manifest of another build': ({ gateways, manifest }) =>
    readManifest(gateways, manifest, manifestOf(['query Other { me { id } }'])),
  'half of the platform that responds in another form': ({ gateways: { faults } }) => {
    let calls = 0;
    faults.set(CLASSES, (_request, response) => {
      calls += 1;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(calls % 2 ? '[]' : '"another form"');
    });
  },
  'a platform that fails': ({ gateways: { faults } }) => faults.set(CLASSES, status(500)),
  'a platform that hangs': ({ gateways: { faults } }) => faults.set(CLASSES, hang),
  'a log that was emptied': ({ gateways: { redis } }) => redis.command('FLUSHALL'),
  'a full Redis': ({ gateways: { redis } }) => redis.command('CONFIG', 'SET', 'maxmemory', '1mb'),
  'a Redis that is frozen for ten seconds': async ({ gateways: { redis } }) => {
    redis.pause();
    await pause(10_000);
    redis.resume();
  },
};

function readManifest({ processes }: ProxiedGateways, file: string, manifest: string): void {
  writeFileSync(file, manifest);
  for (const { child } of processes) child.kill('SIGHUP');
}

/** The manifest of the traffic. */
export const TRAFFIC_MANIFEST = manifestOf(TRAFFIC_DOCUMENTS);
