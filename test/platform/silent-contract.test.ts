import { describe, expect, it } from 'vitest';
import { answer, type Fault, json, status } from '../support/faults.ts';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

/**
 * A response that the contract allows and does not show, and what the graph makes of it. What any route may send, in whatever form,
 * is in `test/reach/rule.test.ts`.
 */
interface Row {
  what: string;
  answers: Readonly<Record<string, Fault>>;
  document: string;
  as?: Record<string, string>;
  data?: unknown;
  /** Code and reason of the only error. */
  error?: string;
}

const NOTES = 'GET /edu/v1/note/list';
const PUT_NOTE = 'PUT /edu/v1/note';
const RANK = 'GET /leaderboard/v1/rank';
const CLASS = 'GET /edu/v1/class/structure';
const QUESTIONS = 'GET /edu/v1/question/';
const RECORDS = 'GET /plugin/v2/ai/record-data';
const BUCKET = 'GET /app/v1/bucket';

const CREATE_NOTE = 'mutation { createNote(input: { text: "x", courseId: "c" }) { noteId } }';
const RANKED = '{ leaderboardRank(categories: ["c"]) { score rank extra } }';
const person = (id: string) => ({
  userId: id,
  handle: `@${id}`,
  userType: 'adult',
  accountType: 'Adult',
  country: 'DE',
});

const ROWS: readonly Row[] = [
  {
    what: 'a validation of a token that is not active',
    answers: { 'GET /oauth/v2/token/validate': json({ active: false }) },
    document: '{ session { tokenValid } }',
    data: { session: { tokenValid: false } },
  },
  {
    what: 'a list beside a list of texts',
    answers: { [NOTES]: json({ notes: [{ noteId: 1, text: 'x' }], tags: ['a'] }) },
    document: '{ notes { nodes { id text } } }',
    data: { notes: { nodes: [{ id: '1', text: 'x' }] } },
  },
  {
    what: 'an alert whose status is called error',
    answers: { 'POST /plugin/v1/ato/alert': json({ status: 'error' }) },
    document:
      'mutation { raiseAtoAlert(input: { requestId: "r", title: "t", text: "x" }) { alert { title } } }',
    data: { raiseAtoAlert: { alert: { title: 't' } } },
  },
  {
    what: 'a documented number with more digits than a double has',
    answers: { [RANK]: answer('{"score":5,"rank":3.0000000000000000}') },
    document: '{ leaderboardRank(categories: ["c"]) { score rank } }',
    data: { leaderboardRank: { score: 5, rank: 3 } },
  },
  {
    what: 'an empty list beside an object that is not understood',
    answers: { [NOTES]: json({ page: { a: [{ noteId: 1 }], b: [{ noteId: 2 }] }, tags: [] }) },
    document: '{ notes { nodes { id } } }',
    data: { notes: null },
    error: 'UPSTREAM_BAD_RESPONSE',
  },
  {
    what: 'a plain day',
    answers: { [QUESTIONS]: json([{ id: 'q', text: 't', createdDate: '2024-01-02' }]) },
    document: '{ course(id: "c-first-aid") { questions { createdDate } } }',
    as: as.instructor,
    data: { course: { questions: [{ createdDate: '2024-01-02T00:00:00.000Z' }] } },
  },
  {
    what: 'a creation that answers success alone',
    answers: { [PUT_NOTE]: json({ success: true }) },
    document: CREATE_NOTE,
    data: { createNote: null },
    error: 'UPSTREAM_BAD_RESPONSE CREATED_WITHOUT_ID',
  },
  {
    what: 'a creation that names its author alone',
    answers: { [PUT_NOTE]: json({ text: 'x', author: { id: 'u1' } }) },
    document: CREATE_NOTE,
    data: { createNote: null },
    error: 'UPSTREAM_BAD_RESPONSE CREATED_WITHOUT_ID',
  },
  {
    what: 'an entry with its rank as text beside it',
    answers: { [RANK]: json({ entry: { score: 5, level: 'a' }, rank: '3', of: 9 }) },
    document: RANKED,
    data: { leaderboardRank: { score: 5, rank: 3, extra: { level: 'a', of: 9 } } },
  },
  {
    what: 'an entry with its position beside it',
    answers: { [RANK]: json({ entry: { score: 5 }, position: 3 }) },
    document: RANKED,
    data: { leaderboardRank: { score: 5, rank: 3, extra: {} } },
  },
  {
    what: 'no entry, with rank 0',
    answers: { [RANK]: json({ entry: null, rank: 0 }) },
    document: RANKED,
    data: { leaderboardRank: null },
  },
  {
    what: 'a student without an ID',
    answers: {
      [CLASS]: json({
        groupId: 'g',
        name: 'G',
        students: [{ user: person('u0') }, { studentId: 's1', user: person('u1') }],
      }),
    },
    document: '{ class(id: "g") { name students { id } } }',
    data: { class: { name: 'G', students: [{ id: 's1' }] } },
  },
  {
    what: 'only students without an ID',
    answers: { [CLASS]: json({ groupId: 'g', students: [{ id: 's1' }] }) },
    document: '{ class(id: "g") { name } }',
    data: { class: null },
    error: 'UPSTREAM_BAD_RESPONSE',
  },
  {
    what: 'a number that a double cannot hold',
    answers: { [BUCKET]: answer('{"a":9007199254740993,"b":[0.1234567890123456789],"c":1e3}') },
    document: '{ bucket(id: "b") { data } }',
    data: { bucket: { data: '{"a":9007199254740993,"b":[0.1234567890123456789],"c":1000}' } },
  },
  {
    what: 'records within organizations',
    answers: {
      [RECORDS]: json({
        orgs: [
          { orgId: 'o1', members: [{ user: { userId: 'u1' }, badgeIds: [1] }] },
          { orgId: 'o2', members: [] },
        ],
      }),
    },
    document: '{ learningRecords { userId badgeIds } }',
    as: as.plugin,
    data: { learningRecords: [{ userId: 'u1', badgeIds: ['1'] }] },
  },
  {
    what: 'no users as text',
    answers: { 'POST /app/v1/bucket/user': json({ id: 'b', users: '' }) },
    document: 'mutation { addBucketUser(input: { id: "b", userId: "u" }) { userIds } }',
    data: { addBucketUser: { userIds: [] } },
  },
  {
    what: 'users as text with an empty end',
    answers: { 'POST /app/v1/bucket/user': json({ id: 'b', users: 'u1,' }) },
    document: 'mutation { addBucketUser(input: { id: "b", userId: "u" }) { userIds } }',
    data: { addBucketUser: { userIds: ['u1'] } },
  },
  {
    what: 'bucket data that looks like a refusal',
    answers: { [BUCKET]: json({ success: false, error: 'x', data: { valid: false } }) },
    document: '{ bucket(id: "b") { data } }',
    data: { bucket: { data: '{"success":false,"error":"x","data":{"valid":false}}' } },
  },
];

describe('a response that the contract does not show', () => {
  const gateway = suiteGateway();

  it.each(ROWS)('$what', async ({ answers, document, as: caller = as.student, data, error }) => {
    for (const [route, fault] of Object.entries(answers)) gateway.faults.set(route, fault);
    const result = await gateway.query(document, { as: caller });
    const errors = result.errors.map(({ extensions: { code, reason } }) =>
      [code, ...(reason ? [reason] : [])].join(' '),
    );
    expect(errors).toEqual(error === undefined ? [] : [error]);
    // Free JSON is compared byte by byte.
    const bytes = /"bucket":\{"data":(.*)\}\}\}/s.exec(result.text)?.[1];
    expect(bytes === undefined ? result.data : { bucket: { data: bytes } }).toEqual(data);
  });

  const pageOf = (from: number, length: number) => ({
    entries: Array.from({ length }, (_, index) => ({ userId: `u${from + index}`, score: from + index })),
  });
  const PAGE =
    'query ($after: String) { leaderboard(first: 25, after: $after) { nodes { score } pageInfo { hasNextPage endCursor } } }';

  it('a list that the platform caps without a total is read to its end, without a call before a page is asked for', async () => {
    const capped = (request: { url?: string | undefined }): unknown => {
      const parameters = new URL(request.url ?? '', 'http://platform').searchParams;
      const length = Math.min(10, Number(parameters.get('limit')));
      const from = (Number(parameters.get('page')) - 1) * length;
      return pageOf(from, Math.max(0, Math.min(length, 23 - from)));
    };
    gateway.faults.set('GET /leaderboard/v1', (request, response) =>
      json(capped(request))(request, response),
    );
    const scores: number[] = [];
    const calls: number[] = [];
    let after: string | null = null;
    for (;;) {
      const { data, calls: made } = await gateway.student(PAGE, { after });
      calls.push(made.length);
      scores.push(...data.leaderboard.nodes.map(({ score }: { score: number }) => score));
      if (!data.leaderboard.pageInfo.hasNextPage) break;
      after = data.leaderboard.pageInfo.endCursor;
    }
    expect(scores).toEqual(Array.from({ length: 23 }, (_, index) => index));
    expect(calls[0]).toBe(1);
  });

  it('a missing page behind a full one is the end of the list', async () => {
    gateway.faults.set('GET /leaderboard/v1', (request, response) =>
      (request.url?.includes('page=1') ? json(pageOf(0, 25)) : status(404))(request, response),
    );
    const first = (await gateway.student(PAGE)).data.leaderboard;
    expect(first.nodes).toHaveLength(25);
    const { data } = await gateway.student(PAGE, { after: first.pageInfo.endCursor });
    expect(data.leaderboard).toEqual({ nodes: [], pageInfo: { hasNextPage: false, endCursor: null } });
  });
});
