/**
 * urql.
 * @module
 */
import type { SubscriptionForwarder } from '@urql/core';
import { resume } from './resume.ts';
import type { ResumeOptions } from './resume-options.ts';
import type { Result, SubscriptionClient } from './subscription-client.ts';

/** The `forwardSubscription` of a `subscriptionExchange`, for subscriptions that resume. */
export function resumeForward(client: SubscriptionClient, options?: ResumeOptions): SubscriptionForwarder {
  const resumed = resume(client, options);
  return ({ query = '', operationName, variables, extensions }) => ({
    subscribe: ({ next, error: fail, complete }) => ({
      unsubscribe: resumed.subscribe(
        { query, operationName, variables, extensions },
        {
          next: ({ data = null, errors, extensions: sent }: Result) =>
            next({ data, ...(errors && { errors: [...errors] }), ...(sent && { extensions: sent }) }),
          error: fail,
          complete,
        },
      ),
    }),
  });
}
