import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

describe('the class list', () => {
  it('is paged, and has the classes that the caller observes', async () => {
    const page = { page: '2', limit: '5' };
    const { body } = await platform.call('listClasses', platform.issueToken('u-ingrid'), page);
    expect(body).toMatchObject({ total: 12, limit: 5, page: 2, pages: 3 });
    expect(body.docs).toHaveLength(5);
  });
});

describe('a class structure', () => {
  const structure = (as: string, classId: string) => platform.call('readClass', as, { classId });

  it('has instructors, students and observers with their member profiles', async () => {
    const { body } = await structure(platform.student, 'g-first-aid-spring');
    expect(body.instructors[0]).toMatchObject({
      instructorId: 'i-first-aid-spring-marcus',
      user: { userId: 'u-marcus', position: 'Lead Instructor', role: 'instructor', anonymous: false },
    });
    expect(body.students).toHaveLength(25);
    expect(body.observers[0].observerId).toBe('ob-first-aid-spring-ingrid');
    expect(body.course.courseId).toBe('c-first-aid');
    for (const { user } of body.students) {
      expect(user).not.toHaveProperty('email');
      expect('firstName' in user).toBe(!user.anonymous);
      expect(user).toHaveProperty('role');
    }
  });

  it("shows children with their parents' settings", async () => {
    const { body } = await structure(platform.instructor, 'g-knots-juniors');
    const mina = body.students.find((student: { studentId: string }) => student.studentId.endsWith('mina'));
    expect(mina.user.parentFlags).toEqual({ cameraDisabled: true, proximityFriends: false });
  });
});
