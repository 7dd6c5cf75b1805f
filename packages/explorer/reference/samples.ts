/** A demo user of the embedded platform whose credential an example needs. */
export type IdentityName = 'student' | 'instructor' | 'plugin';

/** Settings of a field's example on the embedded platform, besides the arguments in `schema/examples`. */
export interface Sample {
  /** Selection of an example. Default: plain fields, and objects that cost no call. */
  selection?: string;
  /** The mutation whose example creates what this one changes. */
  after?: string;
  /** Prerequisites because of which a page cannot run it. Undefined: it runs. */
  needs?: string;
}

const NEW_BUCKET: Sample = { after: 'createBucket' };
const ATO_SIGN_ON: Sample = {
  needs: 'an ATO token: sign on to an ATO request from the console of the embedded platform',
};
const REFRESH_TOKEN = 'the refresh token of a session: `exchangeCode` returns one';

/** Fields that show more to an instructor than to a student. */
export const FIELDS_OF_INSTRUCTORS: ReadonlySet<string> = new Set([
  'Query.notes',
  'Mutation.createTrainingNote',
  'Course.questions',
]);

/** By schema coordinate. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  'Query.learners': {
    selection:
      '{ userId badgeAssertions { name issuedOn } otherSkills { hobbies skills } learningRecord { badgeIds extra } }',
  },
  'Query.bucket': { selection: '{ id data }' },
  'Query.class': {
    selection:
      '{ id name course { name } viewer { lessons { locked lesson { name } } } students { id userId user { handle } } }',
  },
  'Query.course': {
    selection:
      '{ id name description lessons { id name } lesson(id: "l-tourniquet") { name media } levels { name lessons { id } } }',
  },
  'Query.leaderboard': {
    selection:
      '{ nodes { rank score userId user { handle } holder { handle } } pageInfo { hasNextPage endCursor } }',
  },
  'Query.orgLearners': {
    selection:
      '{ nodes { userId organizationRoles { organizationId role } badgeIds extra } pageInfo { hasNextPage endCursor } }',
  },
  'Query.me': { selection: '{ id handle firstName lastName notifications { totalCount nodes { id } } }' },
  'Query.session': { selection: '{ tokenValid sessionValid }' },

  'Mutation.submitScore': { selection: '{ rank entry { userId score categories } extra }' },
  'Mutation.exchangeCode': {
    needs: 'a code from a sign-in: open the URL that `beginSignIn` returns',
  },
  'Mutation.refreshSession': { needs: REFRESH_TOKEN },
  'Mutation.signOut': { needs: 'a session that may end: it would sign the demo user out' },
  'Mutation.completeAtoSignOn': {
    needs: 'the code of an ATO sign-on, which the platform sends to the plugin',
  },
  'Mutation.updateAtoStatus': ATO_SIGN_ON,
  'Mutation.raiseAtoAlert': ATO_SIGN_ON,
  'Mutation.setBucketValue': NEW_BUCKET,
  'Mutation.addBucketUser': NEW_BUCKET,
  'Mutation.removeBucketUser': NEW_BUCKET,
  'Mutation.deleteBucket': NEW_BUCKET,
  'Mutation.registerDevice': { needs: REFRESH_TOKEN },
};
