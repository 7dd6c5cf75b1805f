import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { DRILLS as RECORDED } from '../drills/drills.ts';
import {
  INTERVAL,
  isCounter,
  QUIET as QUIET_SCRAPES,
  recordingOf,
  type Values,
} from '../drills/recording.ts';
import { prometheusRule, RULE_FILES, RULE_RESOURCE } from '../observe/metric-table.ts';
import { FULL } from '../support/fleet-form.ts';
import { pathOf } from '../support/programs.ts';

const [RULES = ''] = RULE_FILES;

const MINUTE = 60;
const HOUR = 3600;

/** A value at a time in seconds. Null: not scraped. */
type Series = Readonly<Record<string, (seconds: number) => number | null>>;

/** A counter that grows at a constant rate a second, and at another one from `from` until `to`. */
const counter = (rate: number, other = rate, from = HOUR, to = Number.POSITIVE_INFINITY) => {
  return (seconds: number): number =>
    rate * Math.min(seconds, from) +
    other * Math.max(0, Math.min(seconds, to) - from) +
    rate * Math.max(0, seconds - to);
};
const constant = (value: number) => () => value;

const A = 'job="gateway", instance="a"';
const B = 'job="gateway", instance="b"';
const OK = `gateway_operations_total{${A}, operation="Q", type="query", code="OK"}`;
const failed = (code: string): string => OK.replace('"OK"', `"${code}"`);
const FAST = `gateway_operation_duration_seconds_bucket{${A}, le="2.5"}`;
const ALL = `gateway_operation_duration_seconds_count{${A}}`;
const gaps = (reason: string): string =>
  `gateway_stream_gaps_total{${A}, field="notificationReceived", reason="${reason}"}`;
const lost = (because: string): string => `gateway_event_losses_total{${A}, because="${because}"}`;
const APPEND_FAILURES = `gateway_event_append_failures_total{${A}, reason="unreachable"}`;
const STORE_UP = `gateway_event_store_up{${A}, store="redis"}`;
const REDIS_UP = `gateway_dependency_up{${A}, dependency="redis"}`;
const called = (status: string): string =>
  `gateway_upstream_calls_total{${A}, route="GET /edu/v1/class/list", status="${status}", outcome="response"}`;
const refreshed = (instance: string, outcome: string): string =>
  `gateway_sign_ins_total{${instance}, mutation="refreshSession", outcome="${outcome}"}`;
const STARTED = `process_start_time_seconds{${A}}`;

/** Two instances with 150 operations a second and 200 streams, from which the drills that are not recorded differ. */
const QUIET: Series = {
  [`up{${A}}`]: constant(1),
  [`up{${B}}`]: constant(1),
  [OK]: counter(150),
  [failed('UPSTREAM_TIMEOUT')]: counter(0.01),
  [failed('UNAUTHENTICATED')]: counter(3),
  [failed('RATE_LIMITED')]: counter(0.1),
  [FAST]: counter(153),
  [ALL]: counter(153.1),
  [gaps('UPSTREAM_INCOMPLETE')]: counter(0),
  [gaps('LOG_REPLACED')]: counter(0),
  [gaps('TRIMMED')]: counter(0.01),
  [`gateway_events_delivered_total{${A}, field="notificationReceived"}`]: counter(20),
  [lost('platform')]: counter(0),
  [lost('store')]: counter(0),
  [APPEND_FAILURES]: counter(0),
  // Some clients come back with a token that has expired.
  [refreshed(A, 'accepted')]: counter(0.1),
  [refreshed(A, 'rejected')]: counter(0.05),
  [refreshed(B, 'accepted')]: counter(0.1),
  [refreshed(B, 'rejected')]: counter(0.05),
  [`gateway_reload_failed{${A}}`]: constant(0),
  [STORE_UP]: constant(1),
  [REDIS_UP]: constant(1),
  [STARTED]: constant(1000),
  [`gateway_log_lines_dropped_total{${A}}`]: counter(0),
  [`gateway_errors_total{${A}, code="INTERNAL_SERVER_ERROR"}`]: counter(0),
  [`gateway_refused_requests_total{${A}, reason="rate"}`]: counter(0),
  [`gateway_dropped_connections_total{${A}, reason="limit"}`]: counter(0),
};

/** Clients that send so many operations a second for an hour, and then nothing. */
const silentAfter = (rate: number): Series => ({
  [OK]: counter(rate, 0),
  [failed('UPSTREAM_TIMEOUT')]: counter(0),
  [failed('UNAUTHENTICATED')]: counter(0),
  [failed('RATE_LIMITED')]: counter(0),
});

interface Drill {
  series: Series;
  /** Alerts that fire by seconds, as `<alert> <severity>` and the instance if there is one. */
  firing: Readonly<Record<number, readonly string[]>>;
}

const at = (...seconds: readonly number[]) => ({
  are: (...alerts: readonly string[]): Drill['firing'] =>
    Object.fromEntries(seconds.map((second) => [second, alerts])),
});
const after = at(HOUR + MINUTE, HOUR + 3 * MINUTE, HOUR + 6 * MINUTE, HOUR + 10 * MINUTE);
const never = after.are();

const UNREACHABLE = at(HOUR + 6 * MINUTE).are(
  'OperationsFail page',
  'OperationsFail warn',
  'PlatformCircuitOpen warn',
  'PlatformHostDown page a',
  'PlatformHostDown page b',
  'PlatformRouteFails warn',
);

/** Alerts that fire in each recorded drill; its fault begins after an hour. */
const FIRING: Readonly<Record<string, Drill['firing']>> = {
  'a quiet hour': never,
  // No page: a write that was under way is lost, and its streams have a gap.
  'a failover of ten seconds': after.are('EventsLost warn'),
  'a rolling restart': never,
  'an instance that is killed': at(HOUR + MINUTE, HOUR + 10 * MINUTE).are('GatewayDown page a'),
  'an instance that hangs for 30 seconds': {
    ...at(HOUR + 15).are('GatewayDown page a'),
    ...at(HOUR + 2 * MINUTE).are(),
  },
  'a broken manifest': after.are('ReloadFailed warn a', 'ReloadFailed warn b'),
  'a manifest of another build': at(HOUR + 6 * MINUTE).are(
    'OperationsRefused page',
    'OperationsRefused warn',
  ),
  'half of the platform that responds in another form': at(HOUR + 6 * MINUTE).are(
    'OperationsFail page',
    'OperationsFail warn',
    'PlatformDrift warn',
  ),
  'a platform that fails': at(HOUR + 6 * MINUTE).are(
    'OperationsFail page',
    'OperationsFail warn',
    'PlatformCircuitOpen warn',
    'PlatformRouteFails warn',
  ),
  'a platform that hangs': at(HOUR + 6 * MINUTE).are(
    'OperationsFail page',
    'OperationsFail warn',
    'PlatformCircuitOpen warn',
    'PlatformRouteFails warn',
  ),
  'a platform whose certificate has expired': UNREACHABLE,
  'a platform whose name is gone': UNREACHABLE,
  'a log that was emptied': at(HOUR + 30, HOUR + MINUTE).are('StreamsReplaced page'),
  'an old copy of Redis that is restored': at(HOUR + MINUTE).are('StreamsReplaced page'),
  'a full Redis': at(HOUR + 10 * MINUTE).are(
    'EventStoreAway page a',
    'EventStoreAway page b',
    // What was under way when it became full.
    'EventsLost warn',
    'OperationsFail page',
    'OperationsFail warn',
  ),
  'a master that is replaced by its replica': never,
  'a Redis that is frozen for five seconds': never,
  'a Redis that is frozen for ten seconds': after.are('EventsLost warn'),
};

/** The series of a recorded drill: an hour as before its fault, the recording, and on as at its end. */
const seriesOf = (drill: string): Series =>
  Object.fromEntries([...recordingOf(drill)].map(([name, values]) => [name, continued(name, values)]));

function continued(name: string, values: Values): Series[string] {
  const isGrowing = isCounter(name);
  const before = isGrowing ? growth(values.slice(0, QUIET_SCRAPES)) : 0;
  const after = isGrowing ? growth(values.slice(-QUIET_SCRAPES)) : 0;
  const last = values.length - 1;
  // A counter begins anew where its process does.
  const restart = values.findIndex((value, index) => value === null || value < (values[index - 1] ?? 0));
  return (seconds) => {
    const scrape = (seconds - HOUR) / INTERVAL + QUIET_SCRAPES - 1;
    const recorded = values[Math.min(Math.max(scrape, 0), last)] ?? null;
    if (recorded === null) return null;
    const earlier = restart === -1 || scrape < restart ? (HOUR / INTERVAL) * before : 0;
    return recorded + earlier + Math.min(scrape, 0) * before + Math.max(scrape - last, 0) * after;
  };
}

/** Mean growth from one scrape to the next. */
function growth(values: Values): number {
  const [first, last] = [values[0] ?? null, values.at(-1) ?? null];
  return first === null || last === null ? 0 : Math.max(0, last - first) / (values.length - 1);
}

/** Drills that take hours, or faults that nobody can cause at will. */
const DRILLS: Readonly<Record<string, Drill>> = {
  'an instance that service discovery no longer knows': {
    series: { [`up{${A}}`]: (now) => (now > HOUR ? null : 1) },
    // Prometheus looks back for five minutes where a target ends without a mark.
    firing: at(HOUR + 6 * MINUTE).are('GatewayDown page'),
  },
  'no instance at all': {
    series: { [`up{${A}}`]: () => null, [`up{${B}}`]: () => null },
    firing: at(HOUR).are('GatewayDown page'),
  },
  'an instance that keeps restarting': {
    series: { [STARTED]: (now) => 1000 + Math.floor(Math.max(0, now - HOUR) / 120) },
    firing: at(HOUR + 10 * MINUTE).are('GatewayRestarts warn a'),
  },
  'failures that are rare and do not end': {
    series: { [failed('UPSTREAM_UNAVAILABLE')]: counter(1.5) },
    firing: at(2 * HOUR).are('OperationsFail warn'),
  },
  'a platform that limits the app on one route': {
    series: {
      [called('2xx')]: counter(20, 15),
      [called('429')]: counter(0, 5),
    },
    firing: { ...at(HOUR + MINUTE).are(), ...at(HOUR + 6 * MINUTE).are('PlatformRouteFails warn') },
  },
  'writes whose outcome the platform does not tell': {
    series: { [gaps('UPSTREAM_INCOMPLETE')]: counter(0, 5), [lost('platform')]: counter(0, 5) },
    firing: at(HOUR + 6 * MINUTE).are('StreamGaps page', 'StreamGaps warn'),
  },
  'a Redis that refuses some of the events': {
    series: { [APPEND_FAILURES]: counter(0, 1) },
    firing: { ...at(HOUR + MINUTE).are(), ...at(HOUR + 4 * MINUTE).are('EventsNotAppended page') },
  },
  'a Redis that fails after the platform took the write': {
    series: { [lost('store')]: (now) => (now > HOUR ? 1 : 0) },
    firing: at(HOUR + MINUTE).are('EventsLost warn'),
  },
  'an instance with a wrong secret of the app': {
    series: {
      [refreshed(A, 'accepted')]: counter(0.1, 0),
      [refreshed(A, 'rejected')]: counter(0.05, 0.15),
    },
    firing: { ...at(HOUR + MINUTE).are(), ...at(HOUR + 6 * MINUTE).are('RefreshesRejected page a') },
  },
  'a secret of the app that the platform no longer accepts': {
    series: {
      [refreshed(A, 'accepted')]: counter(0.1, 0),
      [refreshed(A, 'rejected')]: counter(0.05, 0.15),
      [refreshed(B, 'accepted')]: counter(0.1, 0),
      [refreshed(B, 'rejected')]: counter(0.05, 0.15),
    },
    firing: at(HOUR + 6 * MINUTE).are('RefreshesRejected page a', 'RefreshesRejected page b'),
  },
  'someone who guesses refresh tokens': {
    series: { [refreshed(A, 'rejected')]: counter(0.05, 5) },
    firing: never,
  },
  'a platform without users, where someone guesses refresh tokens': {
    series: {
      [refreshed(A, 'accepted')]: constant(0),
      [refreshed(A, 'rejected')]: counter(0, 5),
      [refreshed(B, 'accepted')]: constant(0),
    },
    firing: never,
  },
  'a load balancer that reaches no instance': {
    series: silentAfter(150),
    firing: {
      ...at(HOUR + MINUTE).are(),
      ...at(HOUR + 6 * MINUTE, HOUR + 50 * MINUTE).are('NoOperations warn'),
      ...at(2 * HOUR + 10 * MINUTE).are(),
    },
  },
  'an evening that ends': {
    series: silentAfter(0.1),
    firing: never,
  },
  'a manifest that cannot be read again': {
    series: { [`gateway_reload_failed{${A}}`]: (now) => (now > HOUR && now < HOUR + 5 * MINUTE ? 1 : 0) },
    firing: {
      ...at(HOUR + MINUTE, HOUR + 3 * MINUTE).are('ReloadFailed warn a'),
      ...at(HOUR + 6 * MINUTE).are(),
    },
  },
  'log lines that nobody reads': {
    series: { [`gateway_log_lines_dropped_total{${A}}`]: (now) => (now > HOUR ? 500 : 0) },
    firing: at(HOUR + MINUTE).are('LogLinesDropped warn a'),
  },
};

/** Seconds between evaluations of the rules: as deployed in the long form, or the most with which there is one at every look. */
const evaluationsFor = (looks: readonly number[]): number =>
  FULL
    ? INTERVAL
    : ([MINUTE, 2 * INTERVAL].find((interval) => looks.every((look) => look % interval === 0)) ?? INTERVAL);

/** promtool's notation of a time series. */
function valuesOf(valueAt: (seconds: number) => number | null, until: number): string {
  const count = until / INTERVAL + 1;
  const values = Array.from({ length: count }, (_, index) => valueAt(index * INTERVAL));
  // Prometheus marks where a series ends.
  return values
    .map((value, index) => value ?? ((values[index - 1] ?? null) === null ? '_' : 'stale'))
    .join(' ');
}

describe('the alerts (promtool)', { tags: ['slow', 'promtool'], timeout: 120_000 }, () => {
  it('are valid rules', () => {
    const { status, stdout, stderr } = spawnSync(pathOf('promtool'), ['check', 'rules', RULES]);
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

  const recorded = Object.keys(RECORDED).filter((name) => RECORDED[name]?.isRecorded !== false);
  it.each(recorded)('that fire in %s, as recorded, are those that should', (name) => {
    judge(seriesOf(name), FIRING[name] ?? expect.fail());
  });

  it.each(Object.entries(DRILLS))('that fire in %s are those that should', (_, { series, firing }) => {
    judge({ ...QUIET, ...series }, firing);
  });

  function judge(series: Series, firing: Drill['firing']): void {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'alerts-'));
    copyFileSync(RULES, join(folder.path, 'alerts.yaml'));
    const looks = Object.keys(firing).map(Number);
    const until = Math.max(...looks);
    const test = {
      rule_files: ['alerts.yaml'],
      evaluation_interval: `${evaluationsFor(looks)}s`,
      tests: [
        {
          interval: `${INTERVAL}s`,
          input_series: Object.entries(series).map(([name, valueAt]) => ({
            series: name,
            values: valuesOf(valueAt, until),
          })),
          promql_expr_test: Object.entries(firing).map(([seconds, alerts]) => ({
            expr: 'group by (alertname, severity, instance) (ALERTS{alertstate="firing"})',
            eval_time: `${seconds}s`,
            exp_samples: alerts.map((alert) => {
              const [alertname, severity, instance] = alert.split(' ');
              const labels = Object.entries({ alertname, severity, instance }).flatMap(([name, value]) =>
                value === undefined ? [] : [`${name}="${value}"`],
              );
              return { labels: `{${labels.join(', ')}}`, value: 1 };
            }),
          })),
        },
      ],
    };
    writeFileSync(join(folder.path, 'test.yaml'), stringify(test, { lineWidth: 0 }));
    const { status, stdout, stderr } = spawnSync(pathOf('promtool'), ['test', 'rules', 'test.yaml'], {
      cwd: folder.path,
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
  }
});

describe('the PrometheusRule', () => {
  it('is generated from the rule files', () => {
    expect(parse(readFileSync(RULE_RESOURCE, 'utf8'))).toEqual(parse(prometheusRule()));
  });
});
