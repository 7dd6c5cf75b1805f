import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
} from 'graphql';
import { nameOf, type Route } from '../contract/routes.ts';
import type { Gateway } from './gateway.ts';
import type { Finding } from './report.ts';

/** The type of a user's details in a list; `User` has the other fields. */
const LISTED_USER = 'ProfileDetails';

/** The GraphQL type of the records of each route. */
export const RECORD_TYPES: Readonly<Partial<Record<Route['id'], string>>> = {
  readOwnProfile: 'Viewer',
  listFriends: LISTED_USER,
  createAnonymousUser: 'User',
  searchUsers: LISTED_USER,
  listRandomUsers: LISTED_USER,
  readCourse: 'Course',
  listCourses: 'Course',
  listObjectives: 'CourseObjective',
  listPerformance: 'ObjectivePerformance',
  readLevels: 'Course',
  listClasses: 'Class',
  readClass: 'Class',
  listQuestions: 'Question',
  readNote: 'Note',
};

/** Members that the graph exposes under another name, in one type or in all. */
const RENAMED: Readonly<Record<string, string>> = {
  'Viewer.userId': 'id',
  'Class.groupId': 'id',
  'Class.studentId': 'viewer',
  'Question._id': 'id',
  'Question.course': 'courseId',
  'Question.__t': 'kind',
  'Question.__v': 'revision',
  profilePic: 'profilePicId',
  coverPhoto: 'coverPhotoId',
};

/** Whether a member is the ID of the record that contains it, as in `ClassStudent.studentId`. */
const isOwnId = (type: string, member: string): boolean =>
  member.endsWith('Id') && type.toLowerCase().endsWith(member.slice(0, -2).toLowerCase());

/** Members that no field exposes, with the field that uses them to find its record. */
const LOOKUPS: Readonly<Record<string, string>> = {
  'ObjectivePerformance.objectiveId': 'CourseObjective.performance',
};

/** The members of the list wrapper. */
const WRAPPER = new Set(['docs', 'total', 'page', 'limit', 'pages']);

/** The fields that call a route, as in `Course.levels`: fewest other routes first, queries before others. */
const fieldsCalling = ({ costs }: Gateway, route: Route): string[] =>
  Object.entries(costs)
    .filter(([, { calls }]) => calls.some((call) => call.route === nameOf(route)))
    .map(([field, { calls }]) => ({ field, order: 2 * calls.length + (field.startsWith('Query.') ? 0 : 1) }))
    .sort((one, other) => one.order - other.order || one.field.localeCompare(other.field))
    .map(({ field }) => field);

/**
 * The fields that a finding affects: the one that exposes the member, or all fields that call the route if the gateway
 * cannot read the response.
 * @param isUsable whether the gateway's own reader accepts the response.
 */
export function affectedFields(
  gateway: Gateway,
  route: Route,
  { kind, member }: Finding,
  isUsable: boolean,
): string[] {
  if (kind === 'form' || kind === 'unknown' || kind === 'empty') return [];
  if (member === null || kind === 'left out' || !isUsable) return fieldsCalling(gateway, route);
  const type = RECORD_TYPES[route.id];
  if (WRAPPER.has(member)) return wrapperFields(gateway, route, member);
  const field = type === undefined ? null : fieldExposing(gateway.schema, type, member);
  return field === null ? [] : [field];
}

/** The gateway reads lists without their wrapper; only the wrapper's own members are lost. */
function wrapperFields(gateway: Gateway, route: Route, member: string): string[] {
  const calling = fieldsCalling(gateway, route);
  const [list = ''] = calling;
  const connection = gateway.schema.getQueryType()?.getFields()[list.replace('Query.', '')];
  return member === 'total' && connection ? [`${getNamedType(connection.type)}.totalCount`] : calling;
}

/** The field that exposes a member, as in `Lesson.locked` for `levels[].lessons[].locked`. Null: none does. */
export function fieldExposing(schema: GraphQLSchema, recordType: string, member: string): string | null {
  const names = member.replaceAll('[]', '').replace(/^docs(\.|$)/, '');
  let type = recordType;
  let found: string | null = null;
  for (const name of names.split('.').filter((one) => one !== '')) {
    const holders = holdersOf(schema, type);
    // A JSON scalar exposes everything below it.
    if (holders.length === 0) return found;
    const exposed = holders.flatMap((holder) => fieldOf(holder, name) ?? []).at(0);
    if (!exposed) return LOOKUPS[`${type}.${name}`] ?? null;
    const { holder, field } = exposed;
    found = `${holder.name}.${field.name}`;
    const isListedUser = field.name === 'user' && 'details' in holder.getFields();
    type = isListedUser ? LISTED_USER : getNamedType(field.type).name;
  }
  return found;
}

/** The types that show a record: both the details of the list and the user, for a user in a list. */
const holdersOf = (schema: GraphQLSchema, type: string): GraphQLObjectType[] =>
  (type === LISTED_USER ? [LISTED_USER, 'User'] : [type])
    .map((name) => schema.getType(name))
    .filter(isObjectType);

/** The field of a type that exposes a member. Null: no field does. */
function fieldOf(
  holder: GraphQLObjectType,
  member: string,
): { holder: GraphQLObjectType; field: GraphQLField<unknown, unknown> } | null {
  const name = isOwnId(holder.name, member) ? 'id' : RENAMED[`${holder.name}.${member}`];
  const field = holder.getFields()[name ?? RENAMED[member] ?? member];
  return field ? { holder, field } : null;
}
