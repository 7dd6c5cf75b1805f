import type {
  ActivityObjectInput,
  RecordActivityInput,
  RecordStatementInput,
} from '../../generated/resolvers.ts';
import { badInput, outOfRange } from '../../graph/errors.ts';
import { dayOrInstant } from '../../graph/scalars.ts';
import { given } from '../../platform/route.ts';
import { postActivity, postStatement, type StoredStatement } from '../../platform/routes/xapi.ts';
import type { Context } from '../context.ts';
import { checkOthers, toStatement } from './statement.ts';

/** Contract: Endpoints, xAPI, Version 2 rules. */
export async function recordStatement(
  input: RecordStatementInput,
  { platform, xapi, loaders }: Context,
): Promise<StoredStatement> {
  const statement = toStatement(input, xapi);
  return platform.write(postStatement, statement).finally(() => loaders.course.clearProgress());
}

/** Contract: Endpoints, xAPI, Version 1 rules. */
export async function recordActivity(
  { verb, object, actorId, timestamp }: RecordActivityInput,
  { platform, loaders }: Context,
): Promise<StoredStatement> {
  const keys = toKeys(object);
  const actor = actorId ?? (await loaders.user.own.load()).userId;
  return platform
    .write(postActivity, {
      ...given({ timestamp: timestamp && dayOrInstant(timestamp) }),
      actor: String(actor),
      verb,
      object: keys,
    })
    .finally(() => loaders.course.clearProgress());
}

/** @throws GatewayError BAD_USER_INPUT for invalid or incomplete keys. */
function toKeys({ extra, ...documented }: ActivityObjectInput): Record<string, unknown> {
  const keys = given(documented);
  for (const key of ['questionText', 'questionIndex'] as const) {
    if (keys[key] !== undefined && !keys.lessonId)
      throw badInput(['input', 'object', key], 'INCOMPLETE', 'requires `input.object.lessonId`.');
  }
  if (keys.questionIndex !== undefined && keys.questionIndex < 0) {
    throw badInput(['input', 'object', 'questionIndex'], outOfRange(0), 'must be 0 or more.');
  }
  for (const mark of ['error', 'assist', 'safety', 'knowledge'] as const) {
    if (typeof keys[mark] === 'object')
      throw badInput(['input', 'object', mark], 'INVALID', 'must be a boolean, a number or a string.');
  }
  checkOthers(extra, DOCUMENTED_KEYS, ['input', 'object', 'extra']);
  return { ...extra, ...keys };
}

/** Contract: xAPI, keys of `object` that index the statement. */
const DOCUMENTED_KEYS = [
  'lessonId',
  'classId',
  'studentId',
  'lessonResultId',
  'objectiveId',
  'questionText',
  'questionIndex',
  'error',
  'assist',
  'safety',
  'knowledge',
  'target',
] as const;
