import type { Loaders } from './loaders.ts';
import type {
  ClassRow,
  CourseRow,
  LessonRow,
  NotificationRow,
  ObjectiveRow,
  PageRow,
  RankRow,
  StructureRow,
  UserRow,
} from './rows.ts';

interface Context {
  loaders: Loaders;
}
interface First {
  first: number;
}
type Objective = ObjectiveRow & { courseId: string };
type Member<Kind extends 'instructors' | 'students'> = StructureRow[Kind][number];

const pictures = {
  profilePicId: ({ profilePic }: CourseRow | LessonRow) => profilePic,
  coverPhotoId: ({ coverPhoto }: CourseRow | LessonRow) => coverPhoto,
};

const connection = {
  nodes: <Row>({ docs }: PageRow<Row>): Row[] => docs,
  totalCount: ({ total }: PageRow<unknown>): number | null => total,
};

/** Resolvers over the loaders, shared by Mercurius and Yoga. */
export const resolvers = {
  Query: {
    me: (_root: unknown, _arguments: unknown, { loaders }: Context) => loaders.profile.load(''),
    courses: (_root: unknown, { first }: First, { loaders }: Context) => loaders.courses.load(String(first)),
    course: (_root: unknown, { id }: { id: string }, { loaders }: Context) => loaders.course.load(id),
    classes: (_root: unknown, { first }: First, { loaders }: Context) => loaders.classes.load(String(first)),
    leaderboardRank: (_root: unknown, _arguments: unknown, { loaders }: Context) => loaders.rank.load(''),
  },
  User: {
    id: ({ userId }: UserRow) => userId,
    profilePicId: ({ profilePic }: UserRow) => profilePic,
    notifications: async (_user: UserRow, { first }: First, { loaders }: Context) => ({
      docs: await loaders.notifications.load(String(first)),
      total: null,
    }),
  },
  Course: {
    id: ({ courseId }: CourseRow) => courseId,
    ...pictures,
    levels: async ({ courseId }: CourseRow, _arguments: unknown, { loaders }: Context) =>
      (await loaders.levels.load(courseId)).levels,
    objectives: async ({ courseId }: CourseRow, _arguments: unknown, { loaders }: Context) =>
      (await loaders.objectives.load(courseId)).map((row): Objective => ({ ...row, courseId })),
  },
  CourseObjective: {
    id: ({ objectiveId }: Objective) => objectiveId,
    performance: async ({ courseId, objectiveId }: Objective, _arguments: unknown, { loaders }: Context) =>
      (await loaders.performance.load(courseId)).find((entry) => entry.objectiveId === objectiveId) ?? null,
  },
  Level: { id: ({ levelId }: { levelId: string }) => levelId },
  Lesson: { id: ({ lessonId }: LessonRow) => lessonId, ...pictures },
  Class: {
    id: ({ groupId }: ClassRow) => groupId,
    instructors: async ({ groupId }: ClassRow, _arguments: unknown, { loaders }: Context) =>
      (await loaders.structure.load(groupId)).instructors,
    students: async ({ groupId }: ClassRow, _arguments: unknown, { loaders }: Context) =>
      (await loaders.structure.load(groupId)).students,
  },
  ClassInstructor: { id: ({ instructorId }: Member<'instructors'>) => instructorId },
  ClassStudent: { id: ({ studentId }: Member<'students'>) => studentId },
  Notification: { id: ({ notificationId }: NotificationRow) => notificationId },
  LeaderboardEntry: {
    user: ({ userId }: RankRow, _arguments: unknown, { loaders }: Context) =>
      loaders.profile.load('').then((profile) => (profile.userId === userId ? profile : { userId })),
  },
  CourseConnection: connection,
  ClassConnection: connection,
  NotificationConnection: connection,
};
