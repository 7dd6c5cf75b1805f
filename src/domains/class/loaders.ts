import type { Connection, Edge, PageArguments } from '../../graph/connection.ts';
import { readConnection } from '../../graph/connection.ts';
import { once, oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { type ClassRow, listClasses, readClassStructure } from '../../platform/routes/class.ts';
import type { CourseRow } from '../../platform/routes/course.ts';
import type { UserRow } from '../../platform/routes/user.ts';

export type ClassWindow = Connection<ClassRow>;
export type ClassWindowRow = Edge<ClassRow>;

/** How far the class list is walked for what only its rows carry. */
export const WALKED_PAGES = 3;
const WALKED_PAGE_SIZE = 100;

/** Who wants the rows that class answers bring along. */
export interface ClassWitness {
  seeCourse(row: CourseRow): void;
  seeUser(row: UserRow): void;
}

/**
 * Class reads of one operation.
 *
 * structure: class id -> class with its people, or null when absent. One call per distinct id.
 * list: one call per distinct page of the caller's classes.
 * membership: class id -> its row of the class list (`joinCode`, `studentId`), or null when it is not among the
 * first 300. At most three calls, and none where a page read before has the row.
 * Courses and users in the answers go to the witness.
 */
export function classLoaders(platform: Platform, witness: ClassWitness) {
  const memberships = new Map<string, ClassRow>();
  const see = (row: ClassRow): void => {
    if (row.course) witness.seeCourse(row.course);
    for (const people of [row.instructors, row.students, row.observers]) {
      for (const { user } of people ?? []) if (user) witness.seeUser(user);
    }
  };
  const structure = oncePerKey(platform, async (classId: string) => {
    const row = await platform.read(readClassStructure, { classId });
    if (row) see(row);
    return row;
  });
  const pages = oncePerKey(
    platform,
    async ({ limit, page }: { limit: number; page: number }) => {
      const reply = await platform.read(listClasses, { limit, page });
      for (const row of reply?.rows ?? []) {
        see(row);
        memberships.set(String(row.groupId), row);
      }
      return reply;
    },
    ({ limit, page }) => `${limit}:${page}`,
  );
  const walk = once(platform, async () => {
    for (let page = 1; page <= WALKED_PAGES; page += 1) {
      const reply = await pages.load({ limit: WALKED_PAGE_SIZE, page });
      const size = reply?.limit ?? WALKED_PAGE_SIZE;
      if (!reply || reply.rows.length < Math.min(size, WALKED_PAGE_SIZE)) return;
    }
  });
  return {
    structure,
    list: (window: PageArguments): Promise<ClassWindow | null> =>
      readConnection(window, 'classes', (limit, page) => pages.load({ limit, page })),
    membership: async (classId: string): Promise<ClassRow | null> => {
      if (!memberships.has(classId)) await walk.load();
      return memberships.get(classId) ?? null;
    },
  };
}

export type ClassLoaders = ReturnType<typeof classLoaders>;
