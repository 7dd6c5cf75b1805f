import type { ListenerName } from '../../src/sandbox/index.ts';

/** Values that are known only when a platform runs. */
export interface World {
  studentToken: string;
  instructorToken: string;
  /** The `Basic` value of the configured plugin. */
  plugin: string;
  /** A token of a session that is signed out. */
  leavingToken: string;
  /** Tokens of a session that is registered and refreshed. */
  sessionToken: string;
  sessionRefreshToken: string;
  redirectUri: string;
  /** Codes of two finished sign-ins, each with its verifier. */
  code: string;
  codeVerifier: string;
  deviceCode: string;
  deviceCodeVerifier: string;
  /** An ATO request, the code of its sign-on and a token from another sign-on. */
  atoRequestId: string;
  atoCode: string;
  atoToken: string;
  xapiHomePage: string;
  xapiBase: string;
  xapiApiIdBase: string;
}

/** One call as it must arrive at the platform. */
export interface ExpectedCall {
  /** The route of the contract, as in `GET /edu/v1/course`. */
  route: string;
  listener: ListenerName;
  query: Readonly<Record<string, string | readonly string[]>>;
  /** The credential header with its value. Null: no credential. */
  credential: string | null;
  /** The JSON body. Undefined: none. */
  body?: unknown;
}

/** One way to reach a route through the graph. */
export interface Reach {
  /** The route of the contract. */
  route: string;
  /** The fields of the graph that call it, all in the document. */
  fields: readonly string[];
  /** Subscriptions with this route as their source. */
  streams?: readonly string[];
  document: string;
  variables?: Readonly<Record<string, unknown>>;
  /** The `Authorization` header of the operation. Null: none. */
  authorization: string | null;
  /**
   * All calls of the operation. `{a.b}` is a placeholder for the response's value at `a.b`,
   * `{S256 a.b}` for its base64url SHA-256.
   */
  calls: readonly ExpectedCall[];
  /** Path in the response of a URL for the browser; the call to it is the last of `calls`. */
  opens?: string;
}

/** A call from the platform to the plugin, and the fields that expose it. */
export interface InboundReach {
  /** The name of the call in the contract. */
  call: string;
  /** The gateway's endpoint. */
  endpoint: string;
  fields: readonly string[];
  /** Subscriptions that deliver it. */
  streams?: readonly string[];
  document: string;
  variables?: Readonly<Record<string, unknown>>;
  /** The platform calls of the endpoint itself. */
  endpointCalls: readonly ExpectedCall[];
  /** The platform calls of the document. */
  calls: readonly ExpectedCall[];
}

const USER = `id handle firstName lastName userType accountType country profilePic coverPhoto anonymous`;
const DETAILS = `position role parentFlags { cameraDisabled proximityFriends } organizationRoles militaryGrade
  displayRank displayDutyTitle gender civilianGrade civilianBand jobSeriesNumber jobTitle`;
const COURSE = 'id name description profilePic coverPhoto';
const LESSON = `id name description profilePic coverPhoto media isAssessment expectedCompletionTime instructorGraded
  public launchParameters`;
const TOKEN = 'token { accessToken refreshToken tokenType expiresIn extra }';
const NOTE = 'id text authorId createdDate lessonId courseId courseIds classId studentId userId';
const ENTRY = 'userId score categories rank extra';
const NOTIFICATION = 'id text textParameters path persist acknowledged createdDate receiverId senderId';
const ASSERTION =
  'id badgeId name type image issuerName issuedOn userId lessonId classId courseId versionId extra';
const BADGE =
  'id name type image description alignments tags proficiency courseId objectiveId versionId extra';

type Parts = Partial<Pick<ExpectedCall, 'listener' | 'query' | 'credential' | 'body'>>;

const call = (route: string, parts: Parts = {}): ExpectedCall => ({
  route,
  listener: 'base',
  query: {},
  credential: null,
  ...parts,
});

/** Every route of the contract and the fields that call it. */
export function reachTable(world: World): readonly Reach[] {
  const bearer = (token: string) => `Bearer ${token}`;
  const header = (token: string) => `Authorization: ${bearer(token)}`;
  const student = header(world.studentToken);
  const asStudent = { authorization: bearer(world.studentToken) };
  const asInstructor = { authorization: bearer(world.instructorToken) };
  const asPlugin = { authorization: world.plugin };
  const asNobody = { authorization: null };
  const plugin = `Authorization: ${world.plugin}`;

  const read = (route: string, query: ExpectedCall['query'] = {}, credential: string | null = student) =>
    call(`GET ${route}`, { query, credential });
  const write = (route: string, body: unknown, credential: string | null = student) =>
    call(route, { body, credential });
  const atNotes = (one: ExpectedCall): ExpectedCall => ({ ...one, listener: 'notes' });

  const ownProfile = read('/user/v1/my/profile');
  const firstAid = read('/edu/v1/course', { courseId: 'c-first-aid' });

  return [
    // Sign-in and session
    {
      route: 'GET /oauth/v2/signin',
      fields: ['Mutation.beginSignIn'],
      document: `mutation ($input: BeginSignInInput!) { beginSignIn(input: $input) { url state codeVerifier nonce } }`,
      variables: { input: { redirectUri: world.redirectUri, appLogin: true, state: 'where I was & more' } },
      ...asNobody,
      opens: 'beginSignIn.url',
      calls: [
        read(
          '/oauth/v2/signin',
          {
            client_id: 'demo-app',
            response_type: 'code',
            redirect_uri: world.redirectUri,
            state: 'where I was & more',
            app_login: 'true',
            code_challenge: '{S256 beginSignIn.codeVerifier}',
            code_challenge_method: 'S256',
            nonce: '{beginSignIn.nonce}',
          },
          null,
        ),
      ],
    },
    {
      route: 'POST /oauth/v2/token',
      fields: ['Mutation.exchangeCode'],
      document: `mutation ($input: ExchangeCodeInput!) { exchangeCode(input: $input) { ${TOKEN} deviceRegistered } }`,
      variables: { input: { code: world.code, codeVerifier: world.codeVerifier } },
      ...asNobody,
      calls: [
        write(
          'POST /oauth/v2/token',
          {
            client_id: 'demo-app',
            grant_type: 'authorization_code',
            code: world.code,
            code_verifier: world.codeVerifier,
          },
          null,
        ),
      ],
    },
    {
      route: 'POST /oauth/v2/token',
      fields: ['Mutation.completeAtoSignOn'],
      document: `mutation ($input: CompleteAtoSignOnInput!) { completeAtoSignOn(input: $input) { ${TOKEN} requestId bound } }`,
      variables: { input: { code: world.atoCode, state: world.atoRequestId } },
      ...asNobody,
      calls: [
        write(
          'POST /oauth/v2/token',
          { client_id: 'demo-plugin', grant_type: 'authorization_code', code: world.atoCode },
          null,
        ),
        read('/user/v1/my/profile', {}, 'Authorization: Bearer {completeAtoSignOn.token.accessToken}'),
      ],
    },
    {
      route: 'GET /oauth/v2/logout',
      fields: ['Mutation.signOut'],
      document: 'mutation { signOut { signedOut extra } }',
      authorization: bearer(world.leavingToken),
      calls: [read('/oauth/v2/logout', {}, header(world.leavingToken))],
    },
    {
      route: 'GET /oauth/v2/token/validate',
      fields: ['Query.session', 'Session.tokenValid', 'Session.tokenExtra'],
      document: '{ session { tokenValid extra: tokenExtra } }',
      ...asStudent,
      calls: [read('/oauth/v2/token/validate', {}, `Authentication: ${bearer(world.studentToken)}`)],
    },
    {
      route: 'GET /oauth/v2/session/validate',
      fields: ['Query.session', 'Session.sessionValid', 'Session.sessionExtra'],
      document: '{ session { sessionValid extra: sessionExtra } }',
      ...asStudent,
      calls: [read('/oauth/v2/session/validate')],
    },

    // User and profile
    {
      route: 'GET /user/v1/my/profile',
      fields: ['Query.me'],
      document: `{ me { ${USER} ${DETAILS} email trainer trainee } }`,
      ...asStudent,
      calls: [ownProfile],
    },
    {
      route: 'GET /user/v1/my/friends',
      fields: ['User.friends'],
      document: `{ me { friends { userId user { ${USER} } details { ${DETAILS} } } } }`,
      ...asStudent,
      calls: [ownProfile, read('/user/v1/my/friends')],
    },
    {
      route: 'GET /user/v1/my/profile/picture',
      fields: ['User.profileImage'],
      document: '{ me { profileImage { base64 dataUri byteLength } } }',
      ...asStudent,
      calls: [ownProfile, read('/user/v1/my/profile/picture')],
    },
    {
      route: 'GET /user/v1/my/profile/cover',
      fields: ['User.coverImage'],
      document: '{ me { coverImage { base64 dataUri byteLength } } }',
      ...asStudent,
      calls: [ownProfile, read('/user/v1/my/profile/cover')],
    },
    {
      route: 'PUT /user/v1/my/profile',
      fields: ['Mutation.createAnonymousUser'],
      document: `mutation ($input: CreateAnonymousUserInput!) { createAnonymousUser(input: $input) {
        user { ${USER} } ${TOKEN} extra
      } }`,
      variables: { input: { dateOfBirth: '2001-02-03', deviceToken: 'device-1' } },
      // The operation's credential is not sent.
      ...asStudent,
      calls: [
        write(
          'PUT /user/v1/my/profile',
          { anonymous: true, clientId: 'demo-app', dateOfBirth: '2001-02-03', deviceToken: 'device-1' },
          null,
        ),
      ],
    },
    {
      route: 'GET /user/v1/search',
      fields: ['Query.searchUsers'],
      document: `{ searchUsers(term: "a f", first: 5) { edges { node { ${USER} } details { ${DETAILS} } } totalCount } }`,
      ...asStudent,
      calls: [read('/user/v1/search', { limit: '5', page: '1', term: 'a f' })],
    },
    {
      route: 'GET /user/v1/search/random',
      fields: ['Query.randomUsers'],
      document: `{ randomUsers(count: 25) { userId user { ${USER} } details { ${DETAILS} } } }`,
      ...asStudent,
      calls: [read('/user/v1/search/random', { count: '25' })],
    },

    // Courses
    {
      route: 'GET /edu/v1/course',
      fields: ['Query.course'],
      document: `{ course(id: "c-first-aid") { ${COURSE} } }`,
      ...asStudent,
      calls: [firstAid],
    },
    {
      route: 'GET /edu/v1/course/list',
      fields: ['Query.courses'],
      document: `{ courses(first: 4) { nodes { ${COURSE} } totalCount } }`,
      ...asStudent,
      calls: [read('/edu/v1/course/list', { limit: '4', page: '1' })],
    },
    {
      route: 'GET /edu/v1/course/objectives',
      fields: ['Course.objectives'],
      document: '{ course(id: "c-first-aid") { objectives { id name lessonIds } } }',
      ...asStudent,
      calls: [firstAid, read('/edu/v1/course/objectives', { courseId: 'c-first-aid' })],
    },
    {
      route: 'GET /edu/v1/course/objectives/performance',
      fields: ['CourseObjective.performance'],
      document: `{ course(id: "c-first-aid") { objectives { performance {
        skill skillDescription score lessonScores { lessonId score scoreType }
      } } } }`,
      ...asStudent,
      calls: [
        firstAid,
        read('/edu/v1/course/objectives', { courseId: 'c-first-aid' }),
        read('/edu/v1/course/objectives/performance', { courseId: 'c-first-aid' }),
      ],
    },
    {
      route: 'GET /edu/v1/course/levels',
      fields: ['Course.levels', 'Lesson.locked'],
      document: `{ course(id: "c-first-aid") { levels { id name lessons {
        ${LESSON} locked(studentId: "s-first-aid-spring-ana") childLessons { ${LESSON} }
      } } } }`,
      ...asStudent,
      calls: [
        firstAid,
        read('/edu/v1/course/levels', { courseId: 'c-first-aid', studentId: 's-first-aid-spring-ana' }),
      ],
    },
    {
      route: 'GET /edu/v1/course/levels',
      fields: ['Class.levels'],
      document: `{ theClass: class(id: "g-land-nav-ridge") { levels { id lessons { id } } } }`,
      ...asStudent,
      calls: [
        read('/edu/v1/class/structure', { classId: 'g-land-nav-ridge' }),
        read('/edu/v1/course/levels', { courseId: 'c-land-nav' }),
      ],
    },

    // Classes
    {
      route: 'GET /edu/v1/class/list',
      fields: ['Query.classes', 'Class.joinCode', 'Class.viewerStudentId'],
      document: `{ classes(first: 3) { nodes { id name joinCode viewerStudentId course { ${COURSE} } } totalCount } }`,
      ...asStudent,
      calls: [read('/edu/v1/class/list', { limit: '3', page: '1' })],
    },
    {
      route: 'GET /edu/v1/class/structure',
      fields: ['Query.class', 'Class.instructors', 'Class.students', 'Class.observers'],
      document: `{ theClass: class(id: "g-first-aid-spring") {
        id name course { ${COURSE} }
        instructors { id userId user { ${USER} } details { ${DETAILS} } }
        students { id userId user { ${USER} } details { ${DETAILS} } }
        observers { id userId user { ${USER} } details { ${DETAILS} } }
      } }`,
      ...asStudent,
      calls: [read('/edu/v1/class/structure', { classId: 'g-first-aid-spring' })],
    },

    // Questions
    {
      route: 'GET /edu/v1/question/',
      fields: ['Course.questions'],
      document: `{ course(id: "c-first-aid") { questions(includeRemoved: true) {
        id kind revision text questionType answers correctAnswerIndex createdDate removedDate
      } } }`,
      ...asInstructor,
      calls: [
        read('/edu/v1/course', { courseId: 'c-first-aid' }, header(world.instructorToken)),
        read(
          '/edu/v1/question/',
          { courseId: 'c-first-aid', showRemoved: 'true' },
          `Authentication: ${bearer(world.instructorToken)}`,
        ),
      ],
    },

    // Notes
    {
      route: 'GET /edu/v1/note/list',
      fields: ['Query.notes'],
      document: `query ($filter: NoteFilter) { notes(filter: $filter) { ${NOTE} } }`,
      variables: {
        filter: {
          lessonId: 'l-tourniquet',
          userId: 'u-ana',
          classId: 'g-first-aid-spring',
          studentId: 's-first-aid-spring-ana',
          courseId: 'c-first-aid',
        },
      },
      ...asInstructor,
      calls: [
        atNotes(
          read(
            '/edu/v1/note/list',
            {
              lessonId: 'l-tourniquet',
              userId: 'u-ana',
              classId: 'g-first-aid-spring',
              studentId: 's-first-aid-spring-ana',
              courseId: 'c-first-aid',
            },
            header(world.instructorToken),
          ),
        ),
      ],
    },
    {
      route: 'GET /edu/v1/note/list',
      fields: ['Course.notes'],
      document: `{ course(id: "c-weather") { notes { ${NOTE} } } }`,
      ...asStudent,
      calls: [
        read('/edu/v1/course', { courseId: 'c-weather' }),
        atNotes(read('/edu/v1/note/list', { courseId: 'c-weather' })),
      ],
    },
    {
      route: 'GET /edu/v1/note/list',
      fields: ['Class.notes'],
      document: `{ theClass: class(id: "g-first-aid-spring") { notes { ${NOTE} } } }`,
      ...asInstructor,
      calls: [
        read('/edu/v1/class/structure', { classId: 'g-first-aid-spring' }, header(world.instructorToken)),
        atNotes(read('/edu/v1/note/list', { classId: 'g-first-aid-spring' }, header(world.instructorToken))),
      ],
    },
    {
      route: 'GET /edu/v1/note',
      fields: ['Query.note'],
      document: `{ note(id: "n-ana-clouds") { ${NOTE} extra } }`,
      ...asStudent,
      calls: [atNotes(read('/edu/v1/note', { noteId: 'n-ana-clouds' }))],
    },
    {
      route: 'PUT /edu/v1/note',
      fields: ['Mutation.createNote'],
      document: `mutation ($input: CreateNoteInput!) { createNote(input: $input) { note { ${NOTE} } extra } }`,
      variables: {
        input: {
          text: 'Ask about the second knot.',
          lessonId: 'l-tourniquet',
          userId: 'u-ana',
          classId: 'g-first-aid-spring',
          studentId: 's-first-aid-spring-ana',
          courseId: 'c-first-aid',
        },
      },
      ...asStudent,
      calls: [
        atNotes(
          write('PUT /edu/v1/note', {
            text: 'Ask about the second knot.',
            lessonId: 'l-tourniquet',
            userId: 'u-ana',
            classId: 'g-first-aid-spring',
            studentId: 's-first-aid-spring-ana',
            courseId: 'c-first-aid',
          }),
        ),
      ],
    },
    {
      route: 'PUT /edu/v1/note',
      fields: ['Mutation.createTrainingNote'],
      document: `mutation ($input: CreateTrainingNoteInput!) { createTrainingNote(input: $input) { note { ${NOTE} } extra } }`,
      variables: {
        input: { text: 'Time written down.', studentId: 's-first-aid-spring-ana', lessonId: 'l-tourniquet' },
      },
      ...asInstructor,
      calls: [
        atNotes(
          write(
            'PUT /edu/v1/note',
            { text: 'Time written down.', studentId: 's-first-aid-spring-ana', lessonId: 'l-tourniquet' },
            header(world.instructorToken),
          ),
        ),
      ],
    },
    {
      route: 'POST /edu/v1/note/remove',
      fields: ['Mutation.deleteNote'],
      document: 'mutation { deleteNote(input: { noteId: "n-ana-clouds" }) { deletedId extra } }',
      ...asStudent,
      calls: [atNotes(write('POST /edu/v1/note/remove', { noteId: 'n-ana-clouds' }))],
    },

    // Buckets
    {
      route: 'GET /app/v1/bucket',
      fields: ['Query.bucket', 'Bucket.data'],
      document: '{ bucket(id: "trail-map") { id data(key: "huts.0") } }',
      ...asStudent,
      calls: [read('/app/v1/bucket', { id: 'trail-map', key: 'huts.0' })],
    },
    {
      route: 'PUT /app/v1/bucket',
      fields: ['Mutation.createBucket'],
      document: `mutation ($input: CreateBucketInput!) { createBucket(input: $input) { bucket { id } public userIds extra } }`,
      variables: {
        input: { id: 'reach', public: true, data: { a: [1, null] }, userIds: ['u-priya', 'u-tomas'] },
      },
      ...asStudent,
      calls: [
        write('PUT /app/v1/bucket', {
          id: 'reach',
          public: true,
          data: { a: [1, null] },
          users: ['u-priya', 'u-tomas'],
        }),
      ],
    },
    {
      route: 'POST /app/v1/bucket',
      fields: ['Mutation.updateBucket'],
      document: `mutation ($input: UpdateBucketInput!) { updateBucket(input: $input) { bucket { id } public userIds extra } }`,
      variables: { input: { id: 'reach', key: 'a.0', value: { b: null } } },
      ...asStudent,
      calls: [write('POST /app/v1/bucket', { id: 'reach', key: 'a.0', value: { b: null } })],
    },
    {
      route: 'POST /app/v1/bucket/user',
      fields: ['Mutation.addBucketUser'],
      document:
        'mutation { addBucketUser(input: { id: "reach", userId: "u-kofi" }) { bucket { id } public userIds extra } }',
      ...asStudent,
      calls: [write('POST /app/v1/bucket/user', { id: 'reach', userId: 'u-kofi' })],
    },
    {
      route: 'POST /app/v1/bucket/user/remove',
      fields: ['Mutation.removeBucketUser'],
      document:
        'mutation { removeBucketUser(input: { id: "reach", userId: "u-kofi" }) { bucket { id } public userIds extra } }',
      ...asStudent,
      calls: [write('POST /app/v1/bucket/user/remove', { id: 'reach', userId: 'u-kofi' })],
    },
    {
      route: 'DELETE /app/v1/bucket',
      fields: ['Mutation.deleteBucket'],
      document: 'mutation { deleteBucket(input: { id: "reach" }) { deletedId extra } }',
      ...asStudent,
      calls: [write('DELETE /app/v1/bucket', { id: 'reach' })],
    },

    // Leaderboard
    {
      route: 'GET /leaderboard/v1',
      fields: ['Query.leaderboard'],
      document: `{ leaderboard(categories: ["knots", "weekly"], first: 3) { nodes { ${ENTRY} } } }`,
      ...asStudent,
      calls: [read('/leaderboard/v1', { limit: '3', page: '1', categories: ['knots', 'weekly'] })],
    },
    {
      route: 'GET /leaderboard/v1/rank',
      fields: ['Query.leaderboardRank'],
      document: `{ leaderboardRank(categories: ["knots", "weekly"], userId: "u-kofi") { ${ENTRY} } }`,
      ...asStudent,
      calls: [read('/leaderboard/v1/rank', { categories: ['knots', 'weekly'], user: 'u-kofi' })],
    },
    {
      route: 'PUT /leaderboard/v1',
      fields: ['Mutation.submitScore'],
      document: `mutation { submitScore(input: { categories: ["knots", "weekly"], score: 870 }) { entry { ${ENTRY} } extra } }`,
      ...asStudent,
      calls: [
        call('PUT /leaderboard/v1', {
          query: { categories: ['knots', 'weekly'], score: '870' },
          credential: student,
        }),
      ],
    },

    // Push notifications
    {
      route: 'PUT /notifications/v1',
      fields: ['Mutation.sendNotification'],
      document: `mutation ($input: SendNotificationInput!) { sendNotification(input: $input) {
        notificationId notification { ${NOTIFICATION} } extra
      } }`,
      variables: {
        input: { receiverId: 'u-ana', text: 'Hello %s', textParameters: 'Ana', path: '/home', persist: true },
      },
      ...asInstructor,
      calls: [
        write(
          'PUT /notifications/v1',
          { receiver: 'u-ana', text: 'Hello %s', textParameters: 'Ana', path: '/home', persist: 'true' },
          header(world.instructorToken),
        ),
      ],
    },
    {
      route: 'PUT /notifications/v1/register',
      fields: ['Mutation.registerDevice'],
      document: `mutation ($input: RegisterDeviceInput!) { registerDevice(input: $input) { registered extra } }`,
      variables: { input: { deviceToken: 'device-2', refreshToken: world.sessionRefreshToken } },
      authorization: bearer(world.sessionToken),
      calls: [
        write(
          'PUT /notifications/v1/register',
          { deviceToken: 'device-2', refreshToken: world.sessionRefreshToken },
          header(world.sessionToken),
        ),
      ],
    },
    {
      route: 'PUT /notifications/v1/register',
      fields: ['ExchangeCodePayload.deviceRegistered'],
      document: `mutation ($input: ExchangeCodeInput!) { exchangeCode(input: $input) { ${TOKEN} deviceRegistered } }`,
      variables: {
        input: { code: world.deviceCode, codeVerifier: world.deviceCodeVerifier, deviceToken: 'device-3' },
      },
      ...asNobody,
      calls: [
        write(
          'POST /oauth/v2/token',
          {
            client_id: 'demo-app',
            grant_type: 'authorization_code',
            code: world.deviceCode,
            code_verifier: world.deviceCodeVerifier,
          },
          null,
        ),
        write(
          'PUT /notifications/v1/register',
          { deviceToken: 'device-3', refreshToken: '{exchangeCode.token.refreshToken}' },
          'Authorization: Bearer {exchangeCode.token.accessToken}',
        ),
      ],
    },
    {
      route: 'POST /oauth/v2/token',
      fields: ['Mutation.refreshSession'],
      document: `mutation ($input: RefreshSessionInput!) { refreshSession(input: $input) { ${TOKEN} } }`,
      variables: { input: { refreshToken: world.sessionRefreshToken } },
      ...asNobody,
      calls: [
        write(
          'POST /oauth/v2/token',
          {
            client_id: 'demo-app',
            client_secret: 'demo-app-secret',
            grant_type: 'refresh_token',
            refresh_token: world.sessionRefreshToken,
          },
          null,
        ),
      ],
    },
    {
      route: 'GET /notifications/v1',
      fields: ['User.notifications'],
      streams: ['Subscription.notificationReceived'],
      document: `{ me { notifications(includeAcknowledged: true, since: "2026-03-01T00:00:00Z", first: 4) {
        nodes { ${NOTIFICATION} extra }
      } } }`,
      ...asStudent,
      calls: [
        ownProfile,
        read('/notifications/v1', {
          acknowledge: 'true',
          since: '2026-03-01T00:00:00.000Z',
          limit: '4',
          page: '1',
        }),
      ],
    },
    {
      route: 'POST /notifications/v1/acknowledge',
      fields: ['Mutation.acknowledgeNotification'],
      document: `mutation { acknowledgeNotification(input: { notificationId: "nt-exam" }) {
        notificationId notification { ${NOTIFICATION} } extra
      } }`,
      ...asStudent,
      calls: [write('POST /notifications/v1/acknowledge', { notificationId: 'nt-exam' })],
    },

    // xAPI
    {
      route: 'POST /edu/v2/xapi/statement',
      fields: ['Mutation.recordStatement'],
      document: `mutation ($input: RecordStatementInput!) { recordStatement(input: $input) { statementId extra } }`,
      variables: {
        input: {
          actor: { accountName: '@ana.ferreira', name: 'Ana' },
          verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { en: 'completed' } },
          object: {
            kind: 'LESSON',
            ids: { lesson: 'l-tourniquet' },
            definition: { name: { en: 'Tourniquet' } },
            extensions: { 'https://example.org/x': 1 },
          },
          result: { score: { scaled: 0.9 } },
          context: {
            ids: { educationClass: 'g-first-aid-spring', student: 's-first-aid-spring-ana' },
            extensions: { 'https://example.org/y': true },
            properties: { platform: 'field' },
          },
          timestamp: '2026-06-01T10:00:00Z',
          authority: { name: 'The field app' },
        },
      },
      ...asStudent,
      calls: [
        write('POST /edu/v2/xapi/statement', {
          actor: { name: 'Ana', account: { homePage: world.xapiHomePage, name: '@ana.ferreira' } },
          verb: { id: 'http://adlnet.gov/expapi/verbs/completed', display: { en: 'completed' } },
          object: {
            id: `${world.xapiBase}/objects/lesson`,
            definition: { name: { en: 'Tourniquet' } },
            extensions: {
              'https://example.org/x': 1,
              [`${world.xapiApiIdBase}/lesson`]: 'l-tourniquet',
            },
          },
          result: { score: { scaled: 0.9 } },
          context: {
            platform: 'field',
            extensions: {
              'https://example.org/y': true,
              [`${world.xapiApiIdBase}/education-class`]: 'g-first-aid-spring',
              [`${world.xapiApiIdBase}/student`]: 's-first-aid-spring-ana',
            },
          },
          timestamp: '2026-06-01T10:00:00.000Z',
          authority: { name: 'The field app' },
        }),
      ],
    },
    {
      route: 'POST /edu/v1/xapi/statement',
      fields: ['Mutation.recordActivity'],
      document: `mutation ($input: RecordActivityInput!) { recordActivity(input: $input) { statementId extra } }`,
      variables: {
        input: {
          verb: 'Perfect Sequence',
          actorId: 'u-ana',
          timestamp: '2026-06-01T10:00:00Z',
          object: {
            lessonId: 'l-tourniquet',
            classId: 'g-first-aid-spring',
            studentId: 's-first-aid-spring-ana',
            lessonResultId: 'lr-1',
            objectiveId: 'o-control-bleeding',
            questionText: 'Where does it go?',
            questionIndex: 0,
            error: false,
            assist: true,
            safety: false,
            knowledge: true,
            target: 'left arm',
            extra: { attempt: 2 },
          },
        },
      },
      ...asStudent,
      calls: [
        write('POST /edu/v1/xapi/statement', {
          timestamp: '2026-06-01T10:00:00.000Z',
          actor: 'u-ana',
          verb: 'Perfect Sequence',
          object: {
            lessonId: 'l-tourniquet',
            classId: 'g-first-aid-spring',
            studentId: 's-first-aid-spring-ana',
            lessonResultId: 'lr-1',
            objectiveId: 'o-control-bleeding',
            questionText: 'Where does it go?',
            questionIndex: 0,
            error: false,
            assist: true,
            safety: false,
            knowledge: true,
            target: 'left arm',
            attempt: 2,
          },
        }),
      ],
    },

    // AI plugin routes
    {
      route: 'GET /plugin/v2/ai/record-data',
      fields: ['Query.learningRecords'],
      document: '{ learningRecords(orgIds: ["org-meridian", "org-vanguard"]) { userId badgeIds extra } }',
      ...asPlugin,
      calls: [read('/plugin/v2/ai/record-data', { orgIds: 'org-meridian,org-vanguard' }, plugin)],
    },
    {
      route: 'POST /plugin/v2/ai/badge/assertion',
      fields: ['Mutation.assertBadge'],
      document: `mutation ($input: AssertBadgeInput!) { assertBadge(input: $input) { assertion { ${ASSERTION} } extra } }`,
      variables: {
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
      ...asPlugin,
      calls: [
        write(
          'POST /plugin/v2/ai/badge/assertion',
          {
            userId: 'u-ana',
            badgeId: 'b-c-first-aid',
            name: 'Field First Aid',
            type: 'course',
            image: 'img-b-c-first-aid',
            issuerName: 'The assistant',
            issuedOn: '2026-06-01T10:00:00.000Z',
            lessonId: 'l-first-aid-exam',
            classId: 'g-first-aid-spring',
            versionId: 'v-c-first-aid-1',
          },
          plugin,
        ),
      ],
    },
    {
      route: 'GET /plugin/v2/ai/badge/assertion',
      fields: ['Query.badgeAssertions'],
      document: `{ badgeAssertions(userIds: ["u-ana", "u-okafor"]) { ${ASSERTION} } }`,
      ...asPlugin,
      calls: [read('/plugin/v2/ai/badge/assertion', { userIds: 'u-ana,u-okafor' }, plugin)],
    },
    {
      // The plugin's credential is used for the user's own rows, after the platform has confirmed the user.
      route: 'GET /plugin/v2/ai/badge/assertion',
      fields: ['User.badgeAssertions'],
      document: `{ me { badgeAssertions { ${ASSERTION} } } }`,
      ...asStudent,
      calls: [ownProfile, read('/plugin/v2/ai/badge/assertion', { userIds: 'u-ana' }, plugin)],
    },
    {
      route: 'POST /plugin/v2/ai/badge',
      fields: ['Mutation.createBadge'],
      document: `mutation ($input: CreateBadgeInput!) { createBadge(input: $input) { badge { ${BADGE} } extra } }`,
      variables: {
        input: {
          name: 'Night walker',
          type: 'skill',
          image: 'img-night',
          proficiency: 2.5,
          description: 'Walks at night.',
          alignments: 'Land navigation',
          tags: 'night',
        },
      },
      ...asPlugin,
      calls: [
        write(
          'POST /plugin/v2/ai/badge',
          {
            name: 'Night walker',
            type: 'skill',
            image: 'img-night',
            proficiency: 2.5,
            description: 'Walks at night.',
            alignments: 'Land navigation',
            tags: 'night',
          },
          plugin,
        ),
      ],
    },
    {
      route: 'GET /plugin/v2/ai/badge/course',
      fields: ['Query.courseBadges'],
      document: `{ courseBadges(orgIds: ["org-meridian"]) { ${BADGE} } }`,
      ...asPlugin,
      calls: [read('/plugin/v2/ai/badge/course', { orgIds: 'org-meridian' }, plugin)],
    },
    {
      route: 'GET /plugin/v2/ai/badge/objective',
      fields: ['Query.objectiveBadges'],
      document: `{ objectiveBadges(orgIds: ["org-meridian"]) { ${BADGE} } }`,
      ...asPlugin,
      calls: [read('/plugin/v2/ai/badge/objective', { orgIds: 'org-meridian' }, plugin)],
    },
    {
      route: 'GET /plugin/v2/ai/other-skills',
      fields: ['Query.otherSkills'],
      document: '{ otherSkills(userIds: ["u-ana", "u-okafor"]) { userId hobbies skills extra } }',
      ...asPlugin,
      calls: [read('/plugin/v2/ai/other-skills', { userIds: 'u-ana,u-okafor' }, plugin)],
    },
    {
      route: 'GET /plugin/v2/ai/other-skills',
      fields: ['User.otherSkills'],
      document: '{ me { otherSkills { userId hobbies skills extra } } }',
      ...asStudent,
      calls: [ownProfile, read('/plugin/v2/ai/other-skills', { userIds: 'u-ana' }, plugin)],
    },
    {
      route: 'POST /plugin/v2/ai/additional-info',
      fields: ['Mutation.addUserInfo'],
      document: `mutation ($input: AddUserInfoInput!) { addUserInfo(input: $input) { accepted extra } }`,
      variables: { input: { userId: 'u-ana', additionalInfo: [{ title: 'Pace', description: 'Steady' }] } },
      ...asPlugin,
      calls: [
        write(
          'POST /plugin/v2/ai/additional-info',
          { userId: 'u-ana', additionalInfo: [{ title: 'Pace', description: 'Steady' }] },
          plugin,
        ),
      ],
    },

    // ATO plugin routes
    {
      route: 'POST /plugin/v1/ato/status',
      fields: ['Mutation.updateAtoStatus'],
      document: `mutation ($input: UpdateAtoStatusInput!) { updateAtoStatus(input: $input) { accepted streamed extra } }`,
      variables: {
        input: { requestId: world.atoRequestId, status: 'UNDER_REVIEW', complete: false, cancellable: true },
      },
      authorization: bearer(world.atoToken),
      calls: [
        write(
          'POST /plugin/v1/ato/status',
          { requestId: world.atoRequestId, status: 'under-review', complete: false, cancellable: true },
          header(world.atoToken),
        ),
      ],
    },
    {
      route: 'POST /plugin/v1/ato/alert',
      fields: ['Mutation.raiseAtoAlert'],
      streams: ['Subscription.atoAlertRaised'],
      document: `mutation ($input: RaiseAtoAlertInput!) { raiseAtoAlert(input: $input) { accepted streamed extra } }`,
      variables: {
        input: {
          requestId: world.atoRequestId,
          title: 'Scan',
          text: 'The scan is done.',
          providerId: 'p-1',
          status: 'in-progress',
          type: 'SUCCESS',
        },
      },
      authorization: bearer(world.atoToken),
      calls: [
        write(
          'POST /plugin/v1/ato/alert',
          {
            requestId: world.atoRequestId,
            title: 'Scan',
            text: 'The scan is done.',
            providerId: 'p-1',
            status: 'in-progress',
            type: 'success',
          },
          header(world.atoToken),
        ),
      ],
    },
  ];
}

/** The calls from the platform to the plugin. */
export function inboundTable(world: World): readonly InboundReach[] {
  const plugin = `Authorization: ${world.plugin}`;
  const badges = ['course', 'objective'].map((kind) =>
    call(`GET /plugin/v2/ai/badge/${kind}`, { credential: plugin }),
  );
  const records = call('GET /plugin/v2/ai/record-data', { credential: plugin });
  return [
    {
      call: 'ATO request',
      endpoint: '/plugin/ato/requests',
      fields: ['Query.atoRequest', 'Query.atoRequests'],
      streams: ['Subscription.atoRequestChanged'],
      document: `query ($id: ID!) {
        atoRequest(id: $id) { id status complete cancellable userId organizationId createdDate updatedDate receivedAt extra }
        atoRequests(first: 1) { nodes { id } }
      }`,
      endpointCalls: [],
      calls: [],
    },
    {
      call: 'ATO distribution change',
      endpoint: '/plugin/ato/distributions',
      fields: ['AtoRequest.distributions'],
      streams: ['Subscription.atoDistributionsChanged'],
      document:
        'query ($id: ID!) { atoRequest(id: $id) { distributions { distributionId name platform version extra } } }',
      endpointCalls: [],
      calls: [],
    },
    {
      call: 'mission planner capabilities search',
      endpoint: '/plugin/mission-planner/capabilities',
      fields: ['Query.capabilities'],
      document: '{ capabilities(term: "bleeding") { id name type description proficiency } }',
      endpointCalls: badges,
      calls: badges,
    },
    {
      call: 'mission planner candidate search',
      endpoint: '/plugin/mission-planner/candidates',
      fields: ['Query.candidates'],
      document: `{ candidates(capabilityIds: ["b-o-control-bleeding"]) {
        userId capabilities { id name } learningRecord { badgeIds }
      } }`,
      endpointCalls: [...badges, records],
      calls: [...badges, records],
    },
  ];
}
