import { deepEqual, equal, ok } from 'node:assert/strict';
import { as, type TestGateway } from '../../support/gateway.ts';
import { exported, STUDENT, type Task } from '../world.ts';

interface Person {
  firstName: string | null;
  lastName: string | null;
  handle: string | null;
}
const fullName = (person: Person | null): string | null =>
  person && ([person.firstName, person.lastName].filter(Boolean).join(' ') || person.handle);

const classPage: Task = {
  name: 'class-page',
  text: `The page of a class. Export \`loadClassPage(access, classId)\`. It resolves to
\`{ name, course, instructors, students }\`: the name of the class, the name of its course, and the names of its
instructors and students as lists of strings ("First Last", or the handle of who has no name), in the order of the graph. It resolves to null if there is no
such class. Make no more platform calls than the page needs.`,
  check: async (solution, { gateway, access, counted, calls }) => {
    const load = exported(solution, 'loadClassPage');
    const { data } = await gateway.student(`{ class(id: "g-first-aid-spring") { name course { name }
      instructors { user { firstName lastName handle } } students { user { firstName lastName handle } } } }`);
    const namesOf = (members: { user: Person }[]) => members.map(({ user }) => fullName(user));
    deepEqual(await counted(() => load(access(STUDENT), 'g-first-aid-spring')), {
      name: data.class.name,
      course: data.class.course.name,
      instructors: namesOf(data.class.instructors),
      students: namesOf(data.class.students),
    });
    ok(calls() <= 1, `the page takes ${calls()} platform calls; 1 is enough`);
    equal(await load(access(STUDENT), 'g-none'), null);
  },
};

const outline: Task = {
  name: 'course-outline',
  text: `The outline of a class's course, for the signed-in student. Export \`loadOutline(access, classId)\`. It resolves to a list of
\`{ level, lessons: [{ name, locked }] }\`: the levels of the course with the names of the lessons that they list, in order, and
for each whether it is locked for this student (a boolean).`,
  check: async (solution, { gateway, access, counted, calls }) => {
    const before = gateway.requests.length;
    const { data } = await gateway.student(`{ class(id: "g-first-aid-spring") {
      course { levels { name lessons { id name } } } viewer { lessons { locked lesson { id } } } } }`);
    const enough = gateway.requests.length - before;
    const locks = new Map<string, boolean>();
    for (const { locked, lesson } of data.class.viewer.lessons) locks.set(lesson.id, locked);
    const expected = data.class.course.levels.map(
      (level: { name: string; lessons: { id: string; name: string }[] }) => ({
        level: level.name,
        lessons: level.lessons.map(({ id, name }) => ({ name, locked: locks.get(id) })),
      }),
    );
    deepEqual(
      await counted(() => exported(solution, 'loadOutline')(access(STUDENT), 'g-first-aid-spring')),
      expected,
    );
    ok(calls() <= enough, `the outline takes ${calls()} platform calls; ${enough} are enough`);
  },
};

const leaderboard: Task = {
  name: 'leaderboard',
  text: `A leaderboard with paging. Export \`leaderboardPages(access, categories, size)\`, an async generator. Each page is a list of
\`{ rank, name, score }\` of at most \`size\` entries; \`name\` is "First Last" (or the handle) of the player where the graph
says who it is, else "Another player". A page is read only when it is asked for, and the generator ends after the last entry, without an empty page.`,
  check: async (solution, { gateway, access, counted, calls }) => {
    const pages = exported(solution, 'leaderboardPages');
    const categories = ['knots', 'weekly'];
    const { data } = await gateway.student(
      `{ leaderboard(categories: ["knots", "weekly"], first: 50) { nodes { rank score
      user { firstName lastName handle } holder { firstName lastName handle } } } }`,
    );
    const all = data.leaderboard.nodes.map(
      (entry: { rank: number; score: number; user: Person | null; holder: Person | null }) => ({
        rank: entry.rank,
        name: fullName(entry.user ?? entry.holder) ?? 'Another player',
        score: entry.score,
      }),
    );
    const first = await counted(() => pages(access(STUDENT), categories, 2).next());
    deepEqual(first.value, all.slice(0, 2));
    ok(calls() <= 3, `the first page takes ${calls()} platform calls; 3 are enough`);
    deepEqual(await Array.fromAsync(pages(access(STUDENT), categories, 2)), [
      all.slice(0, 2),
      all.slice(2, 4),
      all.slice(4),
    ]);
  },
};

const notes: Task = {
  name: 'notes',
  text: `The notes of a class. Export \`loadNotes(access, classId)\`. It resolves to a list of \`{ id, text, author }\` of all notes of the
class, in the order of the graph; \`author\` is "First Last" (or the handle) of who wrote it as the list states it, else
null.`,
  check: async (solution, { gateway, access, counted, calls }) => {
    const before = gateway.requests.length;
    const { data } = await gateway.student(
      `{ notes(filter: { classId: "g-first-aid-spring" }) { edges { author { firstName lastName handle } node { id text } } } }`,
    );
    const enough = gateway.requests.length - before;
    const expected = data.notes.edges.map(
      (edge: { author: Person | null; node: { id: string; text: string } }) => ({
        ...edge.node,
        author: fullName(edge.author),
      }),
    );
    deepEqual(
      await counted(() => exported(solution, 'loadNotes')(access(STUDENT), 'g-first-aid-spring')),
      expected,
    );
    ok(calls() <= enough, `the notes take ${calls()} platform calls; ${enough} are enough`);
  },
};

const report: Task = {
  name: 'plugin-report',
  text: `A report on a server, with the credential of a plugin. Export \`badgeReport({ url, clientId, clientSecret }, userIds)\`. It resolves
to an object with the names of the badges of each user, by user ID: \`{ [userId]: string[] }\`, in the order of the graph, with an
empty list for users without any. Make one platform call for all users.`,
  check: async (solution, { gateway, network, counted, calls }) => {
    const userIds = ['u-ana', 'u-mina', 'u-none'];
    const { data } = await badgesOf(gateway, userIds);
    const expected = Object.fromEntries(
      userIds.map((id) => [
        id,
        data.badgeAssertions
          .filter(({ userId }: { userId: string }) => userId === id)
          .map(({ name }: { name: string }) => name),
      ]),
    );
    const credential = { url: `${network.url}/graphql`, ...gateway.sandbox.credentials.plugin };
    deepEqual(await counted(() => exported(solution, 'badgeReport')(credential, userIds)), expected);
    equal(calls(), 1);
  },
};

const badgesOf = (gateway: TestGateway, userIds: readonly string[]) =>
  gateway.query('query ($userIds: [ID!]!) { badgeAssertions(userIds: $userIds) { userId name } }', {
    as: as.plugin,
    variables: { userIds },
  });

export const READING: readonly Task[] = [classPage, outline, leaderboard, notes, report];
