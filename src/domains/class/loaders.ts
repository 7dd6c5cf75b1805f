import { type Connection, type PageArguments, readConnection } from '../../graph/connection.ts';
import { GatewayError } from '../../graph/errors.ts';
import { loadOnce, oncePerKey } from '../../graph/loader.ts';
import type { Platform } from '../../platform/client.ts';
import { type ClassRow, listClasses, readClassStructure } from '../../platform/routes/class.ts';
import type { CourseRow } from '../../platform/routes/course.ts';

/** Maximum pages of the class list to search for fields that only its rows contain. */
export const MAXIMUM_LIST_PAGES = 3;
const LIST_PAGE_SIZE = 100;
const NOT_AMONG_FIRST = `This class is not among your first ${MAXIMUM_LIST_PAGES * LIST_PAGE_SIZE} classes: read this field from \`classes\` instead.`;

/**
 * Class reads of one operation.
 *
 * structure: class ID -> class with its members, or null if it does not exist. One call per distinct ID.
 * list: one call per distinct page of the caller's classes.
 * membership: class ID -> its row in the class list (`joinCode`, `studentId`), or null if the list does not contain it.
 * At most three calls, or none if a page read before contains the row. Fails with OPERATION_TOO_EXPENSIVE if the class is
 * not among the first 300 of a longer list: null would contradict a later page of that list.
 * ofStudent: student ID -> the class that the student was read with. No call. A student ID belongs to one class.
 * @param primeCourse receives the courses in the responses.
 */
export function classLoaders(platform: Platform, primeCourse: (row: CourseRow) => void) {
  const memberships = new Map<string, ClassRow>();
  const byStudent = new Map<string, ClassRow>();
  let unindexed: ClassRow[] = [];
  const structure = oncePerKey(platform, async (classId: string) => {
    const row = await platform.read(readClassStructure, { classId });
    if (row?.course) primeCourse(row.course);
    if (row) unindexed.push(row);
    return row;
  });
  const pages = oncePerKey(
    platform,
    async ({ limit, page }: { limit: number; page: number }) => {
      const response = await platform.read(listClasses, { limit, page });
      for (const row of response.rows) {
        if (row.course) primeCourse(row.course);
        memberships.set(String(row.groupId), row);
        unindexed.push(row);
      }
      return response;
    },
    ({ limit, page }) => `${limit}:${page}`,
  );
  /** Reads the first pages of the list. Resolves to whether they are the whole list. */
  const searchList = loadOnce(platform, async (): Promise<boolean> => {
    for (let page = 1; page <= MAXIMUM_LIST_PAGES; page += 1) {
      const response = await pages.load({ limit: LIST_PAGE_SIZE, page });
      const size = Math.min(response.limit ?? LIST_PAGE_SIZE, LIST_PAGE_SIZE);
      const total = response.total ?? Number.POSITIVE_INFINITY;
      if (response.sent < size || total <= page * size) return true;
    }
    return false;
  });
  return {
    structure,
    list: (paging: PageArguments): Promise<Connection<ClassRow>> =>
      readConnection(paging, 'classes', (limit, page) => pages.load({ limit, page })),
    membership: async (classId: string): Promise<ClassRow | null> => {
      const isWholeList = memberships.has(classId) || (await searchList.load());
      const row = memberships.get(classId);
      if (!row && !isWholeList) throw new GatewayError('OPERATION_TOO_EXPENSIVE', NOT_AMONG_FIRST);
      return row ?? null;
    },
    ofStudent: (studentId: string): ClassRow | null => {
      for (const row of unindexed) {
        for (const student of [row, ...(row.students ?? [])])
          if (student.studentId != null) byStudent.set(String(student.studentId), row);
      }
      unindexed = [];
      return byStudent.get(studentId) ?? null;
    },
  };
}

export type ClassLoaders = ReturnType<typeof classLoaders>;
