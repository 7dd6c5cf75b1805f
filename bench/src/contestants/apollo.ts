import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import cors from 'cors';
import express from 'express';
import { paths } from './paths.ts';
import type {
  ClassRow,
  CourseRow,
  LessonRow,
  LevelsRow,
  NotificationRow,
  ObjectiveRow,
  PageRow,
  PerformanceRow,
  RankRow,
  StructureRow,
  UserRow,
} from './rows.ts';
import { PORT, typeDefs, UPSTREAM } from './settings.ts';

/** Apollo Server as its getting-started guide shows it: Express, `cors()`, `express.json()`, fetch in resolvers, no loaders. */
interface Context {
  authorization: string;
}
interface First {
  first: number;
}
type Objective = ObjectiveRow & { results: () => Promise<PerformanceRow[]> };

async function read<Row>(path: string, { authorization }: Context): Promise<Row> {
  const response = await fetch(UPSTREAM + path, { headers: { accept: 'application/json', authorization } });
  if (!response.ok) throw new Error(`upstream: ${response.status}`);
  const row: unknown = await response.json();
  return row as Row;
}

const pictures = {
  profilePicId: ({ profilePic }: CourseRow | LessonRow) => profilePic,
  coverPhotoId: ({ coverPhoto }: CourseRow | LessonRow) => coverPhoto,
};

const connection = {
  nodes: <Row>({ docs }: PageRow<Row>): Row[] => docs,
  totalCount: ({ total }: PageRow<unknown>): number | null => total,
};

const resolvers = {
  Query: {
    me: (_root: unknown, _arguments: unknown, context: Context) => read<UserRow>(paths.profile, context),
    courses: (_root: unknown, { first }: First, context: Context) =>
      read<PageRow<CourseRow>>(paths.courses(first), context),
    course: (_root: unknown, { id }: { id: string }, context: Context) =>
      read<CourseRow>(paths.course(id), context),
    classes: (_root: unknown, { first }: First, context: Context) =>
      read<PageRow<ClassRow>>(paths.classes(first), context),
    leaderboardRank: (_root: unknown, _arguments: unknown, context: Context) =>
      read<RankRow>(paths.rank, context),
  },
  User: {
    id: ({ userId }: UserRow) => userId,
    profilePicId: ({ profilePic }: UserRow) => profilePic,
    notifications: async (_user: UserRow, { first }: First, context: Context) => ({
      docs: await read<NotificationRow[]>(paths.notifications(first), context),
      total: null,
    }),
  },
  Course: {
    id: ({ courseId }: CourseRow) => courseId,
    ...pictures,
    levels: async ({ courseId }: CourseRow, _arguments: unknown, context: Context) =>
      (await read<LevelsRow>(paths.levels(courseId), context)).levels,
    // Without this minimum, every objective would make a call: nobody would ship that.
    objectives: async ({ courseId }: CourseRow, _arguments: unknown, context: Context) => {
      let reading: Promise<PerformanceRow[]> | undefined;
      const results = () => {
        reading ??= read<PerformanceRow[]>(paths.performance(courseId), context);
        return reading;
      };
      const rows = await read<ObjectiveRow[]>(paths.objectives(courseId), context);
      return rows.map((row): Objective => ({ ...row, results }));
    },
  },
  CourseObjective: {
    id: ({ objectiveId }: Objective) => objectiveId,
    performance: async ({ objectiveId, results }: Objective) =>
      (await results()).find((entry) => entry.objectiveId === objectiveId) ?? null,
  },
  Level: { id: ({ levelId }: { levelId: string }) => levelId },
  Lesson: { id: ({ lessonId }: LessonRow) => lessonId, ...pictures },
  Class: {
    id: ({ groupId }: ClassRow) => groupId,
    instructors: async ({ groupId }: ClassRow, _arguments: unknown, context: Context) =>
      (await read<StructureRow>(paths.structure(groupId), context)).instructors,
    students: async ({ groupId }: ClassRow, _arguments: unknown, context: Context) =>
      (await read<StructureRow>(paths.structure(groupId), context)).students,
  },
  ClassInstructor: { id: ({ instructorId }: { instructorId: string }) => instructorId },
  ClassStudent: { id: ({ studentId }: { studentId: string }) => studentId },
  Notification: { id: ({ notificationId }: NotificationRow) => notificationId },
  LeaderboardEntry: {
    user: (_entry: RankRow, _arguments: unknown, context: Context) => read<UserRow>(paths.profile, context),
  },
  CourseConnection: connection,
  ClassConnection: connection,
  NotificationConnection: connection,
};

const server = new ApolloServer<Context>({ typeDefs, resolvers });
await server.start();
const app = express();
app.use(
  '/graphql',
  cors(),
  express.json(),
  expressMiddleware(server, {
    context: async ({ req }) => ({ authorization: req.headers.authorization ?? '' }),
  }),
);
app.listen(PORT, '127.0.0.1');
