import { startContestant, startUpstream } from './contestants.ts';
import { median, newStand, sample } from './measure.ts';
import { measureSubscribers } from './subscribers.ts';
import type { School } from './upstream-data.ts';
import { request, type Workload } from './workloads.ts';

/** What one kind of growth costs. */
export interface Series {
  title: string;
  points: { size: number; cpu: number }[];
}

interface Step {
  size: number;
  /** What the platform holds. */
  school: Partial<School>;
  /** Makes the workload, once the gateway stands. */
  workload(ask: (query: string) => Promise<unknown>): Promise<Workload> | Workload;
}

interface Growth {
  title: string;
  steps: readonly Step[];
}

/** The item at the largest size may cost this many times what it costs in the middle. */
const MOST = 1.5;

/** Few enough that the largest steps leave the queue of a route, 1,000 calls, some room. */
const IN_FLIGHT = 4;

const of = (query: string): Workload => ({
  id: 'growth',
  title: '',
  requests: [request(query)],
  inFlight: IN_FLIGHT,
});

/** Limits that are there to keep such operations out. */
const LIMITS = {
  LIMIT_UPSTREAM_CALLS: '100000',
  LIMIT_TOKENS: '100000',
  LIMIT_ALIASES: '100000',
  LIMIT_BODY: '10000000',
  PLATFORM_RESPONSE_LIMIT: '64000000',
};

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

/** The platform lists 100 rows at a time: what is beyond is a second window of the same document. */
async function classesQuery(size: number, ask: (query: string) => Promise<unknown>): Promise<string> {
  if (size <= PAGE) return `query Classes { classes(first: ${size}) { nodes { ${CLASS} } } }`;
  const answer = await ask(`query Cursor { classes(first: ${PAGE}) { pageInfo { endCursor } } }`);
  const cursor = /"endCursor":"([^"]+)"/.exec(JSON.stringify(answer))?.[1];
  if (cursor === undefined) throw new Error('the gateway gives no cursor');
  return `query Classes {
  a: classes(first: ${PAGE}) { nodes { ${CLASS} } }
  b: classes(first: ${size - PAGE}, after: "${cursor}") { nodes { ${CLASS} } }
}`;
}

export interface GrowthOptions {
  rounds: number;
  /** Milliseconds of each round, and of warming up. */
  turn: number;
  warmUp: number;
  tell: (line: string) => void;
}

/** What the gateway's CPU does as things grow, one gateway and platform for each size. */
export async function measureGrowth(options: GrowthOptions): Promise<Series[]> {
  const series: Series[] = [];
  for (const { title, steps } of GROWTHS) {
    options.tell(title);
    const points: Series['points'] = [];
    for (const step of steps) points.push({ size: step.size, cpu: await measureStep(step, options) });
    series.push({ title, points });
  }
  series.push(await measureSubscribers(options));
  return series;
}

async function measureStep(step: Step, { rounds, turn, warmUp }: GrowthOptions): Promise<number> {
  const upstream = await startUpstream(step.school);
  const stand = newStand(await startContestant('gateway', { upstream: upstream.url, environment: LIMITS }));
  try {
    const workload = await step.workload((query) => stand.clients.ask(request(query)));
    await stand.clients.run(workload, warmUp);
    const costs: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      costs.push((await sample(stand, upstream, workload, turn)).cpu);
    return median(costs);
  } finally {
    await stand.clients.close();
    await stand.child.stop();
    await upstream.stop();
  }
}

/** What an item costs at the largest size, as a multiple of what it costs in the middle. */
export function steepness({ points }: Series): number {
  const perItem = ({ size, cpu }: Series['points'][number]): number => cpu / size;
  const middle = points[Math.floor((points.length - 1) / 2)];
  const last = points.at(-1);
  return middle && last ? perItem(last) / perItem(middle) : Number.NaN;
}

export const isSteep = (series: Series): boolean => !(steepness(series) <= MOST);
