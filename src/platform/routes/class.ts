import { type Static, Type } from 'typebox';
import { recordedPage, recordedRow } from '../recorded.ts';
import { readRoute } from '../route.ts';
import { documented, id, maybe, noun, text } from '../wire.ts';
import { courseRow } from './course.ts';
import { userRow } from './user.ts';

const instructorRow = Type.Object({ instructorId: id, user: maybe(userRow) }, documented('user'));
const studentRow = Type.Object({ studentId: id, user: maybe(userRow) }, documented('user'));
const observerRow = Type.Object({ observerId: id, user: maybe(userRow) }, documented('user'));
export type InstructorRow = Static<typeof instructorRow>;
export type StudentRow = Static<typeof studentRow>;
export type ObserverRow = Static<typeof observerRow>;

/**
 * A class. The class list has `joinCode` and the caller's `studentId`; the structure has the people.
 * Contract: Resources, Class.
 */
const classRow = Type.Object(
  {
    groupId: id,
    name: text,
    joinCode: text,
    studentId: maybe(id),
    course: maybe(courseRow),
    instructors: maybe(Type.Array(instructorRow)),
    students: maybe(Type.Array(studentRow)),
    observers: maybe(Type.Array(observerRow)),
  },
  documented('name', 'course'),
);
export type ClassRow = Static<typeof classRow>;
const CLASS = noun(classRow, ['class', 'classes', 'group', 'groups']);

/** GET /edu/v1/class/list: a page of the caller's classes, from 1. Contract: Endpoints, Classes. */
export const listClasses = readRoute<{ limit: number; page: number }>().at(
  '/edu/v1/class/list',
  recordedPage(CLASS),
);

/** GET /edu/v1/class/structure: a class with its people. Contract: Endpoints, Classes. */
export const readClassStructure = readRoute<{ classId: string }>().at(
  '/edu/v1/class/structure',
  recordedRow(CLASS),
  { absent: null },
);
