import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

const asStudent = (route: string, query: Record<string, string | string[]> = {}) =>
  platform.request(route, { as: platform.student, query });

describe('courses', () => {
  it('are listed with ten per page, from page one, at most a hundred', async () => {
    const { body } = await asStudent('/edu/v1/course/list');
    expect(body).toMatchObject({ total: 14, limit: 10, page: 1, pages: 2 });
    expect(body.docs).toHaveLength(10);
    expect((await asStudent('/edu/v1/course/list', { page: '2' })).body.docs).toHaveLength(4);
    expect((await asStudent('/edu/v1/course/list', { page: '3' })).body.docs).toEqual([]);
    expect((await asStudent('/edu/v1/course/list', { limit: '1000' })).body.limit).toBe(100);
  });
});

describe('objectives', () => {
  it('list their lessons', async () => {
    const { body } = await asStudent('/edu/v1/course/objectives', { courseId: 'c-land-nav' });
    expect(body[0]).toEqual({
      objectiveId: 'o-read-map',
      name: 'Read a topographic map',
      lessonIds: ['l-contours', 'l-grid'],
    });
  });

  it('are scored for the calling student: by objective, by lesson, or not yet', async () => {
    const { body } = await asStudent('/edu/v1/course/objectives/performance', { courseId: 'c-first-aid' });
    expect(body[0]).toMatchObject({ objectiveId: 'o-assess-scene', skill: 3, skillDescription: 'Expert' });
    expect(body[0].lessonScores).toEqual([
      { lessonId: 'l-scene-safety', score: 95, scoreType: 'objective' },
      { lessonId: 'l-primary-survey', score: 88, scoreType: 'lesson' },
    ]);
    expect(body[1]).toMatchObject({ skill: 1, skillDescription: 'Basic' });
    expect(body[3]).toMatchObject({ skill: 0, skillDescription: null, score: null });
    expect(body[3].lessonScores[0]).toEqual({ lessonId: 'l-evacuation', score: null, scoreType: null });
  });
});

describe('levels', () => {
  interface Lesson {
    lessonId: string;
    locked: boolean;
    childLessons: Lesson[];
  }
  const lessons = (body: { levels: { lessons: Lesson[] }[] }): Lesson[] => {
    const all = (list: Lesson[]): Lesson[] => list.flatMap((lesson) => [lesson, ...all(lesson.childLessons)]);
    return all(body.levels.flatMap((level) => level.lessons));
  };
  const locked = (body: { levels: { lessons: Lesson[] }[] }) =>
    lessons(body)
      .filter((lesson) => lesson.locked)
      .map((lesson) => lesson.lessonId);

  it('are unlocked without a student', async () => {
    const { body } = await asStudent('/edu/v1/course/levels', { courseId: 'c-first-aid' });
    expect(locked(body)).toEqual([]);
    expect(body.levels[0].lessons[1].childLessons).toHaveLength(3);
    expect(body.levels[0]).not.toHaveProperty('prerequisites');
    expect(body.levels[0].lessons[1]).not.toHaveProperty('prerequisites');
  });

  it('are locked by lesson and level prerequisites for a student', async () => {
    const lockedFor = async (studentId: string) => {
      const query = { courseId: 'c-first-aid', studentId };
      return locked(
        (await platform.request('/edu/v1/course/levels', { as: platform.instructor, query })).body,
      );
    };
    expect(await lockedFor('s-first-aid-spring-ana')).toEqual(['l-evacuation', 'l-first-aid-exam']);
    expect(await lockedFor('s-first-aid-spring-noor')).toEqual([
      'l-tourniquet',
      'l-evacuation',
      'l-first-aid-exam',
    ]);
    expect(await lockedFor('s-first-aid-spring-mei')).toEqual([
      'l-primary-survey',
      'l-airway',
      'l-breathing',
      'l-circulation',
      'l-bleeding',
      'l-tourniquet',
      'l-heat',
      'l-cold',
      'l-evacuation',
      'l-first-aid-exam',
    ]);
    expect(await lockedFor('s-first-aid-spring-priya')).toEqual([]);
  });
});
