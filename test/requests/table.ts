import type { Caller, Operation } from './gateway.ts';

/** An operation of the graph, and the one request to its route that it must send. */
export interface RequestRow extends Operation {
  /** The route of the contract, as in `PUT /edu/v1/note`. */
  route: string;
  /** `minimal`: only the required arguments. `full`: every argument. */
  arguments: 'minimal' | 'full';
  /** Describes the arguments if a route has several rows of a kind. */
  about?: string;
  /** Path and query, byte for byte. `{a.b}` is a placeholder for the response's value at `a.b`, `{S256 a.b}` for its base64url SHA-256. */
  target: string;
  /** The body, byte for byte. Undefined: none. */
  body?: string;
  /** The `accept` header. Default: JSON. */
  accept?: string;
  /** Other routes that the operation calls. */
  besides?: readonly string[];
  /** A deliberate deviation from the contract. */
  departs?: { violations: readonly string[]; reason: string };
}

const PROFILE = 'GET /user/v1/my/profile';
const COURSE = 'GET /edu/v1/course';
const STRUCTURE = 'GET /edu/v1/class/structure';
const OBJECTIVES = 'GET /edu/v1/course/objectives';

const USER_FIELDS = `id handle firstName lastName userType accountType country profilePic coverPhoto anonymous`;
const DETAIL_FIELDS = `parentFlags { cameraDisabled proximityFriends } organizationRoles militaryGrade displayRank
  displayDutyTitle gender civilianGrade civilianBand jobSeriesNumber jobTitle`;
const LISTED_FIELDS = `user { ${USER_FIELDS} } details { ${DETAIL_FIELDS} position role }`;
const COURSE_FIELDS = 'id name description profilePic coverPhoto';
const LESSON_FIELDS = `id course { id } name description profilePic coverPhoto media isAssessment
  expectedCompletionTime instructorGraded public launchParameters locked(studentId: "s-1")`;
const NOTE_FIELDS = 'id text lessonId courseId classId studentId userId extra';

type Parts = Partial<Omit<RequestRow, 'route' | 'arguments'>> & Pick<RequestRow, 'document' | 'target'>;

const row =
  (kind: RequestRow['arguments']) =>
  (route: string, as: Caller, parts: Parts): RequestRow => ({ route, as, arguments: kind, ...parts });
const minimal = row('minimal');
const full = row('full');

const input = (field: string, type: string, selection: string): string =>
  `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`;

const addressOf = (data: unknown): string => {
  const { beginSignIn } = data as { beginSignIn: { url: string } };
  return beginSignIn.url;
};

const BEGIN_SIGN_IN = input('beginSignIn', 'BeginSignInInput', 'url state codeVerifier nonce');
const EXCHANGE_CODE = input('exchangeCode', 'ExchangeCodeInput', 'token { accessToken } deviceRegistered');
const SIGN_ON = input('completeAtoSignOn', 'CompleteAtoSignOnInput', 'token { accessToken } requestId bound');
const CREATE_ANONYMOUS_USER = input(
  'createAnonymousUser',
  'CreateAnonymousUserInput',
  `user { ${USER_FIELDS} } token { accessToken } extra`,
);
const VERIFIER = 'verifier.0123456789.verifier.0123456789.verifier';

/** Every route of the contract, in order, with the minimal and the full set of arguments. */
export const REQUESTS: readonly RequestRow[] = [
  // Sign-in and session
  minimal('GET /oauth/v2/signin', 'nobody', {
    document: BEGIN_SIGN_IN,
    variables: { input: { redirectUri: 'https://app.example/back' } },
    opens: addressOf,
    target:
      '/oauth/v2/signin?client_id=app-1&response_type=code&redirect_uri=https%3A%2F%2Fapp.example%2Fback' +
      '&state={beginSignIn.state}&app_login=false&code_challenge={S256 beginSignIn.codeVerifier}' +
      '&code_challenge_method=S256&nonce={beginSignIn.nonce}',
  }),
  full('GET /oauth/v2/signin', 'nobody', {
    document: BEGIN_SIGN_IN,
    variables: {
      input: {
        redirectUri: 'https://app.example/back?from=here',
        appLogin: true,
        responseType: 'IMPLICIT',
        state: 'state & more',
        nonce: 'nonce-1',
      },
    },
    opens: addressOf,
    target:
      '/oauth/v2/signin?client_id=app-1&response_type=implicit' +
      '&redirect_uri=https%3A%2F%2Fapp.example%2Fback%3Ffrom%3Dhere&state=state%20%26%20more&app_login=true' +
      '&code_challenge={S256 beginSignIn.codeVerifier}&code_challenge_method=S256&nonce=nonce-1',
  }),
  minimal('POST /oauth/v2/token', 'nobody', {
    about: 'authorization code',
    document: EXCHANGE_CODE,
    variables: { input: { code: 'code-1', codeVerifier: VERIFIER } },
    target: '/oauth/v2/token',
    body: `{"client_id":"app-1","grant_type":"authorization_code","code":"code-1","code_verifier":"${VERIFIER}"}`,
  }),
  full('POST /oauth/v2/token', 'nobody', {
    about: 'authorization code, and a device',
    document: EXCHANGE_CODE,
    variables: { input: { code: 'code-1', codeVerifier: VERIFIER, deviceToken: 'device-1' } },
    besides: ['PUT /notifications/v1/register'],
    target: '/oauth/v2/token',
    body: `{"client_id":"app-1","grant_type":"authorization_code","code":"code-1","code_verifier":"${VERIFIER}"}`,
  }),
  full('POST /oauth/v2/token', 'nobody', {
    about: 'refresh token',
    document: input('refreshSession', 'RefreshSessionInput', 'token { accessToken }'),
    variables: { input: { refreshToken: 'refresh-1' } },
    target: '/oauth/v2/token',
    body: '{"client_id":"app-1","client_secret":"app-secret","grant_type":"refresh_token","refresh_token":"refresh-1"}',
  }),
  minimal('POST /oauth/v2/token', 'nobody', {
    about: 'ATO sign-on',
    document: SIGN_ON,
    variables: { input: { code: 'code-1', state: 'request-1' } },
    target: '/oauth/v2/token',
    body: '{"client_id":"plugin-1","grant_type":"authorization_code","code":"code-1"}',
    departs: {
      violations: ['POST /oauth/v2/token: code_verifier is required here'],
      reason:
        'The platform starts the sign-on of an ATO request, so the plugin has no code verifier to send.',
    },
  }),
  full('POST /oauth/v2/token', 'nobody', {
    about: 'ATO sign-on',
    document: SIGN_ON,
    variables: { input: { code: 'code-1', state: 'request-1', codeVerifier: VERIFIER } },
    target: '/oauth/v2/token',
    body: `{"client_id":"plugin-1","grant_type":"authorization_code","code":"code-1","code_verifier":"${VERIFIER}"}`,
  }),
  minimal('GET /oauth/v2/logout', 'user', {
    document: 'mutation { signOut { signedOut } }',
    target: '/oauth/v2/logout',
  }),
  minimal('GET /oauth/v2/token/validate', 'user', {
    document: '{ session { tokenValid } }',
    target: '/oauth/v2/token/validate',
  }),
  minimal('GET /oauth/v2/session/validate', 'user', {
    document: '{ session { sessionValid } }',
    target: '/oauth/v2/session/validate',
  }),

  // User and profile
  minimal('GET /user/v1/my/profile', 'user', {
    document: `{ me { ${USER_FIELDS} ${DETAIL_FIELDS} position role email trainer trainee } }`,
    target: '/user/v1/my/profile',
  }),
  minimal('GET /user/v1/my/friends', 'user', {
    document: `{ me { friends { ${LISTED_FIELDS} } } }`,
    besides: [PROFILE],
    target: '/user/v1/my/friends',
  }),
  minimal('GET /user/v1/my/profile/picture', 'user', {
    document: '{ me { profileImage { base64 } } }',
    besides: [PROFILE],
    accept: 'image/jpeg, */*',
    target: '/user/v1/my/profile/picture',
  }),
  minimal('GET /user/v1/my/profile/cover', 'user', {
    document: '{ me { coverImage { base64 } } }',
    besides: [PROFILE],
    accept: 'image/jpeg, */*',
    target: '/user/v1/my/profile/cover',
  }),
  minimal('PUT /user/v1/my/profile', 'nobody', {
    document: CREATE_ANONYMOUS_USER,
    variables: { input: {} },
    target: '/user/v1/my/profile',
    body: '{"anonymous":true,"clientId":"app-1"}',
  }),
  full('PUT /user/v1/my/profile', 'user', {
    about: 'the token of the operation stays here',
    document: CREATE_ANONYMOUS_USER,
    variables: { input: { dateOfBirth: '2012-08-31', deviceToken: 'device-1' } },
    target: '/user/v1/my/profile',
    body: '{"anonymous":true,"clientId":"app-1","dateOfBirth":"2012-08-31","deviceToken":"device-1"}',
  }),
  minimal('GET /user/v1/search', 'user', {
    document: '{ searchUsers { nodes { id } } }',
    target: '/user/v1/search?limit=10&page=1',
  }),
  full('GET /user/v1/search', 'user', {
    document: `{ searchUsers(term: "@ana & co", first: 5) { totalCount edges { node { ${USER_FIELDS} } details { ${DETAIL_FIELDS} } } } }`,
    target: '/user/v1/search?limit=5&page=1&term=%40ana%20%26%20co',
  }),
  minimal('GET /user/v1/search/random', 'user', {
    document: '{ randomUsers { userId } }',
    target: '/user/v1/search/random?count=10',
  }),
  full('GET /user/v1/search/random', 'user', {
    document: `{ randomUsers(count: 25) { ${LISTED_FIELDS} } }`,
    target: '/user/v1/search/random?count=25',
  }),

  // Courses
  minimal('GET /edu/v1/course', 'user', {
    document: `{ course(id: "c-1") { ${COURSE_FIELDS} } }`,
    target: '/edu/v1/course?courseId=c-1',
  }),
  minimal('GET /edu/v1/course/list', 'user', {
    document: '{ courses { nodes { id } } }',
    target: '/edu/v1/course/list?limit=10&page=1',
  }),
  full('GET /edu/v1/course/list', 'user', {
    document: `{ courses(first: 4) { totalCount nodes { ${COURSE_FIELDS} } } }`,
    target: '/edu/v1/course/list?limit=4&page=1',
  }),
  minimal('GET /edu/v1/course/objectives', 'user', {
    document: '{ course(id: "c-1") { objectives { id name lessonIds } } }',
    besides: [COURSE],
    target: '/edu/v1/course/objectives?courseId=c-1',
  }),
  minimal('GET /edu/v1/course/objectives/performance', 'user', {
    document: `{ course(id: "c-1") { objectives { name performance {
      skill skillDescription score lessonScores { lessonId score scoreType }
    } } } }`,
    besides: [COURSE, OBJECTIVES],
    target: '/edu/v1/course/objectives/performance?courseId=c-1',
  }),
  minimal('GET /edu/v1/course/levels', 'user', {
    document: '{ course(id: "c-1") { levels { id } } }',
    besides: [COURSE],
    target: '/edu/v1/course/levels?courseId=c-1',
  }),
  full('GET /edu/v1/course/levels', 'user', {
    about: 'a course and a student',
    document: `{ course(id: "c-1") { ${COURSE_FIELDS} levels { id name lessons {
      ${LESSON_FIELDS} childLessons { ${LESSON_FIELDS} childLessons { id } }
    } } } }`,
    besides: [COURSE],
    target: '/edu/v1/course/levels?courseId=c-1&studentId=s-1',
  }),
  full('GET /edu/v1/course/levels', 'user', {
    about: 'a class whose course the platform does not name',
    document: '{ theClass: class(id: "g-1") { levels { id } } }',
    responses: { [STRUCTURE]: { groupId: 'g-1' } },
    besides: [STRUCTURE],
    target: '/edu/v1/course/levels?classId=g-1',
  }),

  // Classes
  minimal('GET /edu/v1/class/list', 'user', {
    document: '{ classes { nodes { id } } }',
    target: '/edu/v1/class/list?limit=10&page=1',
  }),
  full('GET /edu/v1/class/list', 'user', {
    document: `{ classes(first: 3) { totalCount nodes {
      id name joinCode viewerStudentId course { ${COURSE_FIELDS} }
    } } }`,
    target: '/edu/v1/class/list?limit=3&page=1',
  }),
  minimal('GET /edu/v1/class/structure', 'user', {
    document: `{ theClass: class(id: "g-1") {
      id name course { ${COURSE_FIELDS} }
      instructors { id ${LISTED_FIELDS} }
      students { id ${LISTED_FIELDS} }
      observers { id ${LISTED_FIELDS} }
    } }`,
    target: '/edu/v1/class/structure?classId=g-1',
  }),

  // Questions
  minimal('GET /edu/v1/question/', 'user', {
    document: '{ course(id: "c-1") { questions { id } } }',
    besides: [COURSE],
    target: '/edu/v1/question/?courseId=c-1',
  }),
  full('GET /edu/v1/question/', 'user', {
    document: `{ course(id: "c-1") { questions(includeRemoved: true) {
      id kind revision course { id } text questionType answers correctAnswerIndex createdDate removedDate
    } } }`,
    besides: [COURSE],
    target: '/edu/v1/question/?courseId=c-1&showRemoved=true',
  }),

  // Notes
  minimal('GET /edu/v1/note/list', 'user', {
    document: '{ notes { id } }',
    target: '/edu/v1/note/list',
  }),
  full('GET /edu/v1/note/list', 'user', {
    document: `query ($filter: NoteFilter) { notes(filter: $filter) { ${NOTE_FIELDS} } }`,
    variables: {
      filter: { lessonId: 'l-1', userId: 'u-1', classId: 'g-1', studentId: 's-1', courseId: 'c-1' },
    },
    target: '/edu/v1/note/list?lessonId=l-1&userId=u-1&classId=g-1&studentId=s-1&courseId=c-1',
  }),
  minimal('GET /edu/v1/note', 'user', {
    document: `{ note(id: "n-1") { ${NOTE_FIELDS} } }`,
    target: '/edu/v1/note?noteId=n-1',
  }),
  minimal('PUT /edu/v1/note', 'user', {
    document: input('createNote', 'CreateNoteInput', 'extra'),
    variables: { input: { text: 'A note.' } },
    target: '/edu/v1/note',
    body: '{"text":"A note."}',
  }),
  full('PUT /edu/v1/note', 'user', {
    document: input('createNote', 'CreateNoteInput', 'extra'),
    variables: {
      input: {
        text: 'A note.',
        lessonId: 'l-1',
        userId: 'u-1',
        classId: 'g-1',
        studentId: 's-1',
        courseId: 'c-1',
      },
    },
    target: '/edu/v1/note',
    body: '{"text":"A note.","lessonId":"l-1","userId":"u-1","classId":"g-1","studentId":"s-1","courseId":"c-1"}',
  }),
  minimal('PUT /edu/v1/note', 'user', {
    about: 'for the training dashboard',
    document: input('createTrainingNote', 'CreateTrainingNoteInput', 'extra'),
    variables: { input: { text: 'A note.', studentId: 's-1', lessonId: 'l-1' } },
    target: '/edu/v1/note',
    body: '{"text":"A note.","lessonId":"l-1","studentId":"s-1"}',
  }),
  full('PUT /edu/v1/note', 'user', {
    about: 'for the training dashboard',
    document: input('createTrainingNote', 'CreateTrainingNoteInput', 'extra'),
    variables: {
      input: {
        text: 'A note.',
        studentId: 's-1',
        lessonId: 'l-1',
        userId: 'u-1',
        classId: 'g-1',
        courseId: 'c-1',
      },
    },
    target: '/edu/v1/note',
    body: '{"text":"A note.","lessonId":"l-1","userId":"u-1","classId":"g-1","studentId":"s-1","courseId":"c-1"}',
  }),
  minimal('POST /edu/v1/note/remove', 'user', {
    document: input('deleteNote', 'DeleteNoteInput', 'deletedId'),
    variables: { input: { noteId: 'n-1' } },
    target: '/edu/v1/note/remove',
    body: '{"noteId":"n-1"}',
  }),

  // Buckets
  minimal('GET /app/v1/bucket', 'user', {
    document: '{ bucket(id: "trail-map") { data } }',
    target: '/app/v1/bucket?id=trail-map',
  }),
  full('GET /app/v1/bucket', 'user', {
    document: '{ bucket(id: "trail-map") { data(key: "huts.0") } }',
    target: '/app/v1/bucket?id=trail-map&key=huts.0',
  }),
  minimal('PUT /app/v1/bucket', 'user', {
    document: input('createBucket', 'CreateBucketInput', 'extra'),
    variables: { input: { id: 'trail-map' } },
    target: '/app/v1/bucket',
    body: '{"id":"trail-map","public":false,"data":{}}',
  }),
  full('PUT /app/v1/bucket', 'user', {
    document: input('createBucket', 'CreateBucketInput', 'extra'),
    variables: {
      input: { id: 'trail-map', public: true, data: { huts: [{ beds: 4 }] }, userIds: ['u-1', 'u-2'] },
    },
    target: '/app/v1/bucket',
    body: '{"id":"trail-map","public":true,"data":{"huts":[{"beds":4}]},"users":["u-1","u-2"]}',
  }),
  minimal('POST /app/v1/bucket', 'user', {
    document: input('updateBucket', 'UpdateBucketInput', 'extra'),
    variables: { input: { id: 'trail-map', key: 'huts.0.beds', value: null } },
    target: '/app/v1/bucket',
    body: '{"id":"trail-map","key":"huts.0.beds","value":null}',
  }),
  minimal('DELETE /app/v1/bucket', 'user', {
    document: input('deleteBucket', 'DeleteBucketInput', 'deletedId'),
    variables: { input: { id: 'trail-map' } },
    target: '/app/v1/bucket',
    body: '{"id":"trail-map"}',
  }),
  minimal('POST /app/v1/bucket/user', 'user', {
    document: input('addBucketUser', 'AddBucketUserInput', 'extra'),
    variables: { input: { id: 'trail-map', userId: 'u-2' } },
    target: '/app/v1/bucket/user',
    body: '{"userId":"u-2","id":"trail-map"}',
  }),
  minimal('POST /app/v1/bucket/user/remove', 'user', {
    document: input('removeBucketUser', 'RemoveBucketUserInput', 'extra'),
    variables: { input: { id: 'trail-map', userId: 'u-2' } },
    target: '/app/v1/bucket/user/remove',
    body: '{"userId":"u-2","id":"trail-map"}',
  }),

  // Leaderboard
  minimal('GET /leaderboard/v1', 'user', {
    document: '{ leaderboard { nodes { score } } }',
    target: '/leaderboard/v1?limit=10&page=1',
  }),
  full('GET /leaderboard/v1', 'user', {
    document: '{ leaderboard(categories: ["knots", "this week"], first: 3) { nodes { score } } }',
    target: '/leaderboard/v1?categories=knots&categories=this%20week&limit=3&page=1',
  }),
  minimal('GET /leaderboard/v1/rank', 'user', {
    document: '{ leaderboardRank { rank } }',
    target: '/leaderboard/v1/rank',
  }),
  full('GET /leaderboard/v1/rank', 'user', {
    document: '{ leaderboardRank(categories: ["knots", "this week"], userId: "u-2") { rank } }',
    target: '/leaderboard/v1/rank?categories=knots&categories=this%20week&user=u-2',
  }),
  minimal('PUT /leaderboard/v1', 'user', {
    document: input('submitScore', 'SubmitScoreInput', 'extra'),
    variables: { input: { categories: ['knots'], score: 870 } },
    target: '/leaderboard/v1?categories=knots&score=870',
  }),
  full('PUT /leaderboard/v1', 'user', {
    document: input('submitScore', 'SubmitScoreInput', 'extra'),
    variables: { input: { categories: ['knots', 'this week'], score: 870 } },
    target: '/leaderboard/v1?categories=knots&categories=this%20week&score=870',
  }),

  // Push notifications
  minimal('PUT /notifications/v1', 'user', {
    document: input('sendNotification', 'SendNotificationInput', 'extra'),
    variables: { input: { receiverId: 'u-2', text: 'Hello' } },
    target: '/notifications/v1',
    body: '{"receiver":"u-2","text":"Hello","persist":"true"}',
  }),
  full('PUT /notifications/v1', 'user', {
    document: input('sendNotification', 'SendNotificationInput', 'extra'),
    variables: {
      input: { receiverId: 'u-2', text: 'Hello %s', textParameters: 'Ana', path: '/home', persist: false },
    },
    target: '/notifications/v1',
    body: '{"receiver":"u-2","text":"Hello %s","textParameters":"Ana","path":"/home","persist":"false"}',
  }),
  minimal('PUT /notifications/v1/register', 'user', {
    document: input('registerDevice', 'RegisterDeviceInput', 'registered'),
    variables: { input: { deviceToken: 'device-1', refreshToken: 'refresh-1' } },
    target: '/notifications/v1/register',
    body: '{"deviceToken":"device-1","refreshToken":"refresh-1"}',
  }),
  minimal('GET /notifications/v1', 'user', {
    document: '{ me { notifications { nodes { id } } } }',
    besides: [PROFILE],
    target: '/notifications/v1?acknowledge=false&limit=10&page=1',
  }),
  full('GET /notifications/v1', 'user', {
    document: `{ me { notifications(includeAcknowledged: true, since: "2026-03-01T09:30:00Z", first: 4) {
      nodes { id }
    } } }`,
    besides: [PROFILE],
    target: '/notifications/v1?acknowledge=true&limit=4&page=1&since=2026-03-01T09%3A30%3A00.000Z',
  }),
  minimal('POST /notifications/v1/acknowledge', 'user', {
    document: input('acknowledgeNotification', 'AcknowledgeNotificationInput', 'notificationId'),
    variables: { input: { notificationId: 'nt-1' } },
    target: '/notifications/v1/acknowledge',
    body: '{"notificationId":"nt-1"}',
  }),

  // xAPI
  minimal('POST /edu/v2/xapi/statement', 'user', {
    document: input('recordStatement', 'RecordStatementInput', 'statementId'),
    variables: {
      input: {
        actor: { accountName: '@ana' },
        verb: { id: 'https://verbs.example/completed' },
        object: { kind: 'LESSON', ids: { lesson: 'l-1' } },
      },
    },
    target: '/edu/v2/xapi/statement',
    body:
      '{"actor":{"account":{"homePage":"https://platform.example/","name":"@ana"}},' +
      '"verb":{"id":"https://verbs.example/completed"},' +
      '"object":{"id":"https://platform.example/xapi/objects/lesson",' +
      '"extensions":{"https://platform.example/xapi/id/lesson":"l-1"}}}',
  }),
  full('POST /edu/v2/xapi/statement', 'user', {
    document: input('recordStatement', 'RecordStatementInput', 'statementId'),
    variables: {
      input: {
        actor: {
          accountName: '@crew',
          name: 'The crew',
          objectType: 'GROUP',
          members: [
            { accountName: '@ana', name: 'Ana' },
            { mbox: 'mailto:bo@app.example' },
            { mboxSha1sum: 'ebd31e95054c018b10727ccffd2ef2ec3a016ee9' },
            { openid: 'https://app.example/cy' },
          ],
        },
        verb: { id: 'https://verbs.example/completed', display: { en: 'completed' } },
        object: {
          kind: 'LESSON_RESULT',
          ids: { lessonResult: 'lr-1', lesson: 'l-1' },
          id: 'https://app.example/results/1',
          definition: { name: { en: 'A result' } },
          extensions: { 'https://app.example/attempt': 2 },
          objectType: 'ACTIVITY',
          properties: { name: 'Result' },
        },
        result: { score: { scaled: 0.9 } },
        context: {
          ids: {
            course: 'c-1',
            educationClass: 'g-1',
            student: 's-1',
            user: 'u-1',
            objective: 'o-1',
            badge: 'b-1',
          },
          extensions: { 'https://app.example/wet': true },
          properties: { platform: 'field' },
        },
        timestamp: '2026-03-01T09:30:00Z',
        authority: { name: 'The app' },
      },
    },
    target: '/edu/v2/xapi/statement',
    body:
      '{"actor":{"objectType":"Group","name":"The crew","member":[' +
      '{"objectType":"Agent","name":"Ana","account":{"homePage":"https://platform.example/","name":"@ana"}},' +
      '{"objectType":"Agent","mbox":"mailto:bo@app.example"},' +
      '{"objectType":"Agent","mbox_sha1sum":"ebd31e95054c018b10727ccffd2ef2ec3a016ee9"},' +
      '{"objectType":"Agent","openid":"https://app.example/cy"}],' +
      '"account":{"homePage":"https://platform.example/","name":"@crew"}},' +
      '"verb":{"id":"https://verbs.example/completed","display":{"en":"completed"}},' +
      '"object":{"name":"Result","objectType":"Activity","id":"https://app.example/results/1","definition":{"name":{"en":"A result"}},' +
      '"extensions":{"https://app.example/attempt":2,"https://platform.example/xapi/id/lesson":"l-1",' +
      '"https://platform.example/xapi/id/lesson-result":"lr-1"}},' +
      '"result":{"score":{"scaled":0.9}},' +
      '"context":{"platform":"field","extensions":{"https://app.example/wet":true,' +
      '"https://platform.example/xapi/id/course":"c-1","https://platform.example/xapi/id/objective":"o-1",' +
      '"https://platform.example/xapi/id/badge":"b-1","https://platform.example/xapi/id/student":"s-1",' +
      '"https://platform.example/xapi/id/education-class":"g-1","https://platform.example/xapi/id/user":"u-1"}},' +
      '"timestamp":"2026-03-01T09:30:00.000Z","authority":{"name":"The app"}}',
  }),
  minimal('POST /edu/v1/xapi/statement', 'user', {
    about: 'the actor is the signed-in user',
    document: input('recordActivity', 'RecordActivityInput', 'statementId'),
    variables: { input: { verb: 'Repeated Steps', object: {} } },
    besides: [PROFILE],
    target: '/edu/v1/xapi/statement',
    body: '{"actor":"u-1","verb":"Repeated Steps","object":{}}',
  }),
  full('POST /edu/v1/xapi/statement', 'user', {
    document: input('recordActivity', 'RecordActivityInput', 'statementId'),
    variables: {
      input: {
        verb: 'Perfect Sequence',
        actorId: 'u-1',
        timestamp: '2026-03-01T09:30:00Z',
        object: {
          lessonId: 'l-1',
          classId: 'g-1',
          studentId: 's-1',
          lessonResultId: 'lr-1',
          objectiveId: 'o-1',
          questionText: 'Where?',
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
    target: '/edu/v1/xapi/statement',
    body:
      '{"timestamp":"2026-03-01T09:30:00.000Z","actor":"u-1","verb":"Perfect Sequence",' +
      '"object":{"attempt":2,"lessonId":"l-1","classId":"g-1","studentId":"s-1","lessonResultId":"lr-1",' +
      '"objectiveId":"o-1","questionText":"Where?","questionIndex":0,"error":false,"assist":true,"safety":false,' +
      '"knowledge":true,"target":"left arm"}}',
  }),

  // AI plugin routes
  minimal('GET /plugin/v2/ai/record-data', 'plugin', {
    document: '{ learningRecords { extra } }',
    target: '/plugin/v2/ai/record-data',
  }),
  full('GET /plugin/v2/ai/record-data', 'plugin', {
    document: '{ learningRecords(orgIds: ["org-1", "org-2"]) { extra } }',
    target: '/plugin/v2/ai/record-data?orgIds=org-1%2Corg-2',
  }),
  minimal('POST /plugin/v2/ai/badge/assertion', 'plugin', {
    document: input('assertBadge', 'AssertBadgeInput', 'extra'),
    variables: {
      input: {
        userId: 'u-1',
        badgeId: 'b-1',
        name: 'First aid',
        type: 'skill',
        image: 'img-1',
        issuerName: 'The assistant',
        issuedOn: '2026-03-01T09:30:00Z',
      },
    },
    target: '/plugin/v2/ai/badge/assertion',
    body:
      '{"userId":"u-1","badgeId":"b-1","name":"First aid","type":"skill","image":"img-1",' +
      '"issuerName":"The assistant","issuedOn":"2026-03-01T09:30:00.000Z"}',
  }),
  full('POST /plugin/v2/ai/badge/assertion', 'plugin', {
    document: input('assertBadge', 'AssertBadgeInput', 'extra'),
    variables: {
      input: {
        userId: 'u-1',
        badgeId: 'b-1',
        name: 'First aid',
        type: 'course',
        image: 'img-1',
        issuerName: 'The assistant',
        issuedOn: '2026-03-01T09:30:00Z',
        lessonId: 'l-1',
        classId: 'g-1',
        versionId: 'version-1',
      },
    },
    target: '/plugin/v2/ai/badge/assertion',
    body:
      '{"userId":"u-1","badgeId":"b-1","name":"First aid","type":"course","image":"img-1",' +
      '"issuerName":"The assistant","issuedOn":"2026-03-01T09:30:00.000Z",' +
      '"lessonId":"l-1","classId":"g-1","versionId":"version-1"}',
  }),
  minimal('GET /plugin/v2/ai/badge/assertion', 'plugin', {
    document: '{ badgeAssertions(userIds: ["u-1"]) { id } }',
    target: '/plugin/v2/ai/badge/assertion?userIds=u-1',
  }),
  full('GET /plugin/v2/ai/badge/assertion', 'plugin', {
    document: '{ badgeAssertions(userIds: ["u-1", "u-2"]) { id } }',
    target: '/plugin/v2/ai/badge/assertion?userIds=u-1%2Cu-2',
  }),
  minimal('GET /plugin/v2/ai/badge/assertion', 'user', {
    about: "the plugin's credential, lent to the signed-in user",
    document: '{ me { badgeAssertions { id } } }',
    besides: [PROFILE],
    target: '/plugin/v2/ai/badge/assertion?userIds=u-1',
  }),
  minimal('POST /plugin/v2/ai/badge', 'plugin', {
    document: input('createBadge', 'CreateBadgeInput', 'extra'),
    variables: { input: { name: 'Night walker', type: 'skill', image: 'img-1', proficiency: 2.5 } },
    target: '/plugin/v2/ai/badge',
    body: '{"name":"Night walker","type":"skill","image":"img-1","proficiency":2.5}',
  }),
  full('POST /plugin/v2/ai/badge', 'plugin', {
    document: input('createBadge', 'CreateBadgeInput', 'extra'),
    variables: {
      input: {
        name: 'Night walker',
        type: 'skill',
        image: 'img-1',
        proficiency: 2.5,
        description: 'Walks at night.',
        alignments: 'Land navigation',
        tags: 'night',
      },
    },
    target: '/plugin/v2/ai/badge',
    body:
      '{"name":"Night walker","type":"skill","image":"img-1","proficiency":2.5,' +
      '"description":"Walks at night.","alignments":"Land navigation","tags":"night"}',
  }),
  minimal('GET /plugin/v2/ai/badge/course', 'plugin', {
    document: '{ courseBadges { id } }',
    target: '/plugin/v2/ai/badge/course',
  }),
  full('GET /plugin/v2/ai/badge/course', 'plugin', {
    document: '{ courseBadges(orgIds: ["org-1", "org-2"]) { id } }',
    target: '/plugin/v2/ai/badge/course?orgIds=org-1%2Corg-2',
  }),
  minimal('GET /plugin/v2/ai/badge/objective', 'plugin', {
    document: '{ objectiveBadges { id } }',
    target: '/plugin/v2/ai/badge/objective',
  }),
  full('GET /plugin/v2/ai/badge/objective', 'plugin', {
    document: '{ objectiveBadges(orgIds: ["org-1", "org-2"]) { id } }',
    target: '/plugin/v2/ai/badge/objective?orgIds=org-1%2Corg-2',
  }),
  minimal('GET /plugin/v2/ai/other-skills', 'plugin', {
    document: '{ otherSkills(userIds: ["u-1"]) { extra } }',
    target: '/plugin/v2/ai/other-skills?userIds=u-1',
  }),
  full('GET /plugin/v2/ai/other-skills', 'plugin', {
    document: '{ otherSkills(userIds: ["u-1", "u-2"]) { extra } }',
    target: '/plugin/v2/ai/other-skills?userIds=u-1%2Cu-2',
  }),
  minimal('POST /plugin/v2/ai/additional-info', 'plugin', {
    document: input('addUserInfo', 'AddUserInfoInput', 'accepted'),
    variables: { input: { userId: 'u-1', additionalInfo: [{ title: 'Pace', description: 'Steady' }] } },
    target: '/plugin/v2/ai/additional-info',
    body: '{"userId":"u-1","additionalInfo":[{"title":"Pace","description":"Steady"}]}',
  }),

  // ATO plugin routes
  minimal('POST /plugin/v1/ato/status', 'ato', {
    document: input('updateAtoStatus', 'UpdateAtoStatusInput', 'accepted'),
    variables: { input: { requestId: 'request-1', status: 'UNDER_REVIEW' } },
    target: '/plugin/v1/ato/status',
    body: '{"requestId":"request-1","status":"under-review"}',
  }),
  full('POST /plugin/v1/ato/status', 'ato', {
    document: input('updateAtoStatus', 'UpdateAtoStatusInput', 'accepted'),
    variables: {
      input: { requestId: 'request-1', status: 'ACTION_REQUIRED', complete: false, cancellable: true },
    },
    target: '/plugin/v1/ato/status',
    body: '{"requestId":"request-1","status":"action-required","complete":false,"cancellable":true}',
  }),
  minimal('POST /plugin/v1/ato/alert', 'ato', {
    document: input('raiseAtoAlert', 'RaiseAtoAlertInput', 'accepted'),
    variables: { input: { requestId: 'request-1', title: 'Scan', text: 'Done.' } },
    target: '/plugin/v1/ato/alert',
    body: '{"requestId":"request-1","title":"Scan","text":"Done.","type":"info"}',
  }),
  full('POST /plugin/v1/ato/alert', 'ato', {
    document: input('raiseAtoAlert', 'RaiseAtoAlertInput', 'accepted'),
    variables: {
      input: {
        requestId: 'request-1',
        title: 'Scan',
        text: 'Done.',
        providerId: 'alert-1',
        status: 'in-progress',
        type: 'SUCCESS',
      },
    },
    target: '/plugin/v1/ato/alert',
    body:
      '{"requestId":"request-1","title":"Scan","text":"Done.","type":"success","providerId":"alert-1",' +
      '"status":"in-progress"}',
  }),
];

/** A parameter that the graph deliberately never sends, with the reason. */
export const NOT_OFFERED: Readonly<Record<string, string>> = {
  'GET /plugin/v2/ai/badge/assertion: userId in the query':
    'A single user is sent as a list of one, in `userIds`.',
  'GET /plugin/v2/ai/other-skills: userId in the query':
    'A single user is sent as a list of one, in `userIds`.',
};
