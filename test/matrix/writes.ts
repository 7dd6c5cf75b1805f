import type { Reach } from '../reach/table.ts';
import { REACHES } from '../reach/walk.ts';
import { as } from '../support/gateway.ts';
import { OWN } from './platform.ts';

/** A mutation at a route, with a sibling that writes to another one. */
export interface MatrixWrite {
  route: string;
  /** As in `Mutation.createNote`. */
  field: string;
  source: string;
  variables: Readonly<Record<string, unknown>>;
  credential: Readonly<Record<string, string>>;
  /** Path of the field that is null if the route fails. Null: no field fails. */
  lost: string | null;
  /** Valid responses of the other routes that the mutation and its sibling call. */
  responses: Readonly<Record<string, unknown>>;
}

const VERIFIER = 'v'.repeat(64);
const SCORE = {
  route: 'PUT /leaderboard/v1',
  selection: 'sibling: submitScore(input: { categories: ["x"], score: 7 }) { entry { score } }',
  response: { userId: OWN, score: 7, categories: ['x'] },
};
const NOTE = {
  route: 'POST /edu/v1/note/remove',
  selection: 'sibling: deleteNote(input: { noteId: "n" }) { deletedId }',
  response: {},
};
const BADGE = {
  route: 'POST /plugin/v2/ai/badge',
  selection:
    'sibling: createBadge(input: { name: "x", type: "x", image: "x", proficiency: 1 }) { badge { name } }',
  response: { badgeId: 'b', name: 'x' },
};
const INFO = {
  route: 'POST /plugin/v2/ai/additional-info',
  selection:
    'sibling: addUserInfo(input: { userId: "u", additionalInfo: [{ title: "x", description: "x" }] }) { accepted }',
  response: {},
};

/** Adds a sibling with the same credential, whose routes work. */
function withSibling(write: Omit<MatrixWrite, 'credential'> & { plugin: boolean }): MatrixWrite {
  const { plugin, ...rest } = write;
  const siblings = plugin ? [BADGE, INFO] : [SCORE, NOTE];
  const sibling = siblings.find(({ route }) => route !== write.route && !(route in write.responses)) ?? SCORE;
  return {
    ...rest,
    source: write.source.replace(/\}\s*$/, ` ${sibling.selection} }`),
    credential: plugin ? as.plugin : as.student,
    responses: { [sibling.route]: sibling.response, ...write.responses },
  };
}

const isWrite = ({ document }: Reach): boolean => document.trim().startsWith('mutation');
const rootOf = ({ fields }: Reach): string =>
  fields.find((field) => field.startsWith('Mutation.'))?.slice('Mutation.'.length) ?? '';

/** Valid values for the reach table's placeholders. */
const INPUT: Readonly<Record<string, string>> = {
  codeVerifier: VERIFIER,
  deviceCodeVerifier: VERIFIER,
  redirectUri: 'https://app.example/back',
  xapiHomePage: 'https://platform.example',
};
const taken = (variables: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(variables ?? {}), (_name, value: unknown) =>
    typeof value === 'string' ? (INPUT[value] ?? value) : value,
  );

/** Each mutation of the reach table with the route it writes to; also those that read after writing. */
export const MATRIX_WRITES: readonly MatrixWrite[] = [
  ...REACHES.filter(isWrite)
    .filter(
      ({ calls, opens, fields }) =>
        opens === undefined && fields.some((field) => field.startsWith('Mutation.')) && calls.length > 0,
    )
    .map((reach) =>
      withSibling({
        route: reach.calls[0]?.route ?? '',
        field: `Mutation.${rootOf(reach)}`,
        source: reach.document,
        variables: taken(reach.variables),
        plugin: reach.authorization?.startsWith('Basic') ?? false,
        lost: rootOf(reach),
        responses: {},
      }),
    ),
  withSibling({
    route: 'PUT /notifications/v1/register',
    field: 'ExchangeCodePayload.deviceRegistered',
    source: `mutation { exchangeCode(input: { code: "c", codeVerifier: "${VERIFIER}", deviceToken: "d" }) {
      token { accessToken } deviceRegistered
    } }`,
    variables: {},
    plugin: false,
    lost: 'exchangeCode.deviceRegistered',
    responses: { 'POST /oauth/v2/token': { access_token: 'a', refresh_token: 'r' } },
  }),
  withSibling({
    route: 'GET /user/v1/my/profile',
    field: 'Mutation.completeAtoSignOn',
    source:
      'mutation ($id: String!) { completeAtoSignOn(input: { code: "c", state: $id }) { token { accessToken } } }',
    variables: { id: 'atoRequestId' },
    plugin: false,
    lost: null,
    responses: { 'POST /oauth/v2/token': { access_token: 'a', refresh_token: 'r' } },
  }),
  withSibling({
    route: 'GET /user/v1/my/profile',
    field: 'Mutation.recordActivity',
    source: 'mutation { recordActivity(input: { verb: "Done", object: { lessonId: "l" } }) { statementId } }',
    variables: {},
    plugin: false,
    lost: 'recordActivity',
    responses: { 'POST /edu/v1/xapi/statement': { statementId: 's' } },
  }),
  withSibling({
    route: 'GET /edu/v1/note',
    field: 'CreateNotePayload.note',
    source: 'mutation { createNote(input: { text: "x", lessonId: "l" }) { note { text } } }',
    variables: {},
    plugin: false,
    lost: 'createNote.note',
    responses: { 'PUT /edu/v1/note': { noteId: 'n' } },
  }),
  withSibling({
    route: 'GET /edu/v1/note',
    field: 'CreateTrainingNotePayload.note',
    source:
      'mutation { createTrainingNote(input: { text: "x", lessonId: "l", studentId: "s" }) { note { text } } }',
    variables: {},
    plugin: false,
    lost: 'createTrainingNote.note',
    responses: { 'PUT /edu/v1/note': { noteId: 'n' } },
  }),
  withSibling({
    route: 'GET /leaderboard/v1/rank',
    field: 'SubmitScorePayload.entry',
    source: 'mutation { submitScore(input: { categories: ["x"], score: 7 }) { entry { score } } }',
    variables: {},
    plugin: false,
    lost: 'submitScore.entry',
    responses: { 'PUT /leaderboard/v1': {} },
  }),
  withSibling({
    route: 'GET /plugin/v2/ai/badge/assertion',
    field: 'AssertBadgePayload.assertion',
    source: `mutation { assertBadge(input: { userId: "${OWN}", badgeId: "b", name: "x", type: "x", image: "x",
      issuerName: "x", issuedOn: "2026-06-01T10:00:00Z" }) { assertion { id } } }`,
    variables: {},
    plugin: true,
    lost: 'assertBadge.assertion',
    responses: { 'POST /plugin/v2/ai/badge/assertion': { assertionId: `a-${OWN}` } },
  }),
];
