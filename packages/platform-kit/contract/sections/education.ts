import { Type } from 'typebox';

import { LIMITS } from '../facts.ts';
import {
  COURSE_ID,
  get,
  json,
  PAGE_OF_TEN,
  query,
  REQUIRED_USER_TOKEN,
  required,
  section,
  USER_TOKEN,
} from '../parts.ts';
import {
  ClassListItem,
  ClassStructure,
  Course,
  CourseLevels,
  CourseObjective,
  ObjectivePerformance,
  PagedList,
  Question,
} from '../resources.ts';

const OF_COURSE = { minimal: { courseId: '{courseId}' } };

export const COURSES = section({
  title: 'Courses',
  host: 'base',
  credential: USER_TOKEN,
  routes: {
    readCourse: get('/edu/v1/course', {
      parameters: [COURSE_ID],
      response: json(Course),
      example: OF_COURSE,
      summary: 'Reads one course.',
      sandbox: { requires: ['courseId'] },
    }),
    listCourses: get('/edu/v1/course/list', {
      parameters: [
        query('limit', Type.Number({ default: LIMITS.courseListDefaultLimit })),
        query('page', Type.Number({ default: LIMITS.courseListDefaultPage })),
      ],
      response: json(PagedList(Course)),
      example: { minimal: PAGE_OF_TEN, full: { limit: 4, page: 1 } },
      summary: 'Lists all courses, page by page.',
    }),
    listObjectives: get('/edu/v1/course/objectives', {
      parameters: [COURSE_ID],
      response: json(Type.Array(CourseObjective)),
      example: OF_COURSE,
      summary: 'Lists the objectives of a course.',
      sandbox: { requires: ['courseId'] },
    }),
    listPerformance: get('/edu/v1/course/objectives/performance', {
      parameters: [COURSE_ID],
      response: json(Type.Array(ObjectivePerformance)),
      example: OF_COURSE,
      summary: "Reads the student's performance on the objectives of a course.",
      sandbox: { requires: ['courseId'] },
    }),
    readLevels: get('/edu/v1/course/levels', {
      parameters: [
        query('classId', Type.String()),
        query('studentId', Type.String(), 'The student whose progress determines which lessons are locked.'),
        COURSE_ID,
      ],
      rules: [{ anyOf: ['courseId', 'classId'] }],
      response: json(CourseLevels),
      example: {
        ...OF_COURSE,
        full: { courseId: '{courseId}', studentId: '{studentId}' },
        ofClass: { classId: '{classId}' },
      },
      summary: 'Reads a course with its levels and their lessons, in order.',
      notes: [
        'courseId takes precedence: if both are given, classId has no effect.',
        'Without a studentId, no lesson is locked.',
        "With a studentId, the student's progress on lesson and level prerequisites determines the locks.",
      ],
    }),
  },
});

export const CLASSES = section({
  title: 'Classes',
  host: 'base',
  credential: USER_TOKEN,
  routes: {
    listClasses: get('/edu/v1/class/list', {
      parameters: [
        query('page', Type.String()),
        query('limit', Type.String({ default: String(LIMITS.classListDefaultLimit) })),
      ],
      response: json(PagedList(ClassListItem)),
      example: {
        minimal: { limit: '10', page: '1' },
        full: { limit: '3', page: '1' },
        whole: { limit: '100', page: '1' },
      },
      summary: 'Lists the classes of the student, page by page.',
    }),
    readClass: get('/edu/v1/class/structure', {
      credential: REQUIRED_USER_TOKEN,
      parameters: [required(query('classId', Type.String()))],
      response: json(ClassStructure),
      example: { minimal: { classId: '{classId}' } },
      summary: 'Reads a class with its course, instructors, students and observers.',
    }),
  },
});

export const QUESTIONS = section({
  title: 'Questions',
  host: 'base',
  credential: { kind: 'user token', header: 'Authentication', required: false },
  routes: {
    listQuestions: get('/edu/v1/question/', {
      parameters: [
        COURSE_ID,
        query('showRemoved', Type.String(), 'Includes removed questions; its values are not shown.'),
      ],
      response: json(Type.Array(Question)),
      example: {
        minimal: { courseId: '{taughtCourseId}' },
        full: { courseId: '{taughtCourseId}', showRemoved: 'true' },
      },
      summary: 'Lists the questions of a course.',
      notes: [
        'Intended for instructors and course managers.',
        'The header is named Authentication.',
        'Removed questions have a removedDate.',
      ],
      sandbox: { requires: ['courseId'] },
    }),
  },
});
