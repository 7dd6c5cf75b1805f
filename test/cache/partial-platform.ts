import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { school } from '../../packages/platform-kit/sandbox/school.ts';
import { isRecord } from '../../src/lib/is-record.ts';

const DOCUMENTED = 'x-documented';

const PROFILE = [
  'position',
  'role',
  'parentFlags',
  'email',
  'trainer',
  'trainee',
  'militaryGrade',
  'displayRank',
  'displayDutyTitle',
  'gender',
  'civilianGrade',
  'civilianBand',
  'jobSeriesNumber',
  'jobTitle',
];
const BADGE = ['objectiveId', 'versionId', 'proficiency', 'description', 'alignments', 'tags'];

/** Both routes of notes send the documented members equally; all others differ by route. */
const NOTE_DOCUMENTED = ['courseIds', 'studentId'];

/** Members that the contract marks as optional or does not show, by the start of the routes that omit some of them. */
const OPTIONAL_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  '/user/v1/': PROFILE,
  '/edu/v1/class/structure': PROFILE,
  '/edu/v1/note': ['creatorId', 'createdDate', ...NOTE_DOCUMENTED],
  '/leaderboard/v1': ['createdDate', 'updatedDate', 'rank'],
  '/notifications/v1': ['sender', 'textParameters', 'path'],
  '/plugin/v2/ai/badge': BADGE,
  '/plugin/v2/ai/record-data': ['badgeIds', 'organizationRoles'],
};

/** Records of undocumented shape, each with the member for its user. */
const NAMING_MEMBERS: Readonly<Record<string, string>> = {
  '/leaderboard/v1': 'user',
  '/leaderboard/v1/rank': 'user',
  '/edu/v1/note': 'author',
  '/edu/v1/note/list': 'author',
  '/plugin/v2/ai/badge/assertion': 'user',
  '/plugin/v2/ai/record-data': 'user',
  '/plugin/v2/ai/other-skills': 'user',
};

/**
 * Makes a sandbox send partial rows, for its `intercept`: each route omits some optional members of some rows or sends
 * null for them, the same ones every time, and adds incomplete user objects to records of undocumented shape.
 */
export async function sendPartialRows(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { method, url = '', headers } = request;
  if (method !== 'GET' || DOCUMENTED in headers) return false;
  const { connection: _, ...sent } = headers;
  const documented = await fetch(`http://${headers.host}${url}`, {
    headers: { ...flat(sent), [DOCUMENTED]: 'true' },
    redirect: 'manual',
  });
  const type = documented.headers.get('content-type') ?? '';
  const text = await documented.text();
  const isRows = documented.ok && type.includes('json');
  const body = isRows ? JSON.stringify(partial(url.split('?', 1)[0] ?? '', JSON.parse(text))) : text;
  response.writeHead(documented.status, { 'content-type': type }).end(body);
  return true;
}

const flat = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

function partial(route: string, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((item) => partial(route, item));
  if (!isRecord(json)) return json;
  const members = Object.entries(json).flatMap(([name, value]) => {
    const fate = isOptional(route, name) ? fateOf(route, idOf(json), name) : 'sent';
    if (fate === 'absent') return [];
    return [[name, fate === 'null' ? null : partial(route, value)] as const];
  });
  const naming = NAMING_MEMBERS[route];
  const user = naming === undefined ? null : incompleteUser(json.userId);
  return Object.fromEntries(user && naming ? [...members, [naming, user] as const] : members);
}

const isOptional = (route: string, name: string): boolean =>
  Object.entries(OPTIONAL_MEMBERS).some(
    ([start, members]) => route.startsWith(start) && members.includes(name),
  );

const idOf = ({ userId, noteId, notificationId, badgeId, assertionId }: Record<string, unknown>): string =>
  [assertionId, badgeId, noteId, notificationId, userId].join();

function fateOf(route: string, id: string, member: string): 'sent' | 'absent' | 'null' {
  const source = NOTE_DOCUMENTED.includes(member) ? '/edu/v1/note' : route;
  const digit = hash('sha1', `${source} ${id} ${member}`).charAt(0);
  if ('01234'.includes(digit)) return 'absent';
  return '567'.includes(digit) ? 'null' : 'sent';
}

/** What a record may say about its user: true but incomplete. Null: the record names none. */
function incompleteUser(userId: unknown): Record<string, unknown> | null {
  const user = school.users.find((one) => one.userId === userId);
  return user ? { userId: user.userId, handle: user.handle, role: user.role ?? null } : null;
}
