import { Type } from 'typebox';

import {
  body,
  bodyOf,
  COURSE_ID,
  get,
  json,
  post,
  put,
  query,
  section,
  USER_ID,
  USER_TOKEN,
} from '../parts.ts';
import { Note } from '../resources.ts';

const SUBJECT = {
  lessonId: '{lessonId}',
  userId: '{userId}',
  classId: '{classId}',
  studentId: '{studentId}',
  courseId: '{courseId}',
};

export const NOTES = section({
  title: 'Notes',
  host: 'notes',
  credential: USER_TOKEN,
  routes: {
    listNotes: get('/edu/v1/note/list', {
      parameters: [
        query('lessonId', Type.String()),
        USER_ID,
        query('classId', Type.String()),
        query('studentId', Type.String()),
        COURSE_ID,
      ],
      example: {
        minimal: {},
        full: SUBJECT,
        ofCourse: { courseId: '{courseId}' },
        ofClass: { classId: '{classId}' },
        ofLesson: { lessonId: '{lessonId}' },
        ofStudent: { studentId: '{studentId}' },
      },
      summary: 'Lists the notes that match the filters.',
      notes: [
        'Every filter is optional.',
        'Only the members of requests are shown, not the wrapper of the list.',
      ],
    }),
    readNote: get('/edu/v1/note', {
      parameters: [query('noteId', Type.String())],
      response: json(Note),
      example: { minimal: { noteId: '{noteId}' } },
      summary: 'Reads one note.',
      notes: ['Only the members of requests are shown.'],
      sandbox: { requires: ['noteId'] },
    }),
    createNote: put('/edu/v1/note', {
      parameters: bodyOf(Note),
      example: {
        minimal: { text: '{marker}' },
        full: { text: '{marker}', ...SUBJECT },
        forTraining: { text: '{marker}', lessonId: '{lessonId}', studentId: '{studentId}' },
      },
      effect: { does: 'creates a note about a course', leaves: null, group: 'note' },
      summary: 'Creates a note.',
      notes: [
        'For a lessonId, the service adds the course ID of the lesson.',
        'For a classId, it adds the course ID of the class.',
        'For a studentId, it adds the user profile ID, the class ID and the course IDs of the student.',
        'The training dashboard uses only notes with both a studentId and a lessonId.',
      ],
      sandbox: { requires: ['text', { anyOf: ['lessonId', 'userId', 'classId', 'studentId', 'courseId'] }] },
    }),
    removeNote: post('/edu/v1/note/remove', {
      parameters: [body('noteId', Type.String())],
      example: { minimal: { noteId: '{newNoteId}' } },
      effect: { does: 'removes that note', leaves: null, group: 'note' },
      summary: 'Deletes a note.',
      sandbox: { requires: ['noteId'] },
    }),
  },
});
