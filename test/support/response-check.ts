import { hash } from 'node:crypto';
import { type TSchema, Type } from 'typebox';
import { Check, Errors } from 'typebox/value';
import {
  AtoAlert,
  AtoRequest,
  Badge,
  BadgeAssertion,
  Bucket,
  Note,
  NotificationRecord,
} from '../../src/contract/resources.ts';
import { nameOf, ROUTES } from '../../src/contract/routes.ts';
import type { Route } from '../../src/contract/vocabulary.ts';
import type { RecordedResponse } from '../../src/sandbox/index.ts';

/** The sandbox's responses where the contract shows none, in the contract's own types as far as possible. */
const CHOSEN: Readonly<Record<string, TSchema>> = {
  'GET /edu/v1/note/list': Type.Array(Note),
  'PUT /edu/v1/note': Note,
  // The app's own data, or the value at the requested key.
  'GET /app/v1/bucket': Type.Unknown(),
  'PUT /app/v1/bucket': Bucket,
  'POST /app/v1/bucket': Bucket,
  'POST /app/v1/bucket/user': Bucket,
  'POST /app/v1/bucket/user/remove': Bucket,
  'PUT /notifications/v1': NotificationRecord,
  'GET /notifications/v1': Type.Array(NotificationRecord),
  'POST /notifications/v1/acknowledge': NotificationRecord,
  'POST /plugin/v2/ai/badge/assertion': BadgeAssertion,
  'GET /plugin/v2/ai/badge/assertion': Type.Array(BadgeAssertion),
  'POST /plugin/v2/ai/badge': Badge,
  'GET /plugin/v2/ai/badge/course': Type.Array(Badge),
  'GET /plugin/v2/ai/badge/objective': Type.Array(Badge),
  'POST /plugin/v1/ato/status': AtoRequest,
  'POST /plugin/v1/ato/alert': Type.Partial(AtoAlert),
};

const TOKEN = ['access_token', 'refresh_token', 'token_type', 'expires_in'];
const NOTE = ['noteId', 'creatorId', 'createdDate', 'courseIds'];
const ENTRY = ['userId', 'categories', 'score', 'createdDate', 'updatedDate', 'rank'];
const NOTIFICATION = ['sender', 'acknowledge', 'createdDate'];
const STATEMENT = 'statementId version userId verb lessonId classId studentId timestamp stored'.split(' ');
const BADGE = ['badgeId', 'courseId', 'objectiveId', 'versionId'];

/** Undocumented members that the sandbox sends, by route; those of rows apply to any row. */
const ADDED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  'POST /oauth/v2/token': TOKEN,
  'GET /oauth/v2/logout': ['loggedOut'],
  'GET /oauth/v2/token/validate': ['valid', 'userId', 'clientId'],
  'GET /oauth/v2/session/validate': ['valid', 'userId', 'sessionId'],
  'PUT /user/v1/my/profile': TOKEN,
  'GET /edu/v1/class/list': ['docs.instructorId', 'docs.observerId'],
  'GET /edu/v1/note/list': NOTE,
  'GET /edu/v1/note': NOTE,
  'PUT /edu/v1/note': NOTE,
  'POST /edu/v1/note/remove': ['noteId', 'removed'],
  'DELETE /app/v1/bucket': ['id', 'deleted'],
  'GET /leaderboard/v1': ENTRY,
  'GET /leaderboard/v1/rank': ENTRY,
  'PUT /leaderboard/v1': ENTRY,
  'PUT /notifications/v1': [...NOTIFICATION, 'devices'],
  'PUT /notifications/v1/register': ['registered'],
  'GET /notifications/v1': NOTIFICATION,
  'POST /notifications/v1/acknowledge': NOTIFICATION,
  'POST /edu/v2/xapi/statement': STATEMENT,
  'POST /edu/v1/xapi/statement': STATEMENT,
  'GET /plugin/v2/ai/record-data': ['userId', 'organizationRoles', 'courses', 'badgeIds', 'additionalInfo'],
  'POST /plugin/v2/ai/badge/assertion': ['assertionId'],
  'GET /plugin/v2/ai/badge/assertion': ['assertionId'],
  'POST /plugin/v2/ai/badge': ['badgeId'],
  'GET /plugin/v2/ai/badge/course': BADGE,
  'GET /plugin/v2/ai/badge/objective': BADGE,
  'GET /plugin/v2/ai/other-skills': ['userId', 'hobbies', 'skills'],
  'POST /plugin/v2/ai/additional-info': ['userId', 'additionalInfo'],
  'POST /plugin/v1/ato/status': ['updatedDate'],
  'POST /plugin/v1/ato/alert': ['alertId', 'createdDate'],
};

/** Documented members that the sandbox sometimes omits, by route. */
const OMITTED_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  // Instructors and observers have no student ID in a class; the contract covers only the classes of a student.
  'GET /edu/v1/class/list': ['docs.studentId'],
};

const routes = new Map(ROUTES.map((route) => [nameOf(route), route]));

/** Deviations of a successful response from the contract. The contract shows no error responses. */
export function violationsIn({ status, contentType, body, ...request }: RecordedResponse): string[] {
  const name = nameOf(request);
  const route = routes.get(name);
  if (!route || status >= 300) return [];
  return wrongIn(route, contentType, body).map((wrong) => `${name}: ${wrong}`);
}

function wrongIn({ response, ...route }: Route, contentType: string, body: string): string[] {
  switch (response.kind) {
    case 'page':
      return contentType.startsWith('text/html') ? [] : ['is not a page'];
    case 'base64':
      return Buffer.from(body, 'base64').toString('hex').startsWith('ffd8ff')
        ? []
        : ['is not a JPEG in base64'];
    case 'json':
      return wrongInJson(nameOf(route), response.schema, JSON.parse(body));
    case 'not shown':
      return wrongInJson(nameOf(route), CHOSEN[nameOf(route)], JSON.parse(body));
  }
}

function wrongInJson(route: string, schema: TSchema | undefined, json: unknown): string[] {
  const { [route]: omitted = [] } = OMITTED_MEMBERS;
  const { [route]: added = [] } = ADDED_MEMBERS;
  const wrong = schema
    ? errorsIn(schema, json).filter((one) => !omitted.some((path) => one === missing(path)))
    : [];
  const undocumented = unnamedIn(schema ?? Type.Object({}), json).filter((path) => !added.includes(path));
  return [...wrong, ...undocumented.map((path) => `${path} is neither in the contract nor listed as added`)];
}

const missing = (path: string): string => `${path} is missing`;

function errorsIn(schema: TSchema, json: unknown): string[] {
  if (Check(schema, json)) return [];
  return Errors(schema, json).flatMap((error) => {
    const steps = error.instancePath.split('/').filter((step) => step !== '' && !/^\d+$/.test(step));
    return error.keyword === 'required'
      ? error.params.requiredProperties.map((name) => missing([...steps, name].join('.')))
      : [`${steps.join('.')} ${error.message}`];
  });
}

/** The paths of undocumented members, without list indexes. */
function unnamedIn(
  schema: TSchema,
  value: unknown,
  path: readonly string[] = [],
  definitions: Readonly<Record<string, TSchema>> = {},
): string[] {
  if (Type.IsCyclic(schema)) return unnamedIn(Type.Ref(schema.$ref), value, path, schema.$defs);
  if (Type.IsRef(schema)) {
    const referred = definitions[schema.$ref];
    return referred ? unnamedIn(referred, value, path, definitions) : [];
  }
  if (Array.isArray(value)) {
    const items = Type.IsArray(schema) ? schema.items : schema;
    return [...new Set(value.flatMap((item) => unnamedIn(items, item, path, definitions)))];
  }
  if (!Type.IsObject(schema) || typeof value !== 'object' || value === null) return [];
  const { properties } = schema;
  return Object.entries(value).flatMap(([name, inner]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const here = [...path, name];
    return property ? unnamedIn(property, inner, here, definitions) : [here.join('.')];
  });
}

/** Checks all responses of a sandbox against the contract. */
export interface ResponseCheck {
  /** For the sandbox's `onResponse`. */
  onResponse(response: RecordedResponse): void;
  /** @throws Error if a response violated the contract. */
  end(): void;
}

export function startResponseCheck(): ResponseCheck {
  const violations = new Set<string>();
  /** Digests of checked responses: under load the same ones recur. */
  const seen = new Set<string>();
  return {
    onResponse: (response) => {
      const digest = hash('sha1', `${nameOf(response)} ${response.status} ${response.body}`);
      if (seen.has(digest)) return;
      seen.add(digest);
      for (const violation of violationsIn(response)) violations.add(violation);
    },
    end: () => {
      if (violations.size === 0) return;
      throw new Error(`Responses of the sandbox violate the contract:\n${[...violations].join('\n')}`);
    },
  };
}
