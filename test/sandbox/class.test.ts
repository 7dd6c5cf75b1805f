import { describe, expect, it } from 'vitest';
import { forSuite } from '../support/suite.ts';
import { startPlatform } from './platform.ts';

const platform = forSuite(startPlatform);

describe('the class list', () => {
  it("has a student's classes, each with the student's ID in it", async () => {
    const { body } = await platform.request('/edu/v1/class/list', { as: platform.student });
    expect(body).toMatchObject({ total: 6, limit: 10, page: 1, pages: 1 });
    expect(body.docs[0]).toEqual({
      groupId: 'g-first-aid-spring',
      name: 'First Aid, Spring Group',
      joinCode: 'SPRING-24',
      studentId: 's-first-aid-spring-ana',
      course: expect.objectContaining({ courseId: 'c-first-aid', name: 'Field First Aid' }),
    });
  });

  it("has an instructor's classes, without a student ID", async () => {
    const { body } = await platform.request('/edu/v1/class/list', { as: platform.instructor });
    expect(body.docs[0]).toMatchObject({ instructorId: 'i-first-aid-spring-marcus' });
    expect(body.docs[0]).not.toHaveProperty('studentId');
  });

  it('is paged', async () => {
    const observer = platform.issueToken('u-ingrid');
    const { body } = await platform.request('/edu/v1/class/list', {
      as: observer,
      query: { page: '2', limit: '5' },
    });
    expect(body).toMatchObject({ total: 12, limit: 5, page: 2, pages: 3 });
    expect(body.docs).toHaveLength(5);
  });
});

describe('a class structure', () => {
  const structure = (as: string, classId: string) =>
    platform.request('/edu/v1/class/structure', { as, query: { classId } });

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

  it('is readable only by members', async () => {
    expect((await structure(platform.student, 'g-range-vanguard')).status).toBe(403);
    expect((await structure(platform.student, 'nothing')).status).toBe(404);
    expect((await platform.request('/edu/v1/class/structure', { as: platform.student })).status).toBe(400);
  });
});
