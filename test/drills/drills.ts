import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hang, status } from '../support/faults.ts';
import { pause } from '../support/fleet-form.ts';
import { type ProxiedGateways, type StartStore, startRedisWithReplica } from '../support/proxied-gateways.ts';
import { TRAFFIC_DOCUMENTS } from '../support/proxied-traffic.ts';
import { type StartReverseProxy, startNginx } from '../support/reverse-proxy.ts';
import type { PlatformFront } from './platform-front.ts';

const CLASSES = 'GET /edu/v1/class/list';

interface Stage {
  gateways: ProxiedGateways;
  /** File of the trusted documents. */
  manifest: string;
  platform: PlatformFront;
  /** A folder for files of the drill. */
  folder: string;
}

/** What users and operators felt of a drill, from its fault on. */
export interface Figures {
  /** Operations that failed. */
  failed: number;
  /** Milliseconds until the last stream that was interrupted was open again. */
  resumed: number;
  /** 99th percentile of operations that failed once circuits were open, in milliseconds. */
  failedFast: number;
  /** Events that a stream has not received, without a gap at their place. */
  silentLosses: number;
  /** Streams with a gap. */
  gaps: number;
  /** Streams that received an event twice. */
  repeated: number;
  /** Most log lines of an instance within a second, without the one line of each operation and each write. */
  linesPerSecond: number;
}

export interface Drill {
  /** Default: HAProxy. */
  proxy?: StartReverseProxy;
  /** Default: one Redis. */
  store?: StartStore;
  /** Default: 200. */
  streams?: number;
  /** Causes the fault, and ends it if it does not last. */
  fault(stage: Stage): unknown;
  /** Figures that may not be larger. Default: no silent losses, no event twice. */
  atMost?: Partial<Figures>;
  /** A log line that says why. */
  cause?: RegExp;
  /** Whether alerts are judged on a recording of it. Default: yes. */
  isRecorded?: false;
}

const manifestOf = (documents: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(documents.map((document, index) => [`document-${index}`, document])));

const UNDISTURBED = { failed: 0, gaps: 0 };
const restartAll = async ({ gateways }: Stage): Promise<void> => {
  await gateways.restart(0);
  await pause(1000);
  await gateways.restart(1);
};
const kill = ({ gateways: { processes } }: Stage): unknown => processes[0].child.kill('SIGKILL');

/** Each is run by `npm run drills`, and what it records is judged by test/deploy/alerts.test.ts. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  'a quiet hour': { fault: () => {}, atMost: UNDISTURBED },
  'a rolling restart': { fault: restartAll, atMost: UNDISTURBED },
  'a rolling restart behind nginx': {
    proxy: startNginx,
    fault: restartAll,
    atMost: UNDISTURBED,
    isRecorded: false,
  },
  // A mutation in flight fails: a POST that was sent is never repeated.
  'an instance that is killed': { fault: kill, atMost: { failed: 1, resumed: 1000 } },
  'an instance that is killed behind nginx': {
    proxy: startNginx,
    fault: kill,
    atMost: { failed: 1, resumed: 1000 },
    isRecorded: false,
  },
  'an instance that hangs for 30 seconds': { fault: hangFor30Seconds, atMost: { resumed: 10_000 } },
  // nginx checks nothing actively: streams wait for its `proxy_read_timeout`, and those that it sends to this instance again
  // for a second one. A shorter one would need keep-alives every few seconds on every stream.
  'an instance that hangs for 30 seconds behind nginx': {
    proxy: startNginx,
    fault: hangFor30Seconds,
    atMost: { resumed: 45_000 },
    isRecorded: false,
  },
  'a broken manifest': {
    fault: (stage) => readManifest(stage, '{"document-0": "query {"}'),
    atMost: UNDISTURBED,
    cause: /"msg":"reload failed".*manifest\.json|manifest\.json.*"msg":"reload failed"/,
  },
  'a manifest of another build': {
    fault: (stage) => readManifest(stage, manifestOf(['query Other { me { id } }'])),
  },
  'half of the platform that responds in another form': {
    fault: ({ gateways: { faults } }) => {
      let calls = 0;
      faults.set(CLASSES, (_request, response) => {
        calls += 1;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(calls % 2 ? '[]' : '"another form"');
      });
    },
    cause: /"route":"GET \/edu\/v1\/class\/list".*"msg":"drift"/,
  },
  'a platform that fails': {
    fault: ({ gateways: { faults } }) => faults.set(CLASSES, status(500)),
    atMost: { failedFast: 100 },
    cause: /"status":500.*"msg":"upstream"/,
  },
  'a platform that hangs': {
    fault: ({ gateways: { faults } }) => faults.set(CLASSES, hang),
    atMost: { failedFast: 100 },
    cause: /"failure":"timeout".*"msg":"upstream"/,
  },
  'a platform whose certificate has expired': {
    fault: ({ platform }) => platform.expire(),
    atMost: { failedFast: 100 },
    cause: /"cause":"CERT_HAS_EXPIRED"/,
  },
  'a platform whose name is gone': {
    fault: ({ platform }) => platform.loseName(),
    atMost: { failedFast: 100 },
    cause: /"cause":"ENOTFOUND"/,
  },
  'a log that was emptied': {
    fault: ({ gateways: { redis } }) => redis.command('FLUSHALL'),
    cause: /"reason":"LOG_REPLACED".*"msg":"stream gaps"/,
  },
  'a master that is replaced by its replica': {
    store: startRedisWithReplica,
    fault: ({ gateways: { redis } }) => redis.kill(),
    cause: /"msg":"event log unavailable"/,
  },
  'a failover of ten seconds': {
    fault: async ({ gateways: { redis } }) => {
      await redis.kill();
      await pause(10_000);
      await redis.start();
    },
  },
  'a full Redis': {
    fault: ({ gateways: { redis } }) => redis.command('CONFIG', 'SET', 'maxmemory', '1mb'),
    cause: /"reason":"out-of-memory"/,
  },
  'a Redis that is frozen for five seconds': { fault: (stage) => freeze(stage, 5000) },
  'a Redis that is frozen for ten seconds': {
    streams: 1000,
    fault: (stage) => freeze(stage, 10_000),
    atMost: { linesPerSecond: 20 },
  },
  'an old copy of Redis that is restored': {
    fault: async ({ gateways: { redis }, folder }) => {
      const kept = join(redis.dir, 'appendonlydir');
      cpSync(kept, join(folder, 'copy'), { recursive: true });
      await pause(5000);
      await redis.kill();
      rmSync(kept, { recursive: true });
      cpSync(join(folder, 'copy'), kept, { recursive: true });
      await redis.start();
    },
    cause: /"reason":"LOG_REPLACED".*"msg":"stream gaps"/,
  },
};

async function hangFor30Seconds({ gateways: { processes } }: Stage): Promise<void> {
  processes[0].child.kill('SIGSTOP');
  await pause(30_000);
  processes[0].child.kill('SIGCONT');
}

async function freeze({ gateways: { redis } }: Stage, milliseconds: number): Promise<void> {
  redis.pause();
  await pause(milliseconds);
  redis.resume();
}

function readManifest({ gateways: { processes }, manifest: file }: Stage, manifest: string): void {
  writeFileSync(file, manifest);
  for (const { child } of processes) child.kill('SIGHUP');
}

/** The manifest of the traffic. */
export const TRAFFIC_MANIFEST = manifestOf(TRAFFIC_DOCUMENTS);
