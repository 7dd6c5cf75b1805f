import { describe, expect, it } from 'vitest';
import { json } from './support/faults.ts';
import { suiteGateway } from './support/suite.ts';

describe('questions of a course', () => {
  const gateway = suiteGateway();

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
