import { Type } from 'typebox';
import { writeRoute } from '../route.ts';
import { asId, without } from '../values.ts';
import { anything, found, id, maybe, noun, otherIds, reader } from '../wire.ts';

/** A stored statement; the response is not shown. Contract: Responses not shown, 14. */
export interface StoredStatement {
  statementId: string | null;
  extra: Record<string, unknown>;
}

/** A response may repeat the statement, which its verb shows: the `result` of one is the learner's. */
const statementRow = Type.Object({
  statementId: maybe(id),
  ...otherIds,
  verb: anything,
});
const STATEMENT = noun(statementRow, ['statement', 'statements'], ['statementId', 'id', '_id'], ['verb']);
const foundStatement = found(STATEMENT);

/** The ID is in a record, or alone in a list, as in the xAPI specification. */
const stored = reader(foundStatement.wire, (body, reading): StoredStatement => {
  const { row, extra } = foundStatement(body, reading);
  const [first] = Array.isArray(extra.value) ? extra.value : [];
  if (!row) return { statementId: asId(first), extra };
  return { statementId: STATEMENT.idOf(row), extra: { ...without(row, { statementId: true }), ...extra } };
});

/** `objectType` of an actor or an object. xAPI 1.0.3, Data, 2.4.2 and 2.4.4. */
export type XapiObjectTypeText = 'Activity' | 'Agent' | 'Group' | 'StatementRef' | 'SubStatement';

/** POST /edu/v2/xapi/statement: an xAPI statement. Contract: Endpoints, xAPI, Version 2 rules. */
export const postStatement = writeRoute<{
  actor: {
    objectType?: XapiObjectTypeText;
    name?: string;
    account: { homePage: string; name: string };
    member?: Record<string, unknown>[];
  };
  verb: { id: string; display?: Record<string, unknown> };
  object: {
    objectType?: XapiObjectTypeText;
    id: string;
    definition?: Record<string, unknown>;
    extensions: Record<string, unknown>;
  };
  result?: Record<string, unknown>;
  context?: Record<string, unknown>;
  timestamp?: string;
  authority?: Record<string, unknown>;
}>().at('POST', '/edu/v2/xapi/statement', stored);

/** POST /edu/v1/xapi/statement: a statement in the older format. Contract: Endpoints, xAPI, Version 1 rules. */
export const postActivity = writeRoute<{
  timestamp?: string;
  actor: string;
  verb: string;
  object: Record<string, unknown>;
}>().at('POST', '/edu/v1/xapi/statement', stored);
