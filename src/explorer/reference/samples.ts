/** A demo user of the embedded platform whose credential an example needs. */
export type IdentityName = 'student' | 'instructor' | 'plugin';

/** Values with which a field can be tried on the embedded platform. */
export interface Sample {
  /** Argument values. Default: none. */
  arguments?: Readonly<Record<string, unknown>>;
  /** Null: no credential. Default: the student. */
  identity?: IdentityName | null;
  /** What an example selects. Default: plain fields, and objects that come without a call. */
  selection?: string;
  /** The mutation whose example creates what this one changes. */
  after?: string;
  /** Why a page cannot run it: what has to come before. Undefined: it runs. */
  needs?: string;
}

const FIRST = { arguments: { first: 5 } };
const SIGN_IN = 'a code from a sign-in: open the URL that `beginSignIn` returns';
const ATO_SIGN_ON = 'an ATO token: sign on to an ATO request from the console of the embedded platform';

/** By schema coordinate: fields with arguments, fields of another credential, and what cannot run from a page. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'Query.atoRequest': { arguments: { id: 'ato-1' }, identity: 'plugin' },
  'Query.atoRequests': { ...FIRST, identity: 'plugin' },
  'Query.badgeAssertions': { arguments: { userIds: ['u-ana', 'u-okafor'] }, identity: 'plugin' },
  'Query.otherSkills': { arguments: { userIds: ['u-ana', 'u-okafor'] }, identity: 'plugin' },
  'Query.courseBadges': { arguments: { orgIds: ['org-meridian'] }, identity: 'plugin' },
  'Query.objectiveBadges': { arguments: { orgIds: ['org-meridian'] }, identity: 'plugin' },
  'Query.learningRecords': { arguments: { orgIds: ['org-meridian'] }, identity: 'plugin' },
  'Query.bucket': { arguments: { id: 'trail-map' }, selection: '{ id data }' },
  'Query.class': {
    arguments: { id: 'g-first-aid-spring' },
    selection: '{ id name course { name } students { id userId user { handle } } }',
  },
  'Query.classes': FIRST,
  'Query.course': {
    arguments: { id: 'c-first-aid' },
    selection: '{ id name description levels { name lessons { id name } } }',
  },
  'Query.courses': FIRST,
  'Query.leaderboard': {
    arguments: { categories: ['knots', 'weekly'], first: 5 },
    selection: '{ nodes { rank score userId user { handle } } pageInfo { hasNextPage endCursor } }',
  },
  'Query.session': { selection: '{ tokenValid sessionValid }' },
  'Query.leaderboardRank': { arguments: { categories: ['knots', 'weekly'] } },
  'Query.capabilities': { arguments: { term: 'bleeding' }, identity: 'plugin' },
  'Query.candidates': { arguments: { capabilityIds: ['b-o-control-bleeding'] }, identity: 'plugin' },
  'Query.notes': { arguments: { filter: { courseId: 'c-weather' } } },
  'Query.note': { arguments: { id: 'n-ana-clouds' } },
  'Query.searchUsers': { arguments: { term: 'an', first: 5 } },
  'Query.randomUsers': { arguments: { count: 3 } },

  'Mutation.beginSignIn': {
    arguments: { input: { redirectUri: 'http://localhost:3000/callback' } },
    identity: null,
  },
  'Mutation.exchangeCode': {
    arguments: {
      input: { code: 'code', codeVerifier: 'verifier.0123456789.verifier.0123456789.verifier' },
    },
    identity: null,
    needs: SIGN_IN,
  },
  'Mutation.refreshSession': {
    arguments: { input: { refreshToken: 'refresh-token' } },
    identity: null,
    needs: 'the refresh token of a session: `exchangeCode` returns one',
  },
  'Mutation.signOut': { needs: 'a session that may end: it would sign the demo user out' },
  'Mutation.completeAtoSignOn': {
    arguments: { input: { code: 'code', state: 'ato-1' } },
    identity: null,
    needs: 'the code of an ATO sign-on, which the platform sends to the plugin',
  },
  'Mutation.updateAtoStatus': {
    arguments: { input: { requestId: 'ato-1', status: 'UNDER_REVIEW', complete: false, cancellable: true } },
    needs: ATO_SIGN_ON,
  },
  'Mutation.raiseAtoAlert': {
    arguments: {
      input: { requestId: 'ato-1', title: 'Scan', text: 'The scan is done.', type: 'SUCCESS' },
    },
    needs: ATO_SIGN_ON,
  },
  'Mutation.assertBadge': {
    arguments: {
      input: {
        userId: 'u-ana',
        badgeId: 'b-c-first-aid',
        name: 'Field First Aid',
        type: 'course',
        image: 'img-b-c-first-aid',
        issuerName: 'The assistant',
        issuedOn: '2026-06-01T10:00:00Z',
        lessonId: 'l-first-aid-exam',
        classId: 'g-first-aid-spring',
        versionId: 'v-c-first-aid-1',
      },
    },
    identity: 'plugin',
  },
  'Mutation.createBadge': {
    arguments: { input: { name: 'Night walker', type: 'skill', image: 'img-night', proficiency: 2.5 } },
    identity: 'plugin',
  },
  'Mutation.addUserInfo': {
    arguments: { input: { userId: 'u-ana', additionalInfo: [{ title: 'Pace', description: 'Steady' }] } },
    identity: 'plugin',
  },
  'Mutation.createBucket': {
    arguments: { input: { id: 'packing-list', public: false, data: { tent: 1 }, userIds: ['u-kofi'] } },
  },
  'Mutation.updateBucket': {
    arguments: { input: { id: 'trail-map', key: 'settings.units', value: 'imperial' } },
  },
  'Mutation.addBucketUser': { arguments: { input: { id: 'trail-map', userId: 'u-priya' } } },
  'Mutation.removeBucketUser': { arguments: { input: { id: 'trail-map', userId: 'u-priya' } } },
  'Mutation.deleteBucket': { arguments: { input: { id: 'packing-list' } }, after: 'createBucket' },
  'Mutation.submitScore': { arguments: { input: { categories: ['knots', 'weekly'], score: 870 } } },
  'Mutation.createNote': {
    arguments: { input: { text: 'Ask about the field exam', courseId: 'c-first-aid' } },
  },
  'Mutation.createTrainingNote': {
    arguments: {
      input: {
        text: 'Writes down the time now.',
        studentId: 's-first-aid-spring-ana',
        lessonId: 'l-tourniquet',
      },
    },
    identity: 'instructor',
  },
  'Mutation.deleteNote': {
    arguments: { input: { noteId: 'n-ana-clouds' } },
  },
  'Mutation.sendNotification': { arguments: { input: { receiverId: 'u-ana', text: 'Hello' } } },
  'Mutation.registerDevice': {
    arguments: { input: { deviceToken: 'device-token', refreshToken: 'refresh-token' } },
    needs: 'the refresh token of a session: `exchangeCode` returns one',
  },
  'Mutation.acknowledgeNotification': { arguments: { input: { notificationId: 'nt-exam' } } },
  'Mutation.createAnonymousUser': {
    arguments: { input: { dateOfBirth: '2001-02-03' } },
    identity: null,
  },
  'Mutation.recordStatement': {
    arguments: {
      input: {
        actor: { accountName: '@ana.ferreira' },
        verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { en: 'completed' } },
        object: { kind: 'LESSON', ids: { lesson: 'l-tourniquet' } },
        context: { ids: { educationClass: 'g-first-aid-spring', student: 's-first-aid-spring-ana' } },
        timestamp: '2026-06-01T10:00:00Z',
      },
    },
  },
  'Mutation.recordActivity': {
    arguments: {
      input: {
        verb: 'Perfect Sequence',
        object: {
          lessonId: 'l-tourniquet',
          classId: 'g-first-aid-spring',
          studentId: 's-first-aid-spring-ana',
        },
      },
    },
  },

  'Subscription.atoAlertRaised': { arguments: { requestId: 'ato-1' }, identity: 'plugin' },
  'Subscription.atoRequestChanged': { identity: 'plugin' },
  'Subscription.atoDistributionsChanged': { identity: 'plugin' },

  'User.notifications': FIRST,
  'Lesson.locked': { arguments: { studentId: 's-first-aid-spring-ana' } },
  'Course.questions': { identity: 'instructor' },
};
