import type { Resolvers } from '../../generated/resolvers.ts';
import { once, write } from '../../graph/cost.ts';
import { type Repeat, recordedText, repeatable } from '../../graph/repeatable.ts';
import { readOwnProfile } from '../../platform/routes/user.ts';
import { postActivity, postStatement, type StoredStatement } from '../../platform/routes/xapi.ts';
import { recordActivity, recordStatement } from './writes.ts';

const storedBefore: Repeat<unknown, StoredStatement> = {
  record: ({ statementId }) => ({ statementId }),
  again: (recorded) => ({ statementId: recordedText(recorded, 'statementId'), extra: {} }),
};

export const xapiResolvers = {
  Mutation: {
    recordStatement: repeatable(write(postStatement, recordStatement), storedBefore),
    recordActivity: repeatable(write(postActivity, recordActivity, once(readOwnProfile)), storedBefore),
  },
} satisfies Resolvers;
