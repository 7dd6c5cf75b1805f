import { describe, expect, it } from 'vitest';
import { json } from './support/faults.ts';
import { as, codesByPath } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

describe('questions of a course', () => {
  const gateway = suiteGateway();

  it('lists current questions, with the token in the header that the route requires', async () => {
    const { data, calls } = await gateway.instructor(
      `{ course(id: "c-first-aid") { questions { id kind revision text questionType answers correctAnswerIndex createdDate removedDate course { name } } } }`,
    );
    expect(data.course.questions).toHaveLength(3);
    expect(data.course.questions[1]).toEqual({
      id: 'q-tourniquet-place',
      kind: 'CourseQuestion',
      revision: 0,
      text: 'Where does a tourniquet go?',
      questionType: 'multiple-choice',
      answers: ['On the joint', 'On the wound', 'A hand above the wound'],
      correctAnswerIndex: 2,
      createdDate: '2026-01-10T09:30:00.000Z',
      removedDate: null,
      course: { name: 'Field First Aid' },
    });
    expect(calls).toEqual([
      'GET /edu/v1/course?courseId=c-first-aid',
      'GET /edu/v1/question/?courseId=c-first-aid',
    ]);
    const { headers } = gateway.requests.at(-1) ?? {};
    expect(headers?.authentication).toBe('Bearer demo-instructor-token');
    expect(headers?.authorization).toBeUndefined();
  });

  it('has no correct answer for a short-answer question', async () => {
    const { data } = await gateway.instructor(
      `{ course(id: "c-first-aid") { questions { questionType answers correctAnswerIndex } } }`,
    );
    expect(data.course.questions.at(-1)).toEqual({
      questionType: 'short-answer',
      answers: [],
      correctAnswerIndex: null,
    });
  });

  it('includes removed questions on request, with one call per list', async () => {
    const { data, calls } = await gateway.instructor(`{ course(id: "c-first-aid") {
        questions { id }
        all: questions(includeRemoved: true) { id removedDate }
        again: questions(includeRemoved: true) { text }
      } }`);
    expect(data.course.questions).toHaveLength(3);
    expect(data.course.all.at(-1)).toEqual({ id: 'q-butter-burns', removedDate: '2026-02-20T16:00:00.000Z' });
    expect(calls.slice(1).toSorted()).toEqual([
      'GET /edu/v1/question/?courseId=c-first-aid',
      'GET /edu/v1/question/?courseId=c-first-aid&showRemoved=true',
    ]);
  });

  it('is FORBIDDEN for a student, and leaves the rest of the course unaffected', async () => {
    const { data, errors } = await gateway.query(
      `{ course(id: "c-first-aid") { name questions { text } } }`,
      {
        as: as.student,
      },
    );
    expect(data).toEqual({ course: { name: 'Field First Aid', questions: null } });
    expect(codesByPath(errors)).toEqual({ 'course.questions': 'FORBIDDEN' });
  });

  it('reads numeric IDs, `_id` alone and a wrapped list', async () => {
    gateway.faults.set(
      'GET /edu/v1/question/',
      json({ docs: [{ _id: 17, course: 4, text: 'Why?', extra: true }] }),
    );
    const { data } = await gateway.instructor(
      `{ course(id: "c-first-aid") { questions { id text answers } } }`,
    );
    expect(data.course.questions).toEqual([{ id: '17', text: 'Why?', answers: null }]);
  });
});
