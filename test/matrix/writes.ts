import { nameOf, ROUTES_BY_ID, type RouteId } from 'learning-platform-kit/contract/routes';
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

const nameOfId = (id: RouteId): string => nameOf(ROUTES_BY_ID[id]);

const SCORE = {
  route: nameOfId('submitScore'),
  selection: 'sibling: submitScore(input: { categories: ["x"], score: 7 }) { entry { score } }',
  response: { userId: OWN, score: 7, categories: ['x'] },
};
const NOTE = {
  route: nameOfId('removeNote'),
  selection: 'sibling: deleteNote(input: { id: "n" }) { deletedId }',
  response: {},
};
const BADGE = {
  route: nameOfId('createBadge'),
  selection:
    'sibling: createBadge(input: { name: "x", type: "x", image: "x", proficiency: 1 }) { badge { name } }',
  response: { badgeId: 'b', name: 'x' },
};
const INFO = {
  route: nameOfId('addUserInfo'),
  selection:
    'sibling: addUserInfo(input: { userId: "u", additionalInfo: [{ title: "x", description: "x" }] }) { extra }',
  response: {},
};

interface Failure {
  route: string;
  field: string;
  lost: string | null;
  responses?: MatrixWrite['responses'];
}

/** A mutation of the reach table, beside a sibling with the same credential whose routes work. */
function writeOf({ document, variables, authorization }: Reach, failure: Failure): MatrixWrite {
  const { route, responses = {} } = failure;
  const isPlugin = authorization?.startsWith('Basic') ?? false;
  const siblings = isPlugin ? [BADGE, INFO] : [SCORE, NOTE];
  const sibling = siblings.find((one) => one.route !== route && !(one.route in responses)) ?? SCORE;
  return {
    ...failure,
    source: document.replace(/\}\s*$/, ` ${sibling.selection} }`),
    variables,
    credential: isPlugin ? as.plugin : as.student,
    responses: { [sibling.route]: sibling.response, ...responses },
  };
}

/** The write of an operation succeeds with this response, and the read that follows fails. */
function readAfter(
  operation: string,
  written: [RouteId, response: unknown],
  failing: RouteId,
  { field, lost }: Pick<Failure, 'field' | 'lost'>,
  edited: (document: string) => string = (document) => document,
): MatrixWrite {
  const reach = REACHES.find((one) => one.operation === operation);
  if (!reach) throw new Error(`the reach table has no operation ${operation}`);
  const [write, response] = written;
  return writeOf(
    { ...reach, document: edited(reach.document) },
    { route: nameOfId(failing), field, lost, responses: { [nameOfId(write)]: response } },
  );
}

const TOKEN = { access_token: 'a', refresh_token: 'r' };

/** Each mutation of the reach table with the route it writes to; also those that read after writing. */
export const MATRIX_WRITES: readonly MatrixWrite[] = [
  ...REACHES.flatMap((reach) => {
    const field = reach.fields.find((one) => one.startsWith('Mutation.'));
    if (field === undefined || reach.opens !== undefined) return [];
    return [writeOf(reach, { route: reach.route, field, lost: field.slice('Mutation.'.length) })];
  }),
  readAfter('ExchangeCodeOnDevice', ['issueToken', TOKEN], 'registerDevice', {
    field: 'ExchangeCodePayload.deviceRegistered',
    lost: 'exchangeCode.deviceRegistered',
  }),
  readAfter(
    'CompleteAtoSignOn',
    ['issueToken', TOKEN],
    'readOwnProfile',
    { field: 'Mutation.completeAtoSignOn', lost: null },
    // Without the profile, the request is not bound.
    (document) => document.replace(/\bbound\b/, ''),
  ),
  readAfter(
    'RecordActivity',
    ['recordActivity', { statementId: 's' }],
    'readOwnProfile',
    { field: 'Mutation.recordActivity', lost: 'recordActivity' },
    // The gateway reads the actor if none is given.
    (document) => document.replace(/\bactorId: "[^"]*",?/, ''),
  ),
  readAfter('CreateNote', ['createNote', { noteId: 'n' }], 'readNote', {
    field: 'CreateNotePayload.note',
    lost: 'createNote.note',
  }),
  readAfter('CreateTrainingNote', ['createNote', { noteId: 'n' }], 'readNote', {
    field: 'CreateTrainingNotePayload.note',
    lost: 'createTrainingNote.note',
  }),
  readAfter('SubmitScore', ['submitScore', {}], 'readRank', {
    field: 'SubmitScorePayload.entry',
    lost: 'submitScore.entry',
  }),
  readAfter('AssertBadge', ['assertBadge', { assertionId: `a-${OWN}` }], 'listBadgeAssertions', {
    field: 'AssertBadgePayload.assertion',
    lost: 'assertBadge.assertion',
  }),
];
