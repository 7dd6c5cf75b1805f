import { as } from '../support/gateway.ts';

/** A field with valid arguments. */
export interface ValidField {
  arguments: Readonly<Record<string, unknown>>;
  as?: Record<string, string>;
  /** Puts a nested field into its parents. */
  within?: (field: string) => string;
  /** Platform calls that precede the field's own arguments: those of its parents, and of who the caller is. */
  before?: readonly string[];
}

const PROFILE = 'GET /user/v1/my/profile';
const COURSE = 'GET /edu/v1/course?courseId=c-first-aid';
const VERIFIER = 'verifier.0123456789.verifier.0123456789.verifier';
const paging = { first: 2, after: 'cursor' };

/** Every field of the graph with arguments. All required arguments, members and items are given. */
export const FIELDS: Readonly<Record<string, ValidField>> = {
  'Query.atoRequest': { arguments: { id: 'r-1' }, as: as.plugin },
  'Query.atoRequests': { arguments: paging, as: as.plugin },
  'Query.badgeAssertions': { arguments: { userIds: ['u-ana', 'u-kofi'] }, as: as.plugin },
  'Query.otherSkills': { arguments: { userIds: ['u-ana', 'u-kofi'] }, as: as.plugin },
  'Query.courseBadges': { arguments: { orgIds: ['org-1'] }, as: as.plugin },
  'Query.objectiveBadges': { arguments: { orgIds: ['org-1'] }, as: as.plugin },
  'Query.learningRecords': { arguments: { orgIds: ['org-1'] }, as: as.plugin },
  'Query.bucket': { arguments: { id: 'b-1' } },
  'Query.class': { arguments: { id: 'g-1' } },
  'Query.classes': { arguments: paging },
  'Query.course': { arguments: { id: 'c-1' } },
  'Query.courses': { arguments: paging },
  'Query.leaderboard': { arguments: { categories: ['a', 'b'], ...paging } },
  'Query.leaderboardRank': { arguments: { categories: ['a', 'b'], userId: 'u-ana' } },
  'Query.capabilities': { arguments: { term: 'first' }, as: as.plugin },
  'Query.candidates': { arguments: { capabilityIds: ['badge-1'] }, as: as.plugin },
  'Query.notes': {
    arguments: {
      filter: { lessonId: 'l-1', userId: 'u-1', classId: 'g-1', studentId: 's-1', courseId: 'c-1' },
    },
  },
  'Query.note': { arguments: { id: 'n-1' } },
  'Query.searchUsers': { arguments: { term: 'ana', ...paging } },
  'Query.randomUsers': { arguments: { count: 3 } },

  'Mutation.completeAtoSignOn': {
    arguments: { input: { code: 'code', state: 'r-1', codeVerifier: VERIFIER } },
  },
  'Mutation.updateAtoStatus': {
    arguments: { input: { requestId: 'r-1', status: 'COMPLETED', complete: true, cancellable: false } },
  },
  'Mutation.raiseAtoAlert': {
    arguments: {
      input: { requestId: 'r-1', title: 'Scan', text: 'Done', providerId: 'p', status: 's', type: 'INFO' },
    },
  },
  'Mutation.beginSignIn': {
    arguments: {
      input: {
        redirectUri: 'http://localhost:3000/callback',
        appLogin: true,
        responseType: 'CODE',
        state: 'state',
        nonce: 'nonce',
      },
    },
  },
  'Mutation.exchangeCode': {
    arguments: { input: { code: 'code', codeVerifier: VERIFIER, deviceToken: 'device' } },
  },
  'Mutation.refreshSession': { arguments: { input: { refreshToken: 'unknown' } } },
  'Mutation.assertBadge': {
    arguments: {
      input: {
        userId: 'u-ana',
        badgeId: 'badge-1',
        name: 'Knots',
        type: 'skill',
        image: 'image',
        issuerName: 'Guild',
        issuedOn: '2026-02-03',
        lessonId: 'l-1',
        classId: 'g-1',
        versionId: 'v-1',
      },
    },
    as: as.plugin,
  },
  'Mutation.createBadge': {
    arguments: {
      input: {
        name: 'Knots',
        type: 'skill',
        image: 'image',
        proficiency: 1,
        description: 'd',
        alignments: 'a',
        tags: 't',
      },
    },
    as: as.plugin,
  },
  'Mutation.addUserInfo': {
    arguments: { input: { userId: 'u-ana', additionalInfo: [{ title: 'Boat', description: 'Licensed' }] } },
    as: as.plugin,
  },
  'Mutation.createBucket': {
    arguments: { input: { id: 'b-new', public: true, data: { a: 1 }, userIds: ['u-kofi'] } },
  },
  'Mutation.updateBucket': { arguments: { input: { id: 'b-1', key: 'a.b', value: 1 } } },
  'Mutation.deleteBucket': { arguments: { input: { id: 'b-1' } } },
  'Mutation.addBucketUser': { arguments: { input: { id: 'b-1', userId: 'u-kofi' } } },
  'Mutation.removeBucketUser': { arguments: { input: { id: 'b-1', userId: 'u-kofi' } } },
  'Mutation.submitScore': { arguments: { input: { categories: ['a', 'b'], score: 3 } } },
  'Mutation.createNote': {
    arguments: {
      input: {
        text: 'Note',
        lessonId: 'l-1',
        userId: 'u-1',
        classId: 'g-1',
        studentId: 's-1',
        courseId: 'c-1',
      },
    },
  },
  'Mutation.createTrainingNote': {
    arguments: {
      input: {
        text: 'Note',
        lessonId: 'l-1',
        userId: 'u-1',
        classId: 'g-1',
        studentId: 's-1',
        courseId: 'c-1',
      },
    },
  },
  'Mutation.deleteNote': { arguments: { input: { noteId: 'n-1' } } },
  'Mutation.sendNotification': {
    arguments: {
      input: { receiverId: 'u-kofi', text: 'Hello', textParameters: 'p', path: '/home', persist: true },
    },
  },
  'Mutation.registerDevice': { arguments: { input: { deviceToken: 'device', refreshToken: 'refresh' } } },
  'Mutation.acknowledgeNotification': { arguments: { input: { notificationId: 'no-1' } } },
  'Mutation.createAnonymousUser': {
    arguments: { input: { dateOfBirth: '2001-02-03', deviceToken: 'device' } },
  },
  'Mutation.recordStatement': {
    arguments: {
      input: {
        actor: {
          accountName: 'ana',
          name: 'Ana',
          objectType: 'GROUP',
          members: [{ accountName: 'kofi', name: 'Kofi' }],
        },
        verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { en: 'completed' } },
        object: {
          kind: 'LESSON',
          ids: { lesson: 'l-1' },
          id: 'https://app.example/lessons/1',
          definition: { a: 1 },
          extensions: { a: 1 },
          objectType: 'ACTIVITY',
          properties: { a: 1 },
        },
        result: { success: true },
        context: { ids: { course: 'c-1' }, extensions: { a: 1 }, properties: { platform: 'web' } },
        timestamp: '2026-02-03T04:05:06Z',
        authority: { a: 1 },
      },
    },
  },
  'Mutation.recordActivity': {
    arguments: {
      input: {
        verb: 'Perfect Sequence',
        object: {
          lessonId: 'l-1',
          classId: 'g-1',
          studentId: 's-1',
          lessonResultId: 'lr-1',
          objectiveId: 'o-1',
          questionText: 'Why?',
          questionIndex: 0,
          error: true,
          assist: true,
          safety: true,
          knowledge: true,
          target: 'knot',
          extra: { a: 1 },
        },
        actorId: 'u-ana',
        timestamp: '2026-02-03',
      },
    },
  },

  'Subscription.atoAlertRaised': { arguments: { requestId: 'r-1', after: 'cursor' }, as: as.plugin },
  'Subscription.atoRequestChanged': { arguments: { requestId: 'r-1', after: 'cursor' }, as: as.plugin },
  'Subscription.atoDistributionsChanged': { arguments: { requestId: 'r-1', after: 'cursor' }, as: as.plugin },
  // A cursor belongs to a user, whom the platform names.
  'Subscription.notificationReceived': { arguments: { after: 'cursor' }, before: [PROFILE] },

  'User.notifications': {
    arguments: { includeAcknowledged: true, since: '2026-02-03', ...paging },
    within: (field) => `me { ${field} }`,
    before: [PROFILE],
  },
  'Bucket.data': { arguments: { key: 'a.b' }, within: (field) => `bucket(id: "b-1") { ${field} }` },
  'Lesson.locked': {
    arguments: { studentId: 's-1' },
    within: (field) => `course(id: "c-first-aid") { levels { lessons { ${field} } } }`,
    before: [COURSE, 'GET /edu/v1/course/levels?courseId=c-first-aid'],
  },
  'Course.questions': {
    arguments: { includeRemoved: true },
    within: (field) => `course(id: "c-first-aid") { ${field} }`,
    before: [COURSE],
  },
};
