import type { Results } from './compare.ts';
import type { FormCosts } from './compare-forms.ts';
import { type ContestantId, TITLES } from './contestants.ts';
import type { Form } from './forms.ts';
import { isSteep, type Series, steepness } from './growth.ts';
import { type LatencyRow, QUANTILES } from './latency.ts';
import { median, type Sample } from './measure.ts';
import type { WorkloadId } from './workloads.ts';

/** Medians of a contestant's turns in one workload. */
export interface Row extends Sample {
  workload: WorkloadId;
  contestant: ContestantId;
  /** CPU of each turn, in the order of the rounds. */
  cpus: readonly number[];
  /** CPU relative to raw. */
  ratio: number;
}

export function rowsOf(results: Results): Row[] {
  return [...results].flatMap(([workload, byContestant]) => {
    const raw = (byContestant.get('raw') ?? []).map(({ cpu }) => cpu);
    return [...byContestant].map(([contestant, samples]): Row => {
      const middle = (field: keyof Sample): number => median(samples.map((sample) => sample[field]));
      const cpus = samples.map(({ cpu }) => cpu);
      return {
        workload,
        contestant,
        requestsPerSecond: middle('requestsPerSecond'),
        p99: middle('p99'),
        bytes: middle('bytes'),
        cpu: middle('cpu'),
        calls: middle('calls'),
        peak: Math.max(...samples.map(({ peak }) => peak)),
        cpus,
        ratio: median(paired(cpus, raw)),
      };
    });
  });
}

/** The ratios of two contestants, round by round: a disturbance that lasts for a round affects both. */
const paired = (cpus: readonly number[], others: readonly number[]): number[] =>
  cpus.map((cpu, round) => cpu / (others[round] ?? Number.NaN));

const rangeOf = (values: readonly number[], digits: number): string =>
  `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`;

const HEADINGS = [
  '',
  'server',
  'requests/s',
  'p99 ms',
  'CPU µs',
  'lowest to highest',
  'of raw',
  'calls',
  'KB',
  'peak MB',
];

/** One row per workload and contestant. */
export function measurements(rows: readonly Row[]): string {
  return markdown(
    HEADINGS,
    rows.map(({ workload, contestant, requestsPerSecond, p99, cpu, cpus, ratio, calls, bytes, peak }) => [
      workload,
      TITLES[contestant],
      requestsPerSecond.toFixed(0),
      p99.toFixed(1),
      cpu.toFixed(0),
      rangeOf(cpus, 0),
      Number.isNaN(ratio) ? '' : ratio.toFixed(2),
      calls.toFixed(calls % 1 === 0 ? 0 : 1),
      (bytes / 1000).toFixed(1),
      (peak / 1e6).toFixed(0),
    ]),
  );
}

type Targets = Partial<Record<WorkloadId, number>>;

/** Maximum CPU of the gateway, relative to another contestant. */
const TARGETS: Partial<Record<ContestantId, Targets>> = {
  raw: { W1: 1.3, W2: 0.95, W3: 1.1, W4: 0.95, W5: 1.3 },
  mercurius: { W1: 1, W2: 1, W3: 1, W4: 1, W5: 1 },
  apollo: { W1: 0.2, W2: 0.2, W3: 0.2, W4: 0.2, W5: 0.33 },
};

/**
 * CPU of the gateway relative to each other contestant: the median of the rounds, the lowest and the highest, and the
 * maximum that it should be.
 */
export function comparison(rows: readonly Row[]): string {
  const workloads = [...new Set(rows.map(({ workload }) => workload))];
  const others = [...new Set(rows.map(({ contestant }) => contestant))].filter((id) => id !== 'gateway');
  const cpusOf = (contestant: ContestantId, workload: WorkloadId): readonly number[] =>
    rows.find((row) => row.contestant === contestant && row.workload === workload)?.cpus ?? [];
  return markdown(
    ['this gateway, CPU against', ...workloads],
    others.map((other) => [
      TITLES[other],
      ...workloads.map((workload) => {
        const ratios = paired(cpusOf('gateway', workload), cpusOf(other, workload));
        const ratio = median(ratios).toFixed(2);
        const target = TARGETS[other]?.[workload];
        const judged = target === undefined ? '' : `; ≤ ${target}${Number(ratio) > target ? ', missed' : ''}`;
        return `${ratio} (${rangeOf(ratios, 2)}${judged})`;
      }),
    ]),
  );
}

/** Most that a form may cost against the plain one, and W1 and W5 against Mercurius in the same form. */
const FORM_TARGET = 1.1;
const FORM_MERCURIUS_TARGET = 1.05;

/** CPU of the gateway in each client's form: against the plain form, and against Mercurius in the same one. */
export function formTable(costs: readonly FormCosts[]): string {
  const workloads = [...new Set(costs.map(({ workload }) => workload))];
  const forms = [...new Set(costs.map(({ form }) => form))];
  const find = (form: Form, workload: WorkloadId): FormCosts | undefined =>
    costs.find((each) => each.form === form && each.workload === workload);
  const cpus = (samples: readonly Sample[] = []): number[] => samples.map(({ cpu }) => cpu);
  const judged = (ratios: readonly number[], target: number | null): string => {
    const ratio = median(ratios);
    return `${ratio.toFixed(2)}${target !== null && ratio > target + 0.005 ? ' (missed)' : ''}`;
  };
  const [plain] = forms;
  const against =
    (cell: (cost: FormCosts, workload: WorkloadId) => string): ((form: Form) => string[]) =>
    (form) => [
      form.title,
      ...workloads.map((workload) => {
        const cost = find(form, workload);
        return cost ? cell(cost, workload) : '';
      }),
    ];
  const toPlain = against((cost, workload) => {
    const own = cpus(cost.gateway);
    if (cost.form === plain) return `${median(own).toFixed(0)} µs`;
    return judged(paired(own, cpus(plain && find(plain, workload)?.gateway)), FORM_TARGET);
  });
  const toMercurius = against((cost, workload) =>
    judged(
      paired(cpus(cost.gateway), cpus(cost.mercurius)),
      workload === 'W1' || workload === 'W5' ? FORM_MERCURIUS_TARGET : null,
    ),
  );
  return [
    markdown([`CPU against the plain form (≤ ${FORM_TARGET})`, ...workloads], forms.map(toPlain)),
    markdown(
      [`CPU against Mercurius in the same form (W1, W5 ≤ ${FORM_MERCURIUS_TARGET})`, ...workloads],
      forms.filter(({ isCommon }) => isCommon).map(toMercurius),
    ),
  ].join('\n\n');
}

/** Latency and CPU at a fixed rate, by contestant: the medians of its rounds. */
export const latencyTable = (rows: readonly LatencyRow[]): string =>
  markdown(
    [
      '',
      'server',
      'requests/s',
      ...QUANTILES.map((quantile) => `p${quantile * 100} ms`),
      'longest ms',
      'CPU µs',
    ],
    rows.map(({ workload, contestant, rate, quantiles, longest, cpu }) => [
      workload,
      TITLES[contestant],
      rate.toFixed(0),
      ...quantiles.map((value) => value.toFixed(1)),
      longest.toFixed(1),
      cpu.toFixed(0),
    ]),
  );

/** Cost at each size, and whether it grows faster than it should. */
export const growthTable = (series: readonly Series[]): string =>
  markdown(
    ['growth', 'CPU µs by size', 'an item at the largest size against one in the middle'],
    series.map((each) => [
      each.title,
      each.points.map(({ size, cpu }) => `${size}: ${cpu.toFixed(0)}`).join(', '),
      `${steepness(each).toFixed(2)}${isSteep(each) ? ' (too steep)' : ''}`,
    ]),
  );

function markdown(headings: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, 3, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const row = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [row(headings), row(widths.map((width) => '-'.repeat(width))), ...lines.map(row)].join('\n');
}
