import { nameOf, ROUTES_BY_ID, type RouteId } from 'learning-platform-kit/contract/routes';
import { fieldCosts } from '../../src/domains/schema.ts';
import { fieldsOf, operationNamed, rootFieldsOf } from '../reach/operations.ts';
import type { Reach } from '../reach/table.ts';
import { REACHES } from '../reach/walk.ts';
import { as } from '../support/gateway.ts';
import { routesOf } from './chains.ts';
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

/** Responses to mutations whose payload is incomplete without an ID. */
const WRITTEN: Readonly<Record<string, unknown>> = {
  assertBadge: { assertionId: `a-${OWN}` },
  createNote: { noteId: 'n' },
  createTrainingNote: { noteId: 'n' },
};

/** The name in a coordinate. */
const nameIn = (coordinate: string): string => coordinate.replace(/^.*\./, '');

/** The write of an operation succeeds, and the read of one member of its payload fails. */
function payloadReads(reach: Reach): MatrixWrite[] {
  const operation = operationNamed(reach.operation);
  const [mutation = ''] = rootFieldsOf(operation).map(nameIn);
  const members = fieldsOf(operation).filter((field) => /Payload\./.test(field) && field in fieldCosts);
  return members.flatMap((field) => {
    // Others may make the same call.
    const others = members.filter((other) => other !== field).map(nameIn);
    const pattern = new RegExp(`^ {4}(${others.join('|')})( \\{.*?^ {4}\\})?$`, 'gms');
    const document = reach.document.replace(pattern, '');
    const lost = `${mutation}.${nameIn(field)}`;
    const responses = { [reach.route]: WRITTEN[mutation] ?? {} };
    return routesOf(field).map((route) => writeOf({ ...reach, document }, { route, field, lost, responses }));
  });
}

/** Each mutation of the reach table with the route it writes to; also those that read after writing. */
export const MATRIX_WRITES: readonly MatrixWrite[] = [
  ...REACHES.flatMap((reach) => {
    const field = reach.fields.find((one) => one.startsWith('Mutation.'));
    if (field === undefined || reach.opens !== undefined) return [];
    return [writeOf(reach, { route: reach.route, field, lost: field.slice('Mutation.'.length) })];
  }),
  ...REACHES.flatMap(payloadReads),
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
  readAfter('CreateBucket', ['createBucket', {}], 'readOwnProfile', {
    field: 'BucketAccess.userIds',
    lost: 'createBucket.bucket.access.userIds',
  }),
];
