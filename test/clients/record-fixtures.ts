import { join } from 'node:path';
import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { writeGenerated } from '../../src/cli/generated-file.ts';
import { as, startGateway } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';

/** Writes the fixtures of `@learning-platform/client/testing`: what a student of the sandbox reads through a gateway. */
const OUTPUT = join(import.meta.dirname, '../../packages/client/src/generated/fixtures.ts');
/** Fixtures do not change with the day they are recorded on. */
const NOW = Date.parse('2026-05-04T09:00:00Z');

/** Links that are recorded with a type, beside its values; all other links follow from IDs. */
const LINKS: Readonly<Record<string, string>> = {
  BadgeAssertion: '',
  Class:
    'course { __typename id } viewer { __typename id } instructors { ..ClassInstructor } students { ..ClassStudent } observers { ..ClassObserver } levels { ..Level }',
  ClassInstructor: 'user { ..User } details { ..ProfileDetails }',
  ClassObserver: 'user { ..User } details { ..ProfileDetails }',
  ClassStudent: 'user { ..User } details { ..ProfileDetails }',
  Course: 'levels { ..Level } lessons { ..Lesson } objectives { ..CourseObjective }',
  CourseObjective: 'lessons { __typename id } performance { ..ObjectivePerformance }',
  Friend: 'user { ..User } details { ..ProfileDetails }',
  Lesson: 'childLessons { __typename id } course { __typename id }',
  Level: 'lessons { __typename id }',
  ObjectivePerformance: 'lessonScores { ..LessonScore }',
  ProfileDetails: 'parentFlags { ..ParentFlags } organizationRoles { ..OrganizationRole }',
  Viewer: 'parentFlags { ..ParentFlags } organizationRoles { ..OrganizationRole }',
};

/** All values of a type, with its links: `..Course`. */
function selectionOf(name: string): string {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type`);
  return `__typename ${valuesOf(type).join(' ')} ${expand(LINKS[name] ?? '')}`;
}

const expand = (selection: string): string =>
  selection.replaceAll(/\.\.(\w+)/g, (_, name: string) => selectionOf(name));

const valuesOf = (type: GraphQLObjectType): string[] =>
  Object.values(type.getFields())
    .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => name);

const gateway = await startGateway({
  environment: { LIMIT_UPSTREAM_CALLS: '5000', LIMIT_OBJECTS: '1000000', LIMIT_RESPONSE: '100000000' },
  sandbox: { now: () => NOW },
});

const records: Record<string, Record<string, unknown>> = {};

/** Replaces records by references, and collects them. */
function flatten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(flatten);
  if (typeof value !== 'object' || value === null) return value;
  // What is null is left out: a graph of fixtures resolves it to null as well.
  const present = Object.entries(value).filter(([, inner]) => inner !== null);
  const fields = Object.fromEntries(present.map(([name, inner]) => [name, flatten(inner)]));
  const { __typename: type, id } = fields;
  if (typeof type !== 'string' || typeof id !== 'string') return fields;
  const key = `${type}:${id}`;
  records[key] = { ...records[key], ...fields };
  return { $ref: key };
}

const idOf = (reference: unknown): string | null =>
  typeof reference === 'object' && reference !== null && '$ref' in reference
    ? String(reference.$ref).replace(/^\w+:/, '')
    : null;

async function read(selection: string): Promise<Record<string, unknown>> {
  const { data, errors } = await gateway.query(`{ ${expand(selection)} }`, { as: as.student });
  if (errors.length > 0) throw new Error(JSON.stringify(errors.slice(0, 3)));
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, flatten(value)]));
}

const listIn = (connection: unknown): unknown =>
  typeof connection === 'object' && connection !== null && 'nodes' in connection ? connection.nodes : null;

const { me } = await read(
  'me { ..Viewer friends { ..Friend } badgeAssertions { ..BadgeAssertion } otherSkills { ..OtherSkills } notifications(first: 100, includeAcknowledged: true) { nodes { ..Notification } } }',
);
const lists = {
  classes: listIn((await read('classes(first: 20) { nodes { ..Class } }')).classes),
  courses: listIn((await read('courses(first: 100) { nodes { ..Course } }')).courses),
  leaderboard: listIn((await read('leaderboard(first: 20) { nodes { ..LeaderboardEntry } }')).leaderboard),
  notes: listIn((await read('notes { nodes { ..Note } }')).notes),
};

// The lessons that are locked for the student, by the student ID in each class.
for (const [key, record] of Object.entries(records)) {
  const studentId = record.viewer && idOf(record.viewer);
  if (!key.startsWith('Class:') || typeof studentId !== 'string') continue;
  const { data } = await gateway.query(
    `{ class(id: ${JSON.stringify(record.id)}) { viewer { lessons { lesson { id } locked } } } }`,
    { as: as.student },
  );
  for (const {
    lesson: { id },
    locked,
  } of data.class.viewer.lessons) {
    const lesson = records[`Lesson:${id}`];
    if (lesson) lesson.locked = { ...Object(lesson.locked), [studentId]: locked };
  }
}
await gateway.close();

for (const [key, record] of Object.entries(records)) {
  // A graph of fixtures finds them in the levels.
  if (key.startsWith('Course:')) delete record.lessons;
  const { notifications } = record;
  if (notifications !== undefined) record.notifications = listIn(notifications);
}

const sorted = Object.fromEntries(Object.entries(records).toSorted(([a], [b]) => (a < b ? -1 : 1)));
const fixtures = { viewer: Object(me).$ref, lists, records: sorted };
writeGenerated(
  OUTPUT,
  `// Generated by \`npm run client:print\`.\nimport type { Fixtures } from '../testing/fixtures.ts';\n\n/** What the student Ana Ferreira of the sandbox reads. */\nexport const FIXTURES: Fixtures = ${JSON.stringify(fixtures)};\n`,
);
