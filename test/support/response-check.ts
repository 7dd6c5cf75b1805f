import { hash } from 'node:crypto';
import {
  AtoAlert,
  AtoRequest,
  Badge,
  BadgeAssertion,
  Bucket,
  Note,
  NotificationRecord,
} from 'learning-platform-kit/contract/resources';
import { nameOf, type Route, type RouteId, routeNamed } from 'learning-platform-kit/contract/routes';
import type { RecordedResponse } from 'learning-platform-kit/sandbox';
import { type TSchema, Type } from 'typebox';
import { Check, Errors } from 'typebox/value';

/** The sandbox's responses where the contract shows none, in the contract's own types as far as possible. */
const CHOSEN: Readonly<Partial<Record<RouteId, TSchema>>> = {
  listNotes: Type.Array(Note),
  createNote: Note,
  // The app's own data, or the value at the requested key.
  readBucket: Type.Unknown(),
  createBucket: Bucket,
  updateBucket: Bucket,
  addBucketUser: Bucket,
  removeBucketUser: Bucket,
  sendNotification: NotificationRecord,
  listNotifications: Type.Array(NotificationRecord),
  acknowledgeNotification: NotificationRecord,
  assertBadge: BadgeAssertion,
  listBadgeAssertions: Type.Array(BadgeAssertion),
  createBadge: Badge,
  listCourseBadges: Type.Array(Badge),
  listObjectiveBadges: Type.Array(Badge),
  updateAtoStatus: AtoRequest,
  raiseAtoAlert: Type.Partial(AtoAlert),
};

const TOKEN = ['access_token', 'refresh_token', 'token_type', 'expires_in'];
const NOTE = ['noteId', 'creatorId', 'createdDate', 'courseIds'];
const ENTRY = ['userId', 'categories', 'score', 'createdDate', 'updatedDate', 'rank'];
const NOTIFICATION = ['sender', 'acknowledge', 'createdDate'];
const STATEMENT = 'statementId version userId verb lessonId classId studentId timestamp stored'.split(' ');
const BADGE = ['badgeId', 'courseId', 'objectiveId', 'versionId'];

/** Undocumented members that the sandbox sends, by route; those of rows apply to any row. */
const ADDED_MEMBERS: Readonly<Partial<Record<RouteId, readonly string[]>>> = {
  issueToken: TOKEN,
  signOut: ['loggedOut'],
  validateToken: ['valid', 'userId', 'clientId'],
  validateSession: ['valid', 'userId', 'sessionId'],
  createAnonymousUser: TOKEN,
  listClasses: ['docs.instructorId', 'docs.observerId'],
  listNotes: NOTE,
  readNote: NOTE,
  createNote: NOTE,
  removeNote: ['noteId', 'removed'],
  deleteBucket: ['id', 'deleted'],
  listEntries: ENTRY,
  readRank: ENTRY,
  submitScore: ENTRY,
  sendNotification: [...NOTIFICATION, 'devices'],
  registerDevice: ['registered'],
  listNotifications: NOTIFICATION,
  acknowledgeNotification: NOTIFICATION,
  recordStatement: STATEMENT,
  recordActivity: STATEMENT,
  listLearningRecords: ['userId', 'organizationRoles', 'courses', 'badgeIds', 'additionalInfo'],
  assertBadge: ['assertionId'],
  listBadgeAssertions: ['assertionId'],
  createBadge: ['badgeId'],
  listCourseBadges: BADGE,
  listObjectiveBadges: BADGE,
  listOtherSkills: ['userId', 'hobbies', 'skills'],
  addUserInfo: ['userId', 'additionalInfo'],
  updateAtoStatus: ['updatedDate'],
  raiseAtoAlert: ['alertId', 'createdDate'],
};

/** Documented members that the sandbox sometimes omits, by route. */
const OMITTED_MEMBERS: Readonly<Partial<Record<RouteId, readonly string[]>>> = {
  // Instructors and observers have no student ID in a class; the contract covers only the classes of a student.
  listClasses: ['docs.studentId'],
};

/** Deviations of a successful response from the contract. The contract shows no error responses. */
export function violationsIn({ status, contentType, body, ...request }: RecordedResponse): string[] {
  const name = nameOf(request);
  const route = routeNamed(name);
  if (!route || status >= 300) return [];
  return wrongIn(route, contentType, body).map((wrong) => `${name}: ${wrong}`);
}

function wrongIn({ id, response }: Route, contentType: string, body: string): string[] {
  switch (response.kind) {
    case 'page':
      return contentType.startsWith('text/html') ? [] : ['is not a page'];
    case 'base64':
      return Buffer.from(body, 'base64').toString('hex').startsWith('ffd8ff')
        ? []
        : ['is not a JPEG in base64'];
    case 'json':
      return wrongInJson(id, response.schema, JSON.parse(body));
    case 'not shown':
      return wrongInJson(id, CHOSEN[id], JSON.parse(body));
  }
}

function wrongInJson(route: RouteId, schema: TSchema | undefined, json: unknown): string[] {
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
