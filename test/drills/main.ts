import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BOUNDS } from '../../src/config/bounds.ts';
import { withBounds } from '../support/bounds.ts';
import { metricsUrlOf, ProxiedGateways } from '../support/proxied-gateways.ts';
import { Follower, signUp, Traffic } from '../support/proxied-traffic.ts';
import { until } from '../support/redis.ts';
import { startHaproxy } from '../support/reverse-proxy.ts';
import { DRILLS, TRAFFIC_MANIFEST } from './drills.ts';
import { QUIET, Recorder, SCRAPES } from './recording.ts';

/**
 * Runs drills with real processes: two instances behind HAProxy on one Redis, with 200 streams and 150 operations a second.
 * Writes the metrics that alerts read to `recorded/`, and prints what users and the log saw. Arguments: names of drills.
 * Default: all.
 */
const USERS = 20;
const STREAMS = 200;

async function record(name: string): Promise<Record<string, unknown>> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'drill-'));
  const manifest = join(folder.path, 'manifest.json');
  writeFileSync(manifest, TRAFFIC_MANIFEST);
  const gateways = await ProxiedGateways.start(startHaproxy, {
    LIMIT_RATE: '0',
    LOG_LEVEL: 'info',
    NOTIFICATION_POLL_INTERVAL: '5000',
    TRUSTED_DOCUMENTS: manifest,
    // Unlike in other tests, the instances check what they depend on.
    NODE_OPTIONS: withBounds({ dependencyCheckInterval: BOUNDS.dependencyCheckInterval }),
  });
  const users = await signUp(gateways, USERS);
  const followers = Array.from({ length: STREAMS }, (_, index) => {
    const [user] = users.slice(index % USERS);
    if (!user) throw new Error('nobody has signed up');
    return new Follower(gateways, user);
  });
  await until(() => followers.every(({ isOpen }) => isOpen));
  const traffic = new Traffic(gateways, users);
  const [a, b] = gateways.processes;
  const recorder = new Recorder({ a: metricsUrlOf(a), b: metricsUrlOf(b) });
  await recorder.reach(QUIET);
  const faultAt = performance.now();
  const logged = [a, b].map(({ stdout }) => stdout().length);
  const ended = DRILLS[name]?.({ gateways, manifest });
  await Promise.all([ended, recorder.reach(SCRAPES)]);
  recorder.write(name);
  await traffic.stop();
  // A stream has every event, or a gap.
  const isComplete = (follower: Follower): boolean =>
    traffic.isReceived(follower) || follower.gaps.length > 0;
  await until(() => followers.every(isComplete)).catch(() => {});
  const silentLosses = followers.filter((follower) => !isComplete(follower)).length;
  for (const follower of followers) follower.close();
  const lines = [a, b].map(({ stdout }, index) => linesBySecond(stdout().slice(logged[index])));
  const figures = {
    drill: name,
    operations: traffic.total,
    failures: counted(traffic.failures),
    quiet: percentiles(traffic, ({ at }) => at < faultAt),
    fault: percentiles(traffic, ({ at }) => at >= faultAt),
    last: percentiles(traffic, ({ at }) => at >= performance.now() - 30_000),
    gaps: counted(followers.flatMap(({ gaps }) => gaps)),
    silentLosses,
    repeated: followers.filter(({ texts }) => new Set(texts).size < texts.length).length,
    busiestSecond: lines.map(({ most }) => most),
    messages: counted(lines.flatMap(({ messages }) => messages)),
  };
  await gateways.close();
  return figures;
}

function percentiles({ outcomes }: Traffic, isIncluded: (outcome: Traffic['outcomes'][number]) => boolean) {
  const took = outcomes.filter(isIncluded).map((outcome) => outcome.took);
  took.sort((one, other) => one - other);
  const at = (share: number): number => Math.round(took[Math.floor(took.length * share)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}

/** How often each text occurs. */
function counted(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(texts, (text) => text)).map(([text, all = []]) => [text, all.length]),
  );
}

/** Messages of a log, and the most of its lines within one second. */
function linesBySecond(log: string): { most: number; messages: string[] } {
  const lines = log.split('\n').flatMap((line): { time: string; msg: string }[] => {
    return line.startsWith('{') && line.endsWith('}') ? [JSON.parse(line)] : [];
  });
  const seconds = Object.values(counted(lines.map(({ time }) => String(time).slice(0, 19))));
  return { most: Math.max(0, ...seconds), messages: lines.map(({ msg }) => msg) };
}

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(DRILLS, name));
if (unknown.length > 0) throw new Error(`no drill is called ${unknown.join(', ')}`);
for (const name of chosen.length > 0 ? chosen : Object.keys(DRILLS))
  process.stdout.write(`${JSON.stringify(await record(name))}\n`);
