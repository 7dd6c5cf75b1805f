import { startContestant, startUpstream } from './contestants.ts';
import { median, runningContestant, sample } from './measure.ts';
import { measureSubscribers } from './subscribers.ts';
import type { School } from './upstream-data.ts';
import { request, type Workload } from './workloads.ts';

/** Cost of one kind of growth. */
export interface Series {
  title: string;
  points: { size: number; cpu: number }[];
}

interface Step {
  size: number;
  /** Size of the platform's data. */
  school: Partial<School>;
  /** Creates the workload once the gateway is running. */
  workload(ask: (query: string) => Promise<unknown>): Promise<Workload> | Workload;
}

interface Growth {
  title: string;
  steps: readonly Step[];
}

/** Maximum cost per item at the largest size, relative to the middle size. */
const MOST = 1.5;

/** Low enough that the largest steps fit into the queue of a route, 1,000 calls. */
const IN_FLIGHT = 4;

const of = (query: string): Workload => ({
  id: 'growth',
  title: '',
  requests: [request(query)],
  inFlight: IN_FLIGHT,
});

/** Bounds that would otherwise refuse such operations. */
const BOUNDS = {
  platformCalls: 100_000,
  aliases: 100_000,
  bodyLimit: 10_000_000,
  tokens: 100_000,
  platformResponseLimit: 64_000_000,
};
const RAISED = `import { BOUNDS } from ${JSON.stringify(new URL('../../src/config/bounds.ts', import.meta.url))}; Object.assign(BOUNDS, ${JSON.stringify(BOUNDS)});`;

const GROWTHS: readonly Growth[] = [
  {
    title: 'items of a list: the students of one class',
    steps: [10, 100, 1000, 10_000].map((size) => ({
      size,
      school: { students: size, classes: 1 },
      workload: () =>
        of('query List { theClass: class(id: "g-first-aid-spring") { students { id user { id handle } } } }'),
    })),
  },
  {
    title: 'classes of W3',
    steps: [1, 5, 20, 50, 100, 200].map((size) => ({
      size,
      school: { classes: 200 },
      workload: async (ask) => of(await classesQuery(size, ask)),
    })),
  },
  {
    title: 'selections of a document that was sent before',
    steps: [10, 30, 100, 300, 900].map((size) => ({
      size,
      school: {},
      workload: () => of(documentOf(size)),
    })),
  },
  {
    title: 'selections of a document that is new',
    steps: [10, 30, 100, 300, 900].map((size) => ({
      size,
      school: {},
      workload: () => ({ ...of(documentOf(size)), isNew: true }),
    })),
  },
];

const documentOf = (selections: number): string =>
  `query Document { me { ${Array.from({ length: selections }, (_, index) => `a${index}: handle`).join(' ')} } }`;

const CLASS =
  'id name course { id name objectives { id name } } students { id user { id handle firstName } }';
const PAGE = 100;

/** The platform returns at most 100 rows per page: larger sizes read a second page with the same document. */
async function classesQuery(size: number, ask: (query: string) => Promise<unknown>): Promise<string> {
  if (size <= PAGE) return `query Classes { classes(first: ${size}) { nodes { ${CLASS} } } }`;
  const response = await ask(`query Cursor { classes(first: ${PAGE}) { pageInfo { endCursor } } }`);
  const cursor = /"endCursor":"([^"]+)"/.exec(JSON.stringify(response))?.[1];
  if (cursor === undefined) throw new Error('the gateway gives no cursor');
  return `query Classes {
  a: classes(first: ${PAGE}) { nodes { ${CLASS} } }
  b: classes(first: ${size - PAGE}, after: "${cursor}") { nodes { ${CLASS} } }
}`;
}

export interface GrowthOptions {
  rounds: number;
  /** Milliseconds per round, and of warm-up. */
  turn: number;
  warmUp: number;
  print: (line: string) => void;
}

/** Measures the gateway's CPU as things grow, with a new gateway and platform for each size. */
export async function measureGrowth(options: GrowthOptions): Promise<Series[]> {
  const series: Series[] = [];
  for (const { title, steps } of GROWTHS) {
    options.print(title);
    const points: Series['points'] = [];
    for (const step of steps) points.push({ size: step.size, cpu: await measureStep(step, options) });
    series.push({ title, points });
  }
  series.push(await measureSubscribers(options));
  return series;
}

async function measureStep(step: Step, { rounds, turn, warmUp }: GrowthOptions): Promise<number> {
  const upstream = await startUpstream({ school: step.school });
  const contestant = runningContestant(
    await startContestant('gateway', {
      upstream: upstream.url,
      nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(RAISED)}`],
    }),
  );
  try {
    const workload = await step.workload((query) => contestant.clients.ask(request(query)));
    await contestant.clients.run(workload, warmUp);
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      costs.push((await sample(contestant, upstream, workload, turn)).cpu);
    return median(costs);
  } finally {
    await contestant.clients.close();
    await contestant.child.stop();
    await upstream.stop();
  }
}

/** Cost per item at the largest size, relative to the middle size. */
export function steepness({ points }: Series): number {
  const perItem = ({ size, cpu }: Series['points'][number]): number => cpu / size;
  const middle = points[Math.floor((points.length - 1) / 2)];
  const last = points.at(-1);
  return middle && last ? perItem(last) / perItem(middle) : Number.NaN;
}

export const isSteep = (series: Series): boolean => !(steepness(series) <= MOST);
