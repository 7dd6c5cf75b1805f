import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from 'learning-platform-kit/sandbox';
import { BOUNDS } from '../../src/config/bounds.ts';
import { withBounds } from '../support/bounds.ts';
import { pause } from '../support/fleet-form.ts';
import { percentile } from '../support/percentile.ts';
import { metricsUrlOf, ProxiedGateways } from '../support/proxied-gateways.ts';
import { signUp, Traffic, UserFollower } from '../support/proxied-traffic.ts';
import { startHaproxy } from '../support/reverse-proxy.ts';
import { until } from '../support/until.ts';
import { type Drill, type Figures, TRAFFIC_MANIFEST } from './drills.ts';
import { PlatformFront } from './platform-front.ts';
import { QUIET, Recorder, SCRAPES } from './recording.ts';

const STREAMS = 200;
const STREAMS_PER_USER = 10;
/** Seconds with the fault and after it, if nothing is recorded. */
const SHORT = 40;
/** Bounds of every drill. */
const ALWAYS: Partial<Figures> = { silentLosses: 0, repeated: 0 };

/**
 * Runs a drill with real processes: two instances behind a proxy on one Redis, with 200 streams and 150 operations a second.
 * Prints what users and the log saw with its bounds.
 * @param records whether it writes the metrics that alerts read to `recorded/`, which takes three times as long.
 * @returns whether it is within its bounds.
 */
export async function runDrill(name: string, drill: Drill, records: boolean): Promise<boolean> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'drill-'));
  const manifest = join(folder.path, 'manifest.json');
  writeFileSync(manifest, TRAFFIC_MANIFEST);
  const platform = await PlatformFront.start(folder.path);
  const environment = (sandbox: Sandbox): Record<string, string> => ({
    LIMIT_RATE: '0',
    LOG_LEVEL: 'info',
    NOTIFICATION_POLL_INTERVAL: '5000',
    TRUSTED_DOCUMENTS: manifest,
    ...platform.environmentFor(
      sandbox.url,
      // Unlike in other tests, the instances check what they depend on.
      withBounds({ dependencyCheckInterval: BOUNDS.dependencyCheckInterval }),
    ),
  });
  const gateways = await ProxiedGateways.start(drill.proxy ?? startHaproxy, environment, drill.store);
  const users = await signUp(gateways, (drill.streams ?? STREAMS) / STREAMS_PER_USER);
  const followers = Array.from({ length: STREAMS_PER_USER }, () =>
    users.map((user) => new UserFollower(gateways, user)),
  ).flat();
  await until(() => followers.every(({ isOpen }) => isOpen), { within: 60_000 });
  const traffic = new Traffic(gateways, users);
  const [a, b] = gateways.processes;
  const isRecorded = records && drill.isRecorded !== false;
  const recorder = new Recorder({ a: metricsUrlOf(a), b: metricsUrlOf(b) });
  await (isRecorded ? recorder.reach(QUIET) : pause(5000));
  const logged = [a, b].map(({ stdout }) => stdout().length);
  const faultAt = performance.now();
  const inFlight = traffic.pending.size;
  const ended = drill.fault({ gateways, manifest, platform, folder: folder.path });
  await Promise.all([ended, isRecorded ? recorder.reach(SCRAPES) : pause(SHORT * 1000)]);
  if (isRecorded) recorder.write(name);
  await traffic.stop();
  const isComplete = (follower: UserFollower): boolean => traffic.untold(follower).length === 0;
  await until(() => followers.every(isComplete)).catch(() => {});
  for (const follower of followers) follower.close();

  const logs = new Set([a, b, ...gateways.processes]);
  const lines = [...logs].map(({ stdout }, index) => linesOf(stdout().slice(logged[index])));
  const opened = lines.map((all) => all.find(({ message }) => message === 'circuit open')?.at ?? Infinity);
  // Since each instance has an open circuit.
  const openAt = Math.max(...opened) - performance.timeOrigin;
  const late = traffic.outcomes.filter(({ at, failure }) => failure !== null && at > openAt);
  const figures: Figures = {
    failed: traffic.failures.length,
    resumed: Math.max(
      0,
      ...followers.flatMap(({ openedAt }) => openedAt.map((at) => Math.round(at - faultAt))),
    ),
    failedFast: late.length > 0 ? p99Of(late) : drill.atMost?.failedFast ? Infinity : 0,
    silentLosses: followers.flatMap((follower) => traffic.untold(follower)).length,
    gaps: followers.filter(({ gaps }) => gaps.length > 0).length,
    repeated: followers.filter(({ texts }) => new Set(texts).size < texts.length).length,
    linesPerSecond: Math.max(...lines.map(mostPerSecond)),
  };
  const atMost = new Map(Object.entries({ ...ALWAYS, ...drill.atMost }));
  const judged = Object.entries(figures).map(([figure, value]) => {
    const bound = atMost.get(figure);
    return { figure, value, bound, isGood: bound === undefined || value <= bound };
  });
  const texts = lines.flat().map(({ text }) => text);
  const cause = drill.cause && (texts.find((text) => drill.cause?.test(text)) ?? null);
  const isGood = judged.every((each) => each.isGood) && cause !== null;
  process.stdout.write(`${isGood ? 'PASS' : 'FAIL'} ${name}\n`);
  for (const { figure, value, bound, isGood: isKept } of judged)
    process.stdout.write(
      `  ${figure} ${value}${bound === undefined ? '' : `, at most ${bound}: ${isKept ? 'pass' : 'FAIL'}`}\n`,
    );
  if (cause !== undefined) process.stdout.write(`  cause ${cause ?? 'FAIL: no line says why'}\n`);
  const behind = followers.filter((follower) => !traffic.isReceived(follower)).length;
  const details = {
    operations: traffic.total,
    inFlight,
    failures: counted(traffic.failures),
    opened: Math.round(openAt - faultAt),
    openFailures: late.length,
    openSlow: late.filter(({ took }) => took > 100).length,
    p99: p99Of(traffic.outcomes),
    resumedStreams: followers.filter(({ openedAt }) => openedAt.some((at) => at > faultAt)).length,
    behind,
    gaps: counted(followers.flatMap(({ gaps }) => gaps)),
    messages: counted(lines.flatMap((all) => all.map(({ message }) => message))),
  };
  process.stdout.write(`  ${JSON.stringify(details)}\n`);
  await gateways.close();
  await platform.close();
  return isGood;
}

/** The 99th percentile of how long operations took, in milliseconds. */
function p99Of(outcomes: Traffic['outcomes']): number {
  const durations = outcomes.map(({ took }) => took);
  return Math.round(percentile(durations, 0.99));
}

/** How often each text occurs. */
function counted(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(texts, (text) => text)).map(([text, all = []]) => [text, all.length]),
  );
}

interface Line {
  text: string;
  message: string;
  /** Milliseconds since 1970. */
  at: number;
}

function linesOf(log: string): Line[] {
  return log.split('\n').flatMap((text): Line[] => {
    if (!text.startsWith('{') || !text.endsWith('}')) return [];
    const { time, msg }: { time?: unknown; msg?: unknown } = JSON.parse(text);
    return [{ text, message: String(msg), at: Date.parse(String(time)) }];
  });
}

/** The most lines within one second that are not about one operation. */
function mostPerSecond(lines: readonly Line[]): number {
  const others = lines.filter(({ message }) => message !== 'operation' && message !== 'write');
  return Math.max(0, ...Object.values(counted(others.map(({ at }) => String(Math.floor(at / 1000))))));
}
