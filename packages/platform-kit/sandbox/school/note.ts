import type { Static } from 'typebox';
import type { Note as NoteResource } from '../../contract/resources.ts';

/** A note with the metadata that the platform derives. */
export type Note = Static<typeof NoteResource> & {
  noteId: string;
  text: string;
  /** The author. */
  creatorId: string;
  createdDate: string;
  /** The courses of the student whom it is about. */
  courseIds?: string[];
};

export const notes: readonly Note[] = [
  {
    noteId: 'n-ana-tourniquet',
    text: 'Ana places the tourniquet well but forgets to write down the time. Repeat once.',
    creatorId: 'u-marcus',
    createdDate: '2026-04-20T15:10:00.000Z',
    lessonId: 'l-tourniquet',
    classId: 'g-first-aid-spring',
    studentId: 's-first-aid-spring-ana',
    userId: 'u-ana',
    courseId: 'c-first-aid',
    courseIds: ['c-first-aid'],
  },
  {
    noteId: 'n-ana-airway',
    text: 'Practiced on Tomás: chin up first, then look. Ask about children.',
    creatorId: 'u-ana',
    createdDate: '2026-04-22T18:30:00.000Z',
    lessonId: 'l-airway',
    classId: 'g-first-aid-spring',
    studentId: 's-first-aid-spring-ana',
    userId: 'u-ana',
    courseId: 'c-first-aid',
    courseIds: ['c-first-aid'],
  },
  {
    noteId: 'n-spring-parking',
    text: 'Field exam: meet at the north parking lot, not at the school.',
    creatorId: 'u-hana',
    createdDate: '2026-05-02T08:00:00.000Z',
    classId: 'g-first-aid-spring',
    courseId: 'c-first-aid',
  },
  {
    noteId: 'n-ana-clouds',
    text: 'Cirrus from the west on three mornings: ask Hana.',
    creatorId: 'u-ana',
    createdDate: '2026-05-11T19:45:00.000Z',
    lessonId: 'l-high-clouds',
    courseId: 'c-weather',
  },
];
