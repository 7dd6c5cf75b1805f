import { describe, expect, it } from 'vitest';
import { json, status } from './support/faults.ts';
import { as, codesByPath, countByRoute, queryAnother } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

const ASSERTIONS = 'GET /plugin/v2/ai/badge/assertion';
const SKILLS = 'GET /plugin/v2/ai/other-skills';
const RECORDS = 'GET /plugin/v2/ai/record-data';
const limitedPlugin = {
  authorization: `Basic ${Buffer.from('limited-plugin:limited-plugin-secret').toString('base64')}`,
};

describe('badges, skills and learning records', () => {
  const gateway = suiteGateway();

  const pluginCalls = (since: number) =>
    gateway.requests.slice(since).filter(({ headers }) => headers.authorization?.startsWith('Basic'));

  describe('with the plugin credential', () => {
    it('reads assertions of users, with complete badges from the lists of badges', async () => {
      const { data, calls } = await gateway.plugin(`{ badgeAssertions(userIds: ["u-okafor"]) {
          id badgeId name type image issuerName issuedOn lessonId classId versionId extra userId user { id }
          badge { id name type image description alignments tags proficiency courseId objectiveId versionId extra }
        } }`);
      expect(data.badgeAssertions).toHaveLength(2);
      expect(data.badgeAssertions[0]).toEqual({
        id: 'as-okafor-c-first-aid',
        badgeId: 'b-c-first-aid',
        name: 'Field First Aid',
        type: 'course',
        image: 'img-b-c-first-aid',
        issuerName: 'Meridian School',
        issuedOn: '2026-03-27T12:00:00.000Z',
        lessonId: 'l-first-aid-exam',
        classId: 'g-first-aid-vanguard',
        versionId: 'v-c-first-aid-1',
        extra: {},
        userId: 'u-okafor',
        user: null,
        badge: {
          id: 'b-c-first-aid',
          name: 'Field First Aid',
          type: 'course',
          image: 'img-b-c-first-aid',
          description: 'Completed Field First Aid.',
          alignments: null,
          tags: 'course',
          proficiency: 3,
          courseId: 'c-first-aid',
          objectiveId: null,
          versionId: 'v-c-first-aid-1',
          extra: {},
        },
      });
      expect(calls.toSorted()).toEqual([
        'GET /plugin/v2/ai/badge/assertion?userIds=u-okafor',
        'GET /plugin/v2/ai/badge/course',
        'GET /plugin/v2/ai/badge/objective',
      ]);
      expect(gateway.requests.at(-1)?.headers.authorization).toBe(as.plugin.authorization);
    });

    it.each([
      ['strings', ['knots', 'ropes'], 'knots, ropes'],
      ['one string', 'knots', 'knots'],
      ['objects', [{ targetName: 'ISTE', targetUrl: 'https://iste.example/1' }], null],
      ['an object', { standard: 'ISTE', level: 2 }, null],
      ['a mixed list', ['knots', 3], null],
      ['nothing', null, undefined],
    ])('reads alignments and tags sent as %s', async (_form, sent, text) => {
      gateway.faults.set(
        'GET /plugin/v2/ai/badge/course',
        json([{ badgeId: 'b', alignments: sent, tags: sent }]),
      );
      const { data } = await gateway.plugin('{ courseBadges { alignments tags extra } }');
      const shown = text === undefined ? null : (text ?? JSON.stringify(sent));
      expect(data.courseBadges).toEqual([{ alignments: shown, tags: shown, extra: {} }]);
    });

    it.each([
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01T10:30:00+01:00', '2026-03-01T09:30:00.000Z'],
    ])('sends %s as the date or date-time of an assertion', async (issuedOn, sent) => {
      gateway.faults.set('POST /plugin/v2/ai/badge/assertion', json({}));
      await gateway.plugin(`mutation ($input: AssertBadgeInput!) { assertBadge(input: $input) { extra } }`, {
        input: {
          userId: 'u-ana',
          badgeId: 'b',
          name: 'n',
          type: 't',
          image: 'i',
          issuerName: 's',
          issuedOn,
        },
      });
      expect(JSON.parse(gateway.requests.at(-1)?.body ?? '')).toMatchObject({ issuedOn: sent });
    });

    it('sends a picture as the image of a badge', async () => {
      const image = `data:image/png;base64,${'A'.repeat(60_000)}`;
      await gateway.plugin(
        'mutation ($input: CreateBadgeInput!) { createBadge(input: $input) { badge { image } } }',
        { input: { name: 'n', type: 't', image, proficiency: 1 } },
      );
      expect(JSON.parse(gateway.requests.at(-1)?.body ?? '')).toMatchObject({ image });
    });

    it('shows one badge, whatever its assertions call it', async () => {
      const awarded = {
        userId: 'u-okafor',
        type: 'honor',
        image: 'img',
        issuerName: 'x',
        issuedOn: '2026-01-01',
      };
      gateway.faults.set(
        ASSERTIONS,
        json([
          {
            ...awarded,
            assertionId: 'a1',
            badgeId: 'b-c-first-aid',
            name: 'First aid with honors',
            versionId: 'v-0',
          },
          {
            ...awarded,
            assertionId: 'a2',
            badgeId: 'b-own',
            name: 'Badge of the plugin',
            courseId: 'c-knots',
          },
        ]),
      );
      const { data } = await gateway.plugin(`{
          badgeAssertions(userIds: ["u-okafor"]) { name versionId courseId badge { id name type versionId } }
          courseBadges { id name type versionId }
        }`);
      const [known, own] = data.badgeAssertions;
      expect(known).toMatchObject({ name: 'First aid with honors', versionId: 'v-0' });
      expect(data.courseBadges).toContainEqual(known.badge);
      expect(own).toEqual({ name: 'Badge of the plugin', versionId: null, courseId: 'c-knots', badge: null });
    });

    it('reads an assertion from the list if the response to the write is only a part of it', async () => {
      const input = {
        userId: 'u-okafor',
        badgeId: 'b-c-first-aid',
        name: 'n',
        type: 't',
        image: 'i',
        issuerName: 's',
        issuedOn: '2026-03-01',
      };
      const award = (part: object) => {
        gateway.faults.set('POST /plugin/v2/ai/badge/assertion', json(part));
        return gateway.query(
          `mutation ($input: AssertBadgeInput!) { assertBadge(input: $input) { assertion { id name issuerName } } }`,
          { as: as.plugin, variables: { input } },
        );
      };
      const known = await award({ assertionId: 'as-okafor-c-first-aid', badgeId: 'b-c-first-aid' });
      expect(known.data.assertBadge.assertion).toEqual({
        id: 'as-okafor-c-first-aid',
        name: 'Field First Aid',
        issuerName: 'Meridian School',
      });
      const unknown = await award({ assertionId: 'as-elsewhere', badgeId: 'b-c-first-aid' });
      expect(unknown.data.assertBadge).toEqual({ assertion: null });
      expect(codesByPath(unknown.errors)).toEqual({ 'assertBadge.assertion': 'UPSTREAM_BAD_RESPONSE' });
      expect(unknown.calls).toEqual(['POST /plugin/v2/ai/badge/assertion', `${ASSERTIONS}?userIds=u-okafor`]);
    });

    it('reads everything about fifty users with one call for each route, and each user once', async () => {
      const { data, calls } = await gateway.plugin(
        `query ($userIds: [ID!]!) {
          badgeAssertions(userIds: $userIds) { userId }
          otherSkills(userIds: $userIds) { userId user { id } hobbies skills extra }
          learners(userIds: $userIds) {
            userId learningRecord { badgeIds } badgeAssertions { name } otherSkills { skills }
          }
          more: badgeAssertions(userIds: ["u-51"]) { name }
        }`,
        { userIds: ['u-ana', 'u-okafor', 'u-ana', ...Array.from({ length: 48 }, (_, i) => `u-${i}`)] },
      );
      expect(data.badgeAssertions).toHaveLength(4);
      expect(data.otherSkills[0]).toEqual({
        userId: 'u-ana',
        user: null,
        hobbies: ['bouldering', 'birdwatching'],
        skills: ['Portuguese', 'Knot tying'],
        extra: {},
      });
      expect(data.learners).toHaveLength(50);
      expect(data.learners[0]).toEqual({
        userId: 'u-ana',
        learningRecord: { badgeIds: ['b-o-assess-scene', 'b-o-read-map'] },
        badgeAssertions: [{ name: 'Assess a scene' }, { name: 'Read a topographic map' }],
        otherSkills: [{ skills: ['Portuguese', 'Knot tying'] }],
      });
      expect(data.learners[2]).toEqual({
        userId: 'u-0',
        learningRecord: null,
        badgeAssertions: [],
        otherSkills: [],
      });
      expect(countByRoute(calls)).toEqual({ [RECORDS]: 1, [ASSERTIONS]: 1, [SKILLS]: 1 });
      const [assertions = ''] = calls.filter((call) => call.startsWith(ASSERTIONS));
      expect(decodeURIComponent(assertions.split('=')[1] ?? '').split(',')).toHaveLength(51);
      const alone = await gateway.plugin('{ learners(userIds: ["u-ana"]) { userId } }');
      expect(alone.calls).toEqual([]);
    });

    describe('members of organizations', () => {
      const MEMBERS = `query ($orgIds: [ID!], $first: Int, $after: String) {
        orgLearners(orgIds: $orgIds, first: $first, after: $after) {
          nodes { userId organizationId organizationRoles { organizationId role } badgeIds additionalInfo { title description } extra }
          totalCount pageInfo { hasNextPage endCursor }
        }
      }`;
      const row = { userId: 'u1', badgeIds: [7] };
      const member = {
        userId: 'u1',
        organizationId: null,
        organizationRoles: null,
        badgeIds: ['7'],
        additionalInfo: null,
        extra: {},
      };
      const one = async (reply: unknown, variables: Record<string, unknown> = {}) => {
        gateway.faults.set(RECORDS, json(reply));
        const { data } = await gateway.plugin(MEMBERS, variables);
        expect(data.orgLearners.nodes).toHaveLength(1);
        return data.orgLearners.nodes[0];
      };

      it('name their organization, with one call for each that is asked for', async () => {
        gateway.faults.set(RECORDS, json([row]));
        const { data, calls } = await gateway.plugin(MEMBERS, { orgIds: ['org-a', 'org-b', 'org-a'] });
        expect(data.orgLearners.nodes).toEqual([
          { ...member, organizationId: 'org-a' },
          { ...member, organizationId: 'org-b' },
        ]);
        expect(data.orgLearners.totalCount).toBe(2);
        expect(calls).toEqual([`${RECORDS}?orgIds=org-a`, `${RECORDS}?orgIds=org-b`]);
      });

      it('are read with one call without organizations, and with one for badges and skills each', async () => {
        const { data, calls } = await gateway.plugin(
          '{ orgLearners { nodes { userId organizationId learner { badgeAssertions { name } otherSkills { skills } } } totalCount } }',
        );
        const { nodes, totalCount } = data.orgLearners;
        expect(totalCount).toBe(nodes.length);
        expect(nodes.length).toBeGreaterThan(20);
        expect(nodes.find(({ userId }: { userId: string }) => userId === 'u-ana')).toEqual({
          userId: 'u-ana',
          // She has roles in two.
          organizationId: null,
          learner: {
            badgeAssertions: [{ name: 'Assess a scene' }, { name: 'Read a topographic map' }],
            otherSkills: [{ skills: ['Portuguese', 'Knot tying'] }],
          },
        });
        expect(countByRoute(calls)).toEqual({ [RECORDS]: 1, [ASSERTIONS]: 1, [SKILLS]: 1 });
      });

      it('are pages of the whole list', async () => {
        gateway.faults.set(RECORDS, json([{ userId: 'u1' }, { userId: 'u2' }, { userId: 'u3' }]));
        const first = await gateway.plugin(MEMBERS, { first: 2 });
        const { nodes, totalCount, pageInfo } = first.data.orgLearners;
        expect(nodes.map(({ userId }: { userId: string }) => userId)).toEqual(['u1', 'u2']);
        expect({ totalCount, hasNextPage: pageInfo.hasNextPage }).toEqual({
          totalCount: 3,
          hasNextPage: true,
        });
        const second = await gateway.plugin(MEMBERS, { first: 2, after: pageInfo.endCursor });
        expect(second.data.orgLearners).toMatchObject({
          nodes: [{ userId: 'u3' }],
          pageInfo: { hasNextPage: false },
        });
        const other = { as: as.plugin, variables: { orgIds: ['org-a'], after: pageInfo.endCursor } };
        expect(codesByPath((await gateway.query(MEMBERS, other)).errors)).toEqual({
          orgLearners: 'BAD_USER_INPUT',
        });
      });

      it.each([
        ['`organizationId`', { ...row, organizationId: 'org-x' }],
        ['`orgId`, a number', { ...row, orgId: 5 }, '5'],
      ])(
        'name the organization that their record names by %s, whichever was asked for',
        async (_, sent, id = 'org-x') => {
          expect(await one([sent], { orgIds: ['org-a'] })).toEqual({ ...member, organizationId: id });
        },
      );

      it.each([
        ['one role', { 'org-m': 'pilot' }, 'org-m'],
        ['two roles', { 'org-m': 'pilot', 'org-n': null }, null],
        ['no role', {}, null],
      ])(
        'without a name and a question have the organization of %s',
        async (_, organizationRoles, organizationId) => {
          const roles = Object.entries(organizationRoles).map(([id, role]) => ({ organizationId: id, role }));
          expect(await one([{ ...row, organizationRoles }])).toEqual({
            ...member,
            organizationId,
            organizationRoles: roles,
          });
        },
      );

      it('are read from a response by organization, whose keys name none', async () => {
        expect(await one({ 'org-z': [row] })).toEqual(member);
      });

      it('show what no field has in `extra`, an unusual organization included', async () => {
        const sent = { ...row, hours: 4, orgId: { title: 'Meridian' }, courses: [{ courseId: 'c-1' }] };
        const { hours, orgId, courses } = sent;
        expect(await one([sent])).toEqual({ ...member, extra: { hours, orgId, courses } });
      });

      it('lose only the field whose value has another form', async () => {
        gateway.faults.set(
          RECORDS,
          json([{ ...row, organizationRoles: ['pilot'], additionalInfo: ['tall'] }]),
        );
        const { data, errors } = await gateway.query(MEMBERS, { as: as.plugin });
        expect(data.orgLearners.nodes).toEqual([member]);
        expect(codesByPath(errors)).toEqual({
          'orgLearners.nodes.0.organizationRoles': 'UPSTREAM_BAD_RESPONSE',
          'orgLearners.nodes.0.additionalInfo': 'UPSTREAM_BAD_RESPONSE',
        });
      });

      it('have what `addUserInfo` added', async () => {
        const info = { title: 'Pace', description: 'Steady' };
        await gateway.plugin(
          'mutation ($info: [UserInfoInput!]!) { addUserInfo(input: { userId: "u-ana", additionalInfo: $info }) { extra } }',
          { info: [info] },
        );
        const { data } = await gateway.plugin(MEMBERS);
        const ana = data.orgLearners.nodes.find(({ userId }: { userId: string }) => userId === 'u-ana');
        expect(ana.additionalInfo).toContainEqual(info);
        expect(ana.extra).not.toHaveProperty('additionalInfo');
      });

      it('leave the records of `learningRecords` as they were', async () => {
        const extra = {
          organizationRoles: { 'org-m': 'pilot' },
          additionalInfo: [],
          orgId: 'org-m',
          hours: 4,
        };
        gateway.faults.set(RECORDS, json([{ ...row, ...extra }]));
        const { data } = await gateway.plugin('{ learningRecords { userId badgeIds extra } }');
        expect(data.learningRecords).toEqual([{ userId: 'u1', badgeIds: ['7'], extra }]);
      });
    });

    it('splits more than 100 users, and IDs of more than 4 KB', async () => {
      const many = await gateway.plugin(`query ($ids: [ID!]!) { badgeAssertions(userIds: $ids) { name } }`, {
        ids: Array.from({ length: 250 }, (_, index) => `u${index}`),
      });
      expect(many.calls.map((call) => call.split('%2C').length).toSorted((a, b) => b - a)).toEqual([
        100, 100, 50,
      ]);
      const long = await gateway.plugin(`query ($ids: [ID!]!) { otherSkills(userIds: $ids) { skills } }`, {
        ids: Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(120, 'é')),
      });
      expect(long.calls.length).toBeGreaterThan(1);
      for (const call of long.calls) expect(call.split('?')[1]?.length).toBeLessThanOrEqual(4096);
    });

    it('fails only the users of a failed call', async () => {
      const first = Array.from({ length: 100 }, (_, index) => `u${index}`);
      let answered = 0;
      gateway.faults.set(ASSERTIONS, (request, response) => {
        answered += 1;
        (answered === 1 ? json([]) : status(503))(request, response);
      });
      const { data, errors } = await gateway.query(
        `query ($first: [ID!]!) { first: badgeAssertions(userIds: $first) { name } last: badgeAssertions(userIds: ["last"]) { name } }`,
        { as: as.plugin, variables: { first } },
      );
      expect(data).toEqual({ first: [], last: null });
      expect(codesByPath(errors)).toEqual({ last: 'UPSTREAM_UNAVAILABLE' });
    });

    it.each([
      ['a wrapped list', { results: [{ _id: 4, user: { userId: 'a' }, name: 'x' }] }],
      ['an object by user ID', { a: [{ _id: 4, name: 'x' }], b: [] }],
      ['a wrapped object by user ID', { data: { a: { id: '4', name: 'x' } } }],
      [
        'rows of users who were not requested',
        [
          { id: 4, userId: 'a', name: 'x' },
          { userId: 'z', name: 'y' },
        ],
      ],
    ])('reads %s', async (_what, reply) => {
      gateway.faults.set(ASSERTIONS, json(reply));
      const { data } = await gateway.plugin(`{ badgeAssertions(userIds: ["a", "b"]) { id name userId } }`);
      expect(data.badgeAssertions).toEqual([{ id: '4', name: 'x', userId: 'a' }]);
    });

    it('assigns rows without a user ID to the one requested user, and to none of several', async () => {
      gateway.faults.set(ASSERTIONS, json([{ id: 1, name: 'x' }]));
      const one = await gateway.plugin(`{ badgeAssertions(userIds: ["a"]) { name } }`);
      expect(one.data.badgeAssertions).toEqual([{ name: 'x' }]);
      const two = await gateway.query(`{ badgeAssertions(userIds: ["a", "b"]) { name } }`, { as: as.plugin });
      expect(codesByPath(two.errors)).toEqual({ badgeAssertions: 'UPSTREAM_BAD_RESPONSE' });
    });

    it.each([
      ['two lists of unknown names', { one: [], other: [] }],
      ['rows of other users', [{ assertionId: 1, userId: 'z' }]],
      ['rows without an ID', [{ userId: 'a', name: 'x' }]],
      ['an empty object', {}],
      ['a list of texts', ['x', 'y']],
    ])('does not take %s for an empty list', async (_what, reply) => {
      for (const route of [ASSERTIONS, SKILLS]) gateway.faults.set(route, json(reply));
      const { errors } = await gateway.query(`{ badgeAssertions(userIds: ["a", "b"]) { id } }`, {
        as: as.plugin,
      });
      expect(codesByPath(errors)).toEqual({ badgeAssertions: 'UPSTREAM_BAD_RESPONSE' });
    });

    it('reads learning records by organization as those of the users that they name', async () => {
      gateway.faults.set(RECORDS, json({ 'org-1': [{ userId: 'u1', hours: 1 }, { userId: 'u3' }] }));
      const { data, calls } = await gateway.plugin(
        '{ learningRecords { userId extra learner { badgeAssertions { id } } } }',
      );
      expect(data.learningRecords).toEqual([
        { userId: 'u1', extra: { hours: 1 }, learner: { badgeAssertions: [] } },
        { userId: 'u3', extra: {}, learner: { badgeAssertions: [] } },
      ]);
      expect(calls).toContain(`${ASSERTIONS}?userIds=u1%2Cu3`);
    });

    it.each([{ u1: { hours: 1 } }, { records: [{ hours: 1 }] }, [{ hours: 1 }]])(
      'does not guess whose learning records %j are',
      async (reply) => {
        gateway.faults.set(RECORDS, json(reply));
        const { errors, calls } = await gateway.query(
          '{ learningRecords { userId learner { badgeAssertions { id } } } }',
          { as: as.plugin },
        );
        expect(codesByPath(errors)).toEqual({ learningRecords: 'UPSTREAM_BAD_RESPONSE' });
        expect(calls).toEqual([RECORDS]);
      },
    );

    it('awards a badge, visible to later fields of the operation', async () => {
      const created = await gateway.plugin(
        'mutation { createBadge(input: { name: "Night owl", type: "skill", image: "img-owl", proficiency: 2.5 }) { badge { id } } }',
      );
      const badgeId = created.data.createBadge.badge.id;
      const { data, calls } = await gateway.plugin(
        `mutation ($badgeId: ID!) {
          assertBadge(input: { userId: "u-tane", badgeId: $badgeId, name: "Night owl", type: "skill", image: "img-owl", issuerName: "Demo", issuedOn: "2026-05-01T00:00:00Z" }) {
            assertion { id badgeId issuedOn userId } extra
          }
          one: addUserInfo(input: { userId: "u-tane", additionalInfo: [{ title: "x", description: "x" }] }) { learner { badgeAssertions { name } } }
          again: assertBadge(input: { userId: "u-tane", badgeId: $badgeId, name: "Night owl 2", type: "skill", image: "img-owl", issuerName: "Demo", issuedOn: "2026-05-01T00:00:00Z" }) {
            assertion { badgeId }
          }
          two: addUserInfo(input: { userId: "u-tane", additionalInfo: [{ title: "x", description: "x" }] }) { learner { badgeAssertions { name } } }
        }`,
        { badgeId },
      );
      expect(data.assertBadge.assertion).toMatchObject({
        badgeId,
        issuedOn: '2026-05-01T00:00:00.000Z',
        userId: 'u-tane',
      });
      expect(data.one.learner.badgeAssertions).toEqual([{ name: 'Night owl' }]);
      expect(data.two.learner.badgeAssertions).toHaveLength(2);
      expect(countByRoute(calls)).toEqual({
        'POST /plugin/v2/ai/badge/assertion': 2,
        'POST /plugin/v2/ai/additional-info': 2,
        [ASSERTIONS]: 2,
      });
    });
  });

  describe('with a user token', () => {
    it("reads the signed-in user's own badges and skills after the platform has confirmed the user", async () => {
      const { data, calls } = await gateway.student(
        `{ me { badgeAssertions { name badge { name } user { handle } lesson { name } class { name } } otherSkills { skills } } }`,
      );
      expect(data.me.badgeAssertions[0]).toEqual({
        name: 'Assess a scene',
        // The lists of badges require the plugin credential.
        badge: null,
        user: { handle: '@ana.ferreira' },
        lesson: { name: 'Primary Survey' },
        class: { name: 'First Aid, Spring Group' },
      });
      expect(data.me.otherSkills).toEqual([{ skills: ['Portuguese', 'Knot tying'] }]);
      expect(calls[0]).toBe('GET /user/v1/my/profile');
      expect(calls.slice(1, 3).toSorted()).toEqual([
        `${ASSERTIONS}?userIds=u-ana`,
        `${SKILLS}?userIds=u-ana`,
      ]);
    });

    it('does not use the plugin credential unless the platform confirms the user', async () => {
      for (const fault of [status(401), status(403), status(503), json({})]) {
        gateway.faults.set('GET /user/v1/my/profile', fault);
        const seen = gateway.requests.length;
        const { data } = await gateway.query('{ me { badgeAssertions { name } otherSkills { skills } } }', {
          as: as.student,
        });
        expect(data.me).toEqual({ badgeAssertions: null, otherSkills: null });
        expect(pluginCalls(seen)).toEqual([]);
      }
    });

    it('does not use the plugin credential for an ID with a comma', async () => {
      gateway.faults.set('GET /user/v1/my/profile', json({ userId: 'u-ana,u-priya' }));
      const seen = gateway.requests.length;
      const { errors } = await gateway.query(`{ me { badgeAssertions { name } } }`, { as: as.student });
      expect(codesByPath(errors)).toEqual({ 'me.badgeAssertions': 'BAD_USER_INPUT' });
      expect(pluginCalls(seen)).toEqual([]);
    });

    it("returns only the user's own rows if the platform sends more", async () => {
      gateway.faults.set(
        ASSERTIONS,
        json([
          { assertionId: 'a-1', userId: 'u-ana', name: 'mine' },
          { assertionId: 'a-2', userId: 'u-priya', name: 'hers' },
        ]),
      );
      const { data } = await gateway.student(`{ me { badgeAssertions { name } } }`);
      expect(data.me.badgeAssertions).toEqual([{ name: 'mine' }]);
    });

    it("is NOT_CONFIGURED, not UNAUTHENTICATED, if the platform rejects the gateway's plugin credential", async () => {
      for (const route of [ASSERTIONS, SKILLS]) gateway.faults.set(route, status(401));
      const { data, errors } = await gateway.query(
        '{ me { handle badgeAssertions { name } otherSkills { skills } } }',
        { as: as.student },
      );
      expect(data.me).toEqual({ handle: '@ana.ferreira', badgeAssertions: null, otherSkills: null });
      expect(codesByPath(errors)).toEqual({
        'me.badgeAssertions': 'NOT_CONFIGURED',
        'me.otherSkills': 'NOT_CONFIGURED',
      });
      for (const { message } of errors) {
        expect(message).toMatch(/the operator must check PLUGIN_CLIENT_ID and PLUGIN_CLIENT_SECRET/);
      }
    });

    it('is NOT_CONFIGURED if the gateway has no plugin', async () => {
      const { data, errors } = await queryAnother(
        { PLATFORM_URL: gateway.sandbox.url },
        '{ me { handle badgeAssertions { name } } }',
        { as: as.student },
      );
      expect(data.me).toEqual({ handle: '@ana.ferreira', badgeAssertions: null });
      expect(codesByPath(errors)).toEqual({ 'me.badgeAssertions': 'NOT_CONFIGURED' });
    });
  });

  it("forwards another plugin's credential instead of its own", async () => {
    const seen = gateway.requests.length;
    const { data, errors } = await gateway.query(
      `{ badgeAssertions(userIds: ["u-ana"]) { name } learningRecords { userId } }`,
      { as: limitedPlugin },
    );
    expect(codesByPath(errors)).toEqual({ badgeAssertions: 'FORBIDDEN' });
    expect(data.learningRecords.length).toBeGreaterThan(0);
    for (const { headers } of pluginCalls(seen))
      expect(headers.authorization).toBe(limitedPlugin.authorization);
  });
});
