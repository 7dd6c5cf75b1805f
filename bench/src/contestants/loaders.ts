import DataLoader from 'dataloader';
import { Pool } from 'undici';
import { paths } from './paths.ts';
import type {
  ClassRow,
  CourseRow,
  LevelsRow,
  NotificationRow,
  ObjectiveRow,
  PageRow,
  PerformanceRow,
  RankRow,
  StructureRow,
  UserRow,
} from './rows.ts';
import { CONNECTIONS, UPSTREAM } from './settings.ts';

const pool = new Pool(UPSTREAM, { connections: CONNECTIONS, pipelining: 1 });

async function read<Row>(path: string, authorization: string): Promise<Row> {
  const { statusCode, body } = await pool.request({
    method: 'GET',
    path,
    headers: { accept: 'application/json', authorization },
  });
  if (statusCode !== 200) {
    await body.dump();
    throw new Error(`upstream: ${statusCode}`);
  }
  const row: unknown = await body.json();
  return row as Row;
}

/** One call per distinct key of an operation. */
const perKey = <Row>(pathOf: (key: string) => string, authorization: string) =>
  new DataLoader<string, Row>((keys) =>
    Promise.all(keys.map((key) => read<Row>(pathOf(key), authorization))),
  );

/** The loaders of one operation, as a careful Mercurius or Yoga user writes them: DataLoader over an undici pool. */
export const createLoaders = (authorization: string) => ({
  profile: perKey<UserRow>(() => paths.profile, authorization),
  rank: perKey<RankRow>(() => paths.rank, authorization),
  courses: perKey<PageRow<CourseRow>>((first) => paths.courses(Number(first)), authorization),
  course: perKey<CourseRow>(paths.course, authorization),
  levels: perKey<LevelsRow>(paths.levels, authorization),
  objectives: perKey<ObjectiveRow[]>(paths.objectives, authorization),
  performance: perKey<PerformanceRow[]>(paths.performance, authorization),
  classes: perKey<PageRow<ClassRow>>((first) => paths.classes(Number(first)), authorization),
  structure: perKey<StructureRow>(paths.structure, authorization),
  notifications: perKey<NotificationRow[]>((first) => paths.notifications(Number(first)), authorization),
});

export type Loaders = ReturnType<typeof createLoaders>;
