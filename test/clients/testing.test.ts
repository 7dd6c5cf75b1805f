import { GraphQLError, parse, print } from 'graphql';
import { HttpResponse } from 'msw';
import { graphql } from 'msw/graphql';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClient as createApolloClient } from '../../packages/client/src/apollo.ts';
import * as documents from '../../packages/client/src/documents.ts';
import { gatewayErrors, hasCode } from '../../packages/client/src/errors.ts';
import { Session } from '../../packages/client/src/session.ts';
import { readEvents } from '../../packages/client/src/stream.ts';
import { variableError } from '../../packages/client/src/testing/argument-rules.ts';
import { createHandlers } from '../../packages/client/src/testing/msw.ts';
import {
  createFetch,
  createFixtureGraph,
  type FixtureGraph,
  gatewayError,
} from '../../packages/client/src/testing.ts';
import { createClient as createUrqlClient } from '../../packages/client/src/urql.ts';
import { Collected } from '../support/collected.ts';
import { as, startGateway } from '../support/gateway.ts';
import { IN_ORDER } from '../support/suite.ts';

const url = 'http://gateway.test/graphql';
const session = { authorization: () => 'Bearer any' };
const STUDENT_ID = 's-first-aid-spring-ana';

/** The queries of the package, with variables that the sandbox knows. */
const QUERIES = [
  [documents.ViewerDocument, {}],
  [documents.ClassesDocument, { first: 4 }],
  [documents.ClassDetailDocument, { id: 'g-first-aid-spring' }],
  [documents.CoursesDocument, { first: 5 }],
  [documents.CourseDetailDocument, { id: 'c-first-aid', studentId: STUDENT_ID, forStudent: true }],
  [documents.LeaderboardDocument, { categories: [] }],
  [documents.LeaderboardDocument, { categories: ['orienteering'] }],
  [documents.NotificationsDocument, {}],
] as const;

/** A note with a key in its directive, and one with a key in the header. */
const KEYED_NOTE = `mutation ($key: String!, $text: String!) {
  createNote(input: { text: $text, classId: "g-first-aid-spring" }) @idempotent(key: $key) { noteId }
}`;
const NOTE =
  'mutation ($text: String!) { createNote(input: { text: $text, classId: "g-first-aid-spring" }) { noteId } }';

describe('the fixtures', IN_ORDER, () => {
  it.each(QUERIES.map(([document, variables], index) => [index, print(document), variables] as const))(
    'answer query %i of the package as the gateway does',
    async (_index, query, variables) => {
      const gateway = await shared;
      const expected = await gateway.student(query, variables);
      const result = await createFixtureGraph().execute({ query, variables, authorization: 'Bearer any' });
      expect(result.errors).toBeUndefined();
      expect(shapeOf(result.data)).toEqual(shapeOf(expected.data));
    },
  );

  const shared = startGateway();
  afterAll(async () => (await shared).close());

  it('write once under a key, and refuse what the gateway refuses of keys', async () => {
    const { query } = await shared;
    const graph = createFixtureGraph();
    const servers = [
      (text: string, variables: Record<string, unknown>, idempotencyKey?: string) =>
        graph.execute({ query: text, variables, idempotencyKey, authorization: 'Bearer any' }),
      (text: string, variables: Record<string, unknown>, idempotencyKey?: string) =>
        query(text, {
          as: as.student,
          variables,
          ...(idempotencyKey ? { headers: { 'idempotency-key': idempotencyKey } } : {}),
        }),
    ];
    const key = crypto.randomUUID();
    for (const send of servers) {
      const first = await send(KEYED_NOTE, { key, text: 'once' });
      const repeats = [
        await send(KEYED_NOTE, { key, text: 'once' }),
        await send(NOTE, { text: 'once' }, key),
      ];
      expect(gatewayErrors(first.errors)).toEqual([]);
      for (const repeat of repeats) expect(repeat.data).toEqual(first.data);
      const refusals = [
        await send(NOTE, { text: 'changed' }, key),
        await send('mutation { signOut { __typename } }', {}, key),
        await send(
          'mutation { a: deleteNote(input: { id: "1" }) { deletedId } b: deleteNote(input: { id: "2" }) { deletedId } }',
          {},
          key,
        ),
      ];
      const reasons = refusals.map(
        ({ errors }) => Object(gatewayErrors(errors)[0]?.extensions) as { code: string; reason: string },
      );
      expect(reasons.map(({ code, reason }) => `${code} ${reason}`)).toEqual([
        'BAD_USER_INPUT KEY_REUSED',
        'BAD_USER_INPUT NOT_ALLOWED',
        'BAD_USER_INPUT NOT_ALLOWED',
      ]);
    }
  });

  it('answer any other valid document', async () => {
    const query = `{
      me { friends { user { handle } } notifications(includeAcknowledged: true) { totalCount nodes { text } } profileImage { byteLength } }
      class(id: "g-first-aid-spring") { levels { lessons { name course { name } } } students { user { firstName } } }
      searchUsers(term: "tomas") { nodes { id } }
      note(id: "n-ana-clouds") { text course { name } author { handle } }
      course(id: "c-first-aid") { lessons { id } lesson(id: "l-airway") { name } none: lesson(id: "none") { name } }
      missing: course(id: "none") { name }
      leaderboard(first: 0) { totalCount }
      courses(first: 0) { totalCount nodes { id } pageInfo { hasNextPage } }
      theClass: class(id: "g-first-aid-spring") { viewer { notes { totalCount } lessons { notes { totalCount } } } }
    }`;
    const { data, errors } = await createFixtureGraph().execute({ query, authorization: 'Bearer any' });
    expect(errors).toBeUndefined();
    expect(data).toMatchObject({
      me: { notifications: { totalCount: 3 } },
      searchUsers: { nodes: [{ id: 'u-tomas' }] },
      note: { author: { handle: '@ana.ferreira' }, course: { name: expect.any(String) } },
      course: {
        lessons: expect.arrayContaining([{ id: 'l-airway' }]),
        lesson: { name: 'Airway' },
        none: null,
      },
      theClass: {
        viewer: {
          notes: { totalCount: 1 },
          lessons: expect.arrayContaining([{ notes: { totalCount: 0 } }, { notes: { totalCount: 1 } }]),
        },
      },
      missing: null,
      leaderboard: { totalCount: expect.any(Number) },
      courses: { totalCount: expect.any(Number), nodes: [], pageInfo: { hasNextPage: true } },
    });
  });

  it('need a credential, and say which mutations they lack', async () => {
    const graph = createFixtureGraph();
    const codeOf = async (query: string, authorization = 'Bearer any') =>
      (await graph.execute({ query, authorization })).errors?.[0]?.extensions.code;
    expect(await codeOf('{ me { id } }', '')).toBe('UNAUTHENTICATED');
    expect(await codeOf('mutation { deleteBucket(input: { id: "b" }) { deletedId } }')).toBe(
      'NOT_CONFIGURED',
    );
  });
});

/** Requests that the gateway refuses. */
const REFUSED: readonly [document: string, variables?: Record<string, unknown>][] = [
  ['mutation { createNote(input: { text: "", classId: "g-first-aid-spring" }) { note { id } } }'],
  ['mutation { createNote(input: { text: "x" }) { note { id } } }'],
  ['mutation { createNote(input: { text: "x", classId: "none" }) { note { id } } }'],
  ['mutation { createNote(input: { text: "x", lessonId: "none" }) { note { id } } }'],
  ['mutation { createNote(input: { text: "x", studentId: "none" }) { note { id } } }'],
  [`mutation { createNote(input: { text: "x", classId: "${'x'.repeat(300)}" }) { note { id } } }`],
  [
    'mutation ($input: CreateNoteInput!) { createNote(input: $input) { note { id } } }',
    { input: { text: '' } },
  ],
  ['mutation ($i: CreateNoteInput!) { createNote(input: $i) { note { id } } }', { i: { text: 7 } }],
  ['mutation ($i: CreateNoteInput!) { createNote(input: $i) { note { id } } }'],
  ['query ($c: [String!]) { leaderboard(categories: $c) { totalCount } }', { c: ['a', 7] }],
  ['mutation { deleteNote(input: { id: "" }) { deletedId } }'],
  ['mutation { deleteNote(input: { id: "none" }) { deletedId } }'],
  ['mutation { sendNotification(input: { receiverId: "u-ana", text: "" }) { streamed } }'],
  ['mutation { sendNotification(input: { receiverId: "none", text: "x" }) { streamed } }'],
  ['mutation { acknowledgeNotification(input: { id: "none" }) { notificationId } }'],
  ['mutation { submitScore(input: { score: 3, categories: ["a,b"] }) { entry { score } } }'],
  ['mutation { submitScore(input: { score: 3, categories: [] }) { entry { score } } }'],
  ['mutation { beginSignIn(input: { redirectUri: "nonsense" }) { url } }'],
  ['{ courses(first: 101) { totalCount } }'],
  ['{ courses(after: "x") { totalCount } }'],
  ['{ me { notifications(first: 101) { totalCount } } }'],
  ['{ leaderboard(categories: ["a,b"]) { totalCount } }'],
  ['{ randomUsers(count: 26) { user { id } } }'],
  ['{ course(id: "") { name } }'],
  ['{ course(id: "c-first-aid") { questions { id } } }'],
  ['{ capabilities { id } }'],
  ['query A { me { id } } query B { me { id } }'],
  ['{ nothing }'],
  ['{'],
];

describe('the fixtures refuse what the gateway refuses', () => {
  const shared = startGateway();
  afterAll(async () => (await shared).close());

  it.each(REFUSED)('%s %j', async (query, variables = {}) => {
    const gateway = await shared;
    const expected = await gateway.query(query, { as: as.student, variables });
    const { errors } = await createFixtureGraph().execute({ query, variables, authorization: 'Bearer any' });
    const reasonsOf = (reported: unknown) =>
      gatewayErrors(reported).map(({ extensions }) => {
        const { code, argument, variable, reason, bounds } = Object(extensions);
        return { code, argument, variable, reason, bounds };
      });
    expect(reasonsOf(expected.errors)).toHaveLength(1);
    expect(reasonsOf(errors)).toEqual(reasonsOf(expected.errors));
  });
});

describe('the fetch of a fixture graph', () => {
  it('serves a session, a client and a reader of events, which resumes', async () => {
    const graph = createFixtureGraph();
    const fetch = createFetch(graph);
    const own = new Session({ url: '/graphql', name: 'fetch', fetch });
    await own.finishSignIn(await own.beginSignIn({ redirectUri: 'http://app.test/callback' }));
    graph.revoke(await own.authorization());
    const client = createApolloClient({ url: '/graphql', session: own, fetch });
    expect((await client.query({ query: documents.ViewerDocument })).data?.me?.handle).toBe('@ana.ferreira');
    const query = 'subscription { notificationReceived { notification { text } } }';
    const events = readEvents({ url: '/graphql', query, session: own, fetch });
    const position = await events.next();
    graph.notify({ text: 'first' });
    const first = await events.next();
    expect(first.value?.result.data).toEqual({ notificationReceived: { notification: { text: 'first' } } });
    await events.return();
    const resumed = readEvents({
      url: '/graphql',
      query,
      session: own,
      fetch,
      lastEventId: position.value?.id,
    });
    await resumed.next();
    expect(await resumed.next()).toEqual(first);
    await resumed.return();
    own.close();
    client.stop();
  });

  it.each([
    ['subscription { notificationReceived { cursor } }', '', 401],
    ['subscription { atoRequestChanged { cursor } }', 'Bearer any', 403],
    ['subscription { nothing { cursor } }', 'Bearer any', 400],
  ])('refuses %s with a status', async (query, authorization, status) => {
    const events = readEvents({
      url: '/graphql',
      query,
      session: { authorization: () => authorization },
      fetch: createFetch(),
    });
    await expect(events.next()).rejects.toMatchObject({ status });
  });
});

it('invalid variables are reported alike for graphql 16 and 17', () => {
  const document = parse('mutation ($i: CreateNoteInput!) { createNote(input: $i) { note { id } } }');
  const reported = [
    'Variable "$i" got invalid value 7 at "i.text[0].x"; String cannot represent a non string value: 7',
    'Variable "$i" has invalid value at .text[0].x: String cannot represent a non string value: 7',
    'Variable "$i" of required type "CreateNoteInput!" was not provided.',
    'Variable "$i" has invalid value: Expected a value of non-null type "CreateNoteInput!" to be provided.',
  ].map((message) => variableError(new GraphQLError(message), document));
  expect(reported.map(({ message }) => message)).toEqual([
    ...Array(2).fill('`$i.text.0.x` is invalid: String cannot represent a non string value: 7'),
    ...Array(2).fill('`$i` is required.'),
  ]);
  expect(reported.map(({ extensions }) => extensions.argument)).toEqual([
    ...Array(2).fill(['input', 'text', 0, 'x']),
    ...Array(2).fill(['input']),
  ]);
});

describe('the handlers for MSW', () => {
  let graph: FixtureGraph;
  const server = setupServer();
  beforeAll(() => server.listen());
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  const answer = (): void => {
    graph = createFixtureGraph();
    server.use(...createHandlers(url, graph));
  };

  it('keep what mutations write', async () => {
    answer();
    const client = createUrqlClient({ url, session });
    const input = { text: 'Bring gloves', classId: 'g-first-aid-spring' };
    const created = await client.mutation(documents.CreateNoteDocument, { input }).toPromise();
    const noteId = created.data?.createNote?.note?.id ?? '';
    const texts = async () => {
      const variables = { id: 'g-first-aid-spring' };
      const { data } = await client
        .query(documents.ClassDetailDocument, variables, { requestPolicy: 'network-only' })
        .toPromise();
      return data?.class?.notes?.nodes.map(({ text }) => text);
    };
    expect(await texts()).toContain('Bring gloves');
    await client.mutation(documents.DeleteNoteDocument, { input: { id: noteId } }).toPromise();
    expect(await texts()).not.toContain('Bring gloves');
  });

  it('stream over WebSocket', async () => {
    answer();
    const client = createApolloClient({ url, session });
    const texts = new Collected<string>();
    const positions = new Collected<string>();
    const subscription = client
      .subscribe({ query: documents.NotificationReceivedDocument, fetchPolicy: 'no-cache' })
      .subscribe(({ data, error }) => {
        if (error) texts.fail(error);
        positions.add(data?.notificationReceived?.cursor ?? '');
        const text = data?.notificationReceived?.notification?.text;
        if (text != null) texts.add(text);
      });
    await positions.reach(1);
    graph.notify({ text: 'The hall is open' });
    expect(await texts.reach(1)).toEqual(['The hall is open']);
    const { data } = await client.query({ query: documents.NotificationsDocument });
    expect(data?.me?.notifications?.edges[0]?.node.text).toBe('The hall is open');
    subscription.unsubscribe();
    client.stop();
  });

  it('find trusted documents by their hashes', async () => {
    answer();
    const bodies: string[] = [];
    const send: typeof fetch = (input, init) => {
      bodies.push(String(init?.body));
      return fetch(input, init);
    };
    const client = createUrqlClient({ url, session, trustedDocuments: true, fetch: send });
    const { data } = await client.query(documents.ViewerDocument, {}).toPromise();
    expect(data?.me?.handle).toBe('@ana.ferreira');
    expect(bodies).toEqual([expect.not.stringContaining('"query"')]);
  });

  it('give way to handlers of the test', async () => {
    answer();
    server.use(
      graphql
        .link(url)
        .query('Viewer', () =>
          HttpResponse.json({ data: { me: null }, errors: [gatewayError('NOT_CONFIGURED')] }),
        ),
    );
    const client = createApolloClient({ url, session });
    const error: unknown = await client.query({ query: documents.ViewerDocument }).catch((reason) => reason);
    expect(hasCode(error, 'NOT_CONFIGURED')).toBe(true);
    client.stop();
  });
});

/** The members of each object, at every depth, with the kinds of their values; the longest list counts. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}
