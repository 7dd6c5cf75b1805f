import { randomUUID } from 'node:crypto';
import { forUsers } from '../callers.ts';
import { coursesOf, findEnrollment, isInstructor, isMember } from '../membership.ts';
import { forbidden, found } from '../refusal.ts';
import type { Note, User } from '../school.ts';
import { type State, timestamp } from '../state.ts';

/** Contract: Endpoints, Notes; served only at `{notes_base_url}`. */
export const noteHandlers = (state: State) =>
  forUsers(state, {
    listNotes: ({ user, values: filter }) => {
      const visible = [...state.notes.values()].filter((note) => maySee(state, note, user.userId));
      return visible.filter((note) => concerns(note, filter));
    },

    readNote: ({ user, values: { noteId } }) => visibleNote(state, noteId, user),

    createNote: ({ user, values: { text, ...subject } }) => {
      const note: Note = {
        noteId: `n-${randomUUID()}`,
        text,
        creatorId: user.userId,
        createdDate: timestamp(state),
        ...withMetadata(state, subject, user),
      };
      state.notes.set(note.noteId, note);
      return note;
    },

    removeNote: ({ user, values: { noteId } }) => {
      visibleNote(state, noteId, user);
      state.notes.delete(noteId);
      return { noteId, removed: true };
    },
  });

const SUBJECTS = ['lessonId', 'userId', 'classId', 'studentId', 'courseId'] as const;

/** The subject of a note, or the filter of a list. */
type Subject = Pick<Note, (typeof SUBJECTS)[number]>;

/**
 * Adds derived metadata: the course of a lesson or class; the user, class and courses of a student. Never overwrites the
 * caller's values. Contract: Resources, Note.
 */
function withMetadata(state: State, subject: Subject, author: User): Partial<Note> {
  const derived: Partial<Note> = {};
  if (subject.lessonId !== undefined) {
    derived.courseId = found(state.lessons.get(subject.lessonId), 'lesson').courseId;
  }
  if (subject.classId !== undefined) {
    const group = found(state.classes.get(subject.classId), 'class');
    if (!isMember(group, author.userId)) throw forbidden('only members may write notes about a class');
    derived.courseId ??= group.courseId;
  }
  if (subject.studentId !== undefined) {
    const { group, userId } = found(findEnrollment(state, subject.studentId), 'student');
    if (userId !== author.userId && !isInstructor(group, author.userId)) {
      throw forbidden('only the student and the instructors of the class may write notes about a student');
    }
    derived.userId = userId;
    derived.classId = group.groupId;
    derived.courseId ??= group.courseId;
    derived.courseIds = coursesOf(state, userId);
  }
  if (subject.courseId !== undefined) found(state.courses.get(subject.courseId), 'course');
  if (subject.userId !== undefined) found(state.users.get(subject.userId), 'user');
  return { ...derived, ...subject };
}

/** True for the author and for the instructors of the note's class. */
function maySee(state: State, note: Note, userId: string): boolean {
  if (note.creatorId === userId) return true;
  const group = state.classes.get(note.classId ?? '');
  return group !== undefined && isInstructor(group, userId);
}

const concerns = (note: Note, filter: Subject): boolean =>
  SUBJECTS.every((name) => {
    const wanted = filter[name];
    if (wanted === undefined || note[name] === wanted) return true;
    return name === 'courseId' && note.courseIds?.includes(wanted) === true;
  });

/** @throws Refusal 403, 404 */
function visibleNote(state: State, noteId: string, user: User): Note {
  const note = found(state.notes.get(noteId), 'note');
  if (!maySee(state, note, user.userId))
    throw forbidden('only the author and the instructors of the class may access this note');
  return note;
}
