import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { request, startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

const create = (as: string, body: object) => platform.call('createNote', as, { ...body });

describe('a new note', () => {
  it('gets the course of its lesson or class', async () => {
    const onLesson = await create(platform.student, { text: 'a', lessonId: 'l-grid' });
    expect(onLesson.body).toMatchObject({ lessonId: 'l-grid', courseId: 'c-land-nav', creatorId: 'u-ana' });
    const onClass = await create(platform.student, { text: 'b', classId: 'g-radio-evening' });
    expect(onClass.body.courseId).toBe('c-radio');
  });

  it('gets the user, class and courses of its student', async () => {
    const { body } = await create(platform.instructor, {
      text: 'c',
      studentId: 's-land-nav-ridge-priya',
      lessonId: 'l-grid',
    });
    expect(body).toMatchObject({
      studentId: 's-land-nav-ridge-priya',
      userId: 'u-priya',
      classId: 'g-land-nav-ridge',
      courseId: 'c-land-nav',
      courseIds: ['c-first-aid', 'c-land-nav', 'c-drone'],
    });
  });
});

describe('notes', () => {
  const ids = async (as: string, query: Record<string, string>) => {
    const { body } = await platform.call('listNotes', as, query);
    return body.map((note: { noteId: string }) => note.noteId);
  };

  it('are visible to their author and to the instructors of the class', async () => {
    expect(await ids(platform.instructor, { classId: 'g-first-aid-spring' })).toEqual([
      'n-ana-tourniquet',
      'n-ana-airway',
      'n-spring-parking',
    ]);
    expect(await ids(platform.student, { classId: 'g-first-aid-spring' })).toEqual(['n-ana-airway']);
    expect(await ids(platform.student, { lessonId: 'l-high-clouds' })).toEqual(['n-ana-clouds']);
  });

  it('match all filters together', async () => {
    const query = { studentId: 's-first-aid-spring-ana', userId: 'u-ana', courseId: 'c-first-aid' };
    expect(await ids(platform.instructor, query)).toEqual(['n-ana-tourniquet', 'n-ana-airway']);
    expect(await ids(platform.instructor, { ...query, lessonId: 'l-heat' })).toEqual([]);
  });

  it('are served only at their own address', async () => {
    const ask = { as: platform.instructor };
    expect((await platform.request('/edu/v1/note/list', ask)).status).toBe(404);
    expect((await request(platform.notesUrl, '/edu/v1/course/list', ask)).status).toBe(404);
  });
});
