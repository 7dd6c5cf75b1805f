/** Where the contract places a route. */
type ContractHost = '{base_url}' | '{notes_base_url}' | '{base_url} or {push_sandbox_base_url}';

/** What the contract wants in the header of a route: which header, and what it carries. */
type ContractCredential =
  | 'none'
  | 'Authorization: user token'
  | 'Authentication: user token'
  | 'Authorization: ATO token'
  | 'Authorization: Basic plugin';

/** One route as the contract writes it. */
export interface ContractRoute {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  /** The heading it stands under in the contract's "Endpoints". */
  section: string;
  host: ContractHost;
  credential: ContractCredential;
  /** What it takes, in the query of a GET (and of nothing else) or in the body; `*` marks what is required. */
  takes: readonly string[];
}

interface Section {
  host?: ContractHost;
  credential?: ContractCredential;
  routes: readonly (readonly [route: string, takes?: string, credential?: ContractCredential])[];
}

/** Every REST route of the contract, in the contract's order. */
const SECTIONS: Record<string, Section> = {
  'Sign-in and session': {
    routes: [
      [
        'GET /oauth/v2/signin',
        'client_id* response_type* redirect_uri* state* app_login* code_challenge* code_challenge_method* nonce',
        'none',
      ],
      [
        'POST /oauth/v2/token',
        'client_id* grant_type* code code_verifier refresh_token client_secret',
        'none',
      ],
      ['GET /oauth/v2/logout'],
      ['GET /oauth/v2/token/validate', '', 'Authentication: user token'],
      ['GET /oauth/v2/session/validate'],
    ],
  },
  'User and profile': {
    routes: [
      ['GET /user/v1/my/profile'],
      ['GET /user/v1/my/friends'],
      ['GET /user/v1/my/profile/picture'],
      ['GET /user/v1/my/profile/cover'],
      ['PUT /user/v1/my/profile', 'anonymous clientId dateOfBirth deviceToken', 'none'],
      ['GET /user/v1/search', 'limit page term'],
      ['GET /user/v1/search/random', 'count'],
    ],
  },
  Courses: {
    routes: [
      ['GET /edu/v1/course', 'courseId'],
      ['GET /edu/v1/course/list', 'limit page'],
      ['GET /edu/v1/course/objectives', 'courseId'],
      ['GET /edu/v1/course/objectives/performance', 'courseId'],
      ['GET /edu/v1/course/levels', 'classId studentId courseId'],
    ],
  },
  Classes: {
    routes: [
      ['GET /edu/v1/class/list', 'page limit'],
      ['GET /edu/v1/class/structure', 'classId*'],
    ],
  },
  Questions: {
    credential: 'Authentication: user token',
    routes: [['GET /edu/v1/question/', 'courseId showRemoved']],
  },
  Notes: {
    host: '{notes_base_url}',
    routes: [
      ['GET /edu/v1/note/list', 'lessonId userId classId studentId courseId'],
      ['GET /edu/v1/note', 'noteId'],
      ['PUT /edu/v1/note', 'text lessonId userId classId studentId courseId'],
      ['POST /edu/v1/note/remove', 'noteId'],
    ],
  },
  Buckets: {
    routes: [
      ['GET /app/v1/bucket', 'id key'],
      ['PUT /app/v1/bucket', 'id public data users'],
      ['POST /app/v1/bucket', 'id key value'],
      ['DELETE /app/v1/bucket', 'id'],
      ['POST /app/v1/bucket/user', 'userId id'],
      ['POST /app/v1/bucket/user/remove', 'userId id'],
    ],
  },
  Leaderboard: {
    routes: [
      ['GET /leaderboard/v1', 'limit page categories'],
      ['GET /leaderboard/v1/rank', 'categories user'],
      ['PUT /leaderboard/v1', 'categories score'],
    ],
  },
  'Push notifications': {
    host: '{base_url} or {push_sandbox_base_url}',
    routes: [
      ['PUT /notifications/v1', 'receiver text textParameters path persist'],
      ['PUT /notifications/v1/register', 'deviceToken refreshToken'],
      ['GET /notifications/v1', 'acknowledge limit page since'],
      ['POST /notifications/v1/acknowledge', 'notificationId'],
    ],
  },
  xAPI: {
    routes: [
      ['POST /edu/v2/xapi/statement', 'actor* verb* object* result context timestamp authority'],
      ['POST /edu/v1/xapi/statement', 'timestamp actor verb object'],
    ],
  },
  'AI plugin routes': {
    credential: 'Authorization: Basic plugin',
    routes: [
      ['GET /plugin/v2/ai/record-data', 'orgIds'],
      [
        'POST /plugin/v2/ai/badge/assertion',
        'userId* badgeId* name* type* image* issuerName* issuedOn* lessonId classId versionId',
      ],
      ['GET /plugin/v2/ai/badge/assertion', 'userId userIds'],
      ['POST /plugin/v2/ai/badge', 'name* type* image* proficiency* description alignments tags'],
      ['GET /plugin/v2/ai/badge/course', 'orgIds'],
      ['GET /plugin/v2/ai/badge/objective', 'orgIds'],
      ['GET /plugin/v2/ai/other-skills', 'userId userIds'],
      ['POST /plugin/v2/ai/additional-info', 'userId additionalInfo'],
    ],
  },
  'ATO plugin routes': {
    credential: 'Authorization: ATO token',
    routes: [
      ['POST /plugin/v1/ato/status', 'requestId status complete cancellable'],
      ['POST /plugin/v1/ato/alert', 'requestId title text providerId status type'],
    ],
  },
};

const METHODS = ['GET', 'PUT', 'POST', 'DELETE'] as const;

export const CONTRACT: readonly ContractRoute[] = Object.entries(SECTIONS).flatMap(
  ([section, { host = '{base_url}', credential = 'Authorization: user token', routes }]) =>
    routes.map(([route, takes = '', own = credential]) => {
      const [verb = '', path = ''] = route.split(' ');
      const method = METHODS.find((candidate) => candidate === verb);
      if (!method) throw new Error(`no such method: ${route}`);
      return {
        method,
        path,
        section,
        host,
        credential: own,
        takes: takes.split(' ').filter((name) => name !== ''),
      };
    }),
);

/** What the service calls on a plugin; the contract leaves the addresses to the plugin. Contract: Events. */
export const PLUGIN_CALLS = [
  'ATO request',
  'ATO distribution change',
  'Mission planner: capabilities search',
  'Mission planner: candidate search',
] as const;
export type PluginCall = (typeof PLUGIN_CALLS)[number];

export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
