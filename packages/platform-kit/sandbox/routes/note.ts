import { randomUUID } from 'node:crypto';
import { callerOf } from '../credential.ts';
import { coursesOf, findEnrollment, isInstructor, isMember } from '../membership.ts';
import { forbidden, notFound } from '../refusal.ts';
import type { Handlers } from '../route-env.ts';
import type { Note } from '../school/note.ts';
import type { User } from '../school/user.ts';
import type { State } from '../state.ts';
import { timestamp } from '../state.ts';
import type { Values } from '../values.ts';
import { findClass } from './class.ts';
import { findCourse } from './course.ts';

/** Contract: Endpoints, Notes; served only at `{notes_base_url}`. */
export const noteHandlers = (state: State) =>
  ({
    listNotes: (c) => {
      const { user } = callerOf(c, state);
      const filter = subjectOf(c.var.values);
      const visible = [...state.notes.values()].filter((note) => maySee(state, note, user.userId));
      return c.json(visible.filter((note) => concerns(note, filter)));
    },

    readNote: (c) => {
      const { user } = callerOf(c, state);
      const note = findNote(state, c.var.values.text('noteId'));
      if (!maySee(state, note, user.userId))
        throw forbidden('only the author and the instructors of the class may access this note');
      return c.json(note);
    },

    createNote: (c) => {
      const { user } = callerOf(c, state);
      const { values } = c.var;
      const subject = subjectOf(values);
      const note: Note = {
        noteId: `n-${randomUUID()}`,
        text: values.text('text'),
        creatorId: user.userId,
        createdDate: timestamp(state),
        ...withMetadata(state, subject, user),
      };
      state.notes.set(note.noteId, note);
      return c.json(note);
    },

    removeNote: (c) => {
      const { user } = callerOf(c, state);
      const note = findNote(state, c.var.values.text('noteId'));
      if (!maySee(state, note, user.userId))
        throw forbidden('only the author and the instructors of the class may access this note');
      state.notes.delete(note.noteId);
      return c.json({ noteId: note.noteId, removed: true });
    },
  }) satisfies Handlers;

/** The subject of a note, or the filter of a list. */
type Subject = Pick<Note, 'lessonId' | 'userId' | 'classId' | 'studentId' | 'courseId'>;

function subjectOf(values: Values): Subject {
  const names = ['lessonId', 'userId', 'classId', 'studentId', 'courseId'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = values.optionalText(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Adds derived metadata: the course of a lesson or class; the user, class and courses of a student. Never overwrites the
 * caller's values. Contract: Resources, Note.
 */
function withMetadata(state: State, subject: Subject, author: User): Partial<Note> {
  const derived: Partial<Note> = {};
  if (subject.lessonId !== undefined) {
    const lesson = state.lessons.get(subject.lessonId);
    if (!lesson) throw notFound('lesson not found');
    derived.courseId = lesson.courseId;
  }
  if (subject.classId !== undefined) {
    const group = findClass(state, subject.classId);
    if (!isMember(group, author.userId)) throw forbidden('only members may write notes about a class');
    derived.courseId ??= group.courseId;
  }
  if (subject.studentId !== undefined) {
    const enrollment = findEnrollment(state, subject.studentId);
    if (!enrollment) throw notFound('student not found');
    const { group, userId } = enrollment;
    if (userId !== author.userId && !isInstructor(group, author.userId)) {
      throw forbidden('only the student and the instructors of the class may write notes about a student');
    }
    derived.userId = userId;
    derived.classId = group.groupId;
    derived.courseId ??= group.courseId;
    derived.courseIds = coursesOf(state, userId);
  }
  if (subject.courseId !== undefined) findCourse(state, subject.courseId);
  if (subject.userId !== undefined && !state.users.has(subject.userId)) {
    throw notFound('user not found');
  }
  return { ...derived, ...subject };
}

/** True for the author and for the instructors of the note's class. */
function maySee(state: State, note: Note, userId: string): boolean {
  if (note.creatorId === userId) return true;
  const group = state.classes.get(note.classId ?? '');
  return group !== undefined && isInstructor(group, userId);
}

function concerns(note: Note, { courseId, ...filter }: Subject): boolean {
  if (courseId !== undefined && note.courseId !== courseId && !note.courseIds?.includes(courseId))
    return false;
  return (
    (filter.lessonId === undefined || filter.lessonId === note.lessonId) &&
    (filter.userId === undefined || filter.userId === note.userId) &&
    (filter.classId === undefined || filter.classId === note.classId) &&
    (filter.studentId === undefined || filter.studentId === note.studentId)
  );
}

function findNote(state: State, noteId: string): Note {
  const note = state.notes.get(noteId);
  if (!note) throw notFound('note not found');
  return note;
}
