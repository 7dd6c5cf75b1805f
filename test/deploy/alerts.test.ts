import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { prometheusRule, RULE_FILES, RULE_RESOURCE } from '../observe/metric-table.ts';
import { pathOf } from '../support/programs.ts';

const [RULES = ''] = RULE_FILES;

/** Seconds between two scrapes and two evaluations. */
const INTERVAL = 15;
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
const STARTED = `process_start_time_seconds{${A}}`;

/** Two instances with 150 operations a second and 200 streams, from which the drills differ. */
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
  [STORE_UP]: constant(1),
  [REDIS_UP]: constant(1),
  [STARTED]: constant(1000),
  [`gateway_log_lines_dropped_total{${A}}`]: counter(0),
  [`gateway_worker_replacements_total{${A}, reason="ended"}`]: counter(0),
};

interface Drill {
  series: Series;
  /** Alerts that fire by seconds, as `<alert> <severity>` and the instance if there is one. */
  firing: Readonly<Record<number, readonly string[]>>;
}

const at = (...seconds: readonly number[]) => ({
  are: (...alerts: readonly string[]): Drill['firing'] =>
    Object.fromEntries(seconds.map((second) => [second, alerts])),
});
const never = at(...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((minute) => HOUR + minute * MINUTE)).are();
const outFor = (seconds: number) => (now: number) => (now > HOUR && now <= HOUR + seconds ? 0 : 1);

const DRILLS: Readonly<Record<string, Drill>> = {
  'a quiet hour': { series: {}, firing: never },
  'a failover of ten seconds': {
    series: {
      [OK]: counter(150, 0, HOUR, HOUR + 10),
      [failed('EVENT_LOG_UNAVAILABLE')]: counter(0, 150, HOUR, HOUR + 10),
      [APPEND_FAILURES]: counter(0, 20, HOUR, HOUR + 10),
      [STORE_UP]: outFor(15),
      [REDIS_UP]: outFor(15),
    },
    firing: never,
  },
  'a rolling restart': {
    series: {
      [`up{${A}}`]: outFor(15),
      [`up{${B}}`]: (now) => (now > HOUR + MINUTE && now <= HOUR + MINUTE + 15 ? 0 : 1),
      [STARTED]: (now) => (now > HOUR ? 2000 : 1000),
    },
    firing: { ...never, [HOUR + 30]: [], [HOUR + 45]: [], [HOUR + 90]: [] },
  },
  'an instance that is killed': {
    series: { [`up{${A}}`]: (now) => (now > HOUR ? 0 : 1) },
    firing: at(HOUR + 60, HOUR + 600).are('GatewayDown page a'),
  },
  'an instance that hangs for 30 seconds': {
    series: { [`up{${A}}`]: outFor(30) },
    firing: { ...at(HOUR + 30).are('GatewayDown page a'), ...at(HOUR + 60).are() },
  },
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
  'workers that keep exiting': {
    series: {
      [`gateway_worker_replacements_total{${A}, reason="ended"}`]: counter(0, 1 / 60),
    },
    firing: at(HOUR + 10 * MINUTE).are('GatewayRestarts warn a'),
  },
  'half of the platform that responds in another form': {
    series: { [OK]: counter(150, 80), [failed('UPSTREAM_BAD_RESPONSE')]: counter(0, 70) },
    firing: at(HOUR + 3 * MINUTE).are('OperationsFail page', 'OperationsFail warn'),
  },
  'failures that are rare and do not end': {
    series: { [failed('UPSTREAM_UNAVAILABLE')]: counter(1.5) },
    firing: at(6 * HOUR).are('OperationsFail warn'),
  },
  'a platform that hangs': {
    series: { [FAST]: counter(153, 20) },
    firing: at(HOUR + 15 * MINUTE).are('OperationsSlow page', 'OperationsSlow warn'),
  },
  'a platform that limits the app on one route': {
    series: {
      [called('2xx')]: counter(20, 15),
      [called('429')]: counter(0, 5),
    },
    firing: { ...at(HOUR + MINUTE).are(), ...at(HOUR + 6 * MINUTE).are('PlatformRouteFails warn') },
  },
  'a manifest of another build': {
    series: { [OK]: counter(150, 0), [failed('BAD_REQUEST')]: counter(0, 150) },
    firing: at(HOUR + 6 * MINUTE).are('OperationsRefused page', 'OperationsRefused warn'),
  },
  'writes whose outcome the platform does not tell': {
    series: { [gaps('UPSTREAM_INCOMPLETE')]: counter(0, 5), [lost('platform')]: counter(0, 5) },
    firing: at(HOUR + 6 * MINUTE).are('StreamGaps page', 'StreamGaps warn'),
  },
  'a log that was emptied, with 60 streams': {
    series: { [gaps('LOG_REPLACED')]: (now) => (now > HOUR ? 60 : 0) },
    firing: { ...at(HOUR + 30, HOUR + MINUTE).are('StreamsReplaced page'), ...at(HOUR + 10 * MINUTE).are() },
  },
  // As recorded: after the first refusals, nothing is appended until the check of Redis succeeds.
  'a full Redis': {
    series: { [APPEND_FAILURES]: (now) => (now > HOUR ? 2 : 0), [REDIS_UP]: (now) => (now > HOUR ? 0 : 1) },
    firing: { ...at(HOUR + 30).are(), ...at(HOUR + 90, HOUR + 600).are('EventStoreAway page a') },
  },
  'a Redis that refuses some of the events': {
    series: { [APPEND_FAILURES]: counter(0, 1) },
    firing: { ...at(HOUR + MINUTE).are(), ...at(HOUR + 4 * MINUTE).are('EventsNotAppended page') },
  },
  'a Redis that fails after the platform took the write': {
    series: { [lost('store')]: (now) => (now > HOUR ? 1 : 0) },
    firing: at(HOUR + MINUTE).are('EventsLost warn'),
  },
  'log lines that nobody reads': {
    series: { [`gateway_log_lines_dropped_total{${A}}`]: (now) => (now > HOUR ? 500 : 0) },
    firing: at(HOUR + MINUTE).are('LogLinesDropped warn a'),
  },
};

/** promtool's notation of a time series. */
function valuesOf(valueAt: (seconds: number) => number | null, until: number): string {
  const count = until / INTERVAL + 1;
  return Array.from({ length: count }, (_, index) => valueAt(index * INTERVAL) ?? '_').join(' ');
}

describe('the alerts (promtool)', { tags: ['slow', 'promtool'], timeout: 120_000 }, () => {
  it('are valid rules', () => {
    const { status, stdout, stderr } = spawnSync(pathOf('promtool'), ['check', 'rules', RULES]);
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

  it.each(Object.entries(DRILLS))('that fire in %s are those that should', (_, { series, firing }) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'alerts-'));
    copyFileSync(RULES, join(folder.path, 'alerts.yaml'));
    const until = Math.max(...Object.keys(firing).map(Number));
    const test = {
      rule_files: ['alerts.yaml'],
      evaluation_interval: `${INTERVAL}s`,
      tests: [
        {
          interval: `${INTERVAL}s`,
          input_series: Object.entries({ ...QUIET, ...series }).map(([name, valueAt]) => ({
            series: name,
            values: valuesOf(valueAt, until),
          })),
          promql_expr_test: Object.entries(firing).map(([seconds, alerts]) => ({
            expr: 'count by (alertname, severity, instance) (ALERTS{alertstate="firing"})',
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
  });
});

describe('the PrometheusRule', () => {
  it('is generated from the rule files', () => {
    expect(parse(readFileSync(RULE_RESOURCE, 'utf8'))).toEqual(parse(prometheusRule()));
  });
});
