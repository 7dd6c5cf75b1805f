/**
 * Apollo Client 4.
 * @module
 */
import { ApolloLink, CombinedGraphQLErrors } from '@apollo/client';
import { type GraphQLFormattedError, print } from 'graphql';
import { Observable } from 'rxjs';
import { resume } from './resume.ts';
import type { ResumeOptions } from './resume-options.ts';
import type { Result, SubscriptionClient } from './subscription-client.ts';

/** A terminating link for subscriptions that resume, over a client of graphql-ws or graphql-sse. */
export function resumeLink(client: SubscriptionClient, options?: ResumeOptions): ApolloLink {
  const resumed = resume(client, options);
  return new ApolloLink(
    ({ query, operationName, variables, extensions }) =>
      new Observable((observer) =>
        resumed.subscribe(
          { query: print(query), operationName, variables, extensions },
          {
            next: ({ data = null, errors, extensions: sent }: Result) =>
              observer.next({ data, ...(errors && { errors }), ...(sent && { extensions: sent }) }),
            error: (error) => observer.error(reported(error)),
            complete: () => observer.complete(),
          },
        ),
      ),
  );
}

/** The errors of a refusal in the form of Apollo Client. */
const reported = (error: unknown): unknown =>
  Array.isArray(error) ? new CombinedGraphQLErrors({ errors: error as GraphQLFormattedError[] }) : error;
