/**
 * Relay.
 * @module
 */
import { type GraphQLResponse, Observable, type RequestParameters, type Variables } from 'relay-runtime';
import { resume } from './resume.ts';
import type { ResumeOptions } from './resume-options.ts';
import type { SubscriptionClient } from './subscription-client.ts';

/** The second argument of `Network.create`: subscriptions that resume. */
export function resumeSubscribe(
  client: SubscriptionClient,
  options?: ResumeOptions,
): (request: RequestParameters, variables: Variables) => Observable<GraphQLResponse> {
  const resumed = resume(client, options);
  return ({ text, name }, variables) =>
    Observable.create((sink) => {
      if (typeof text !== 'string') return sink.error(new Error(`${name} has no text.`));
      return resumed.subscribe(
        { query: text, operationName: name, variables },
        {
          // Relay takes a result with data and errors as one that succeeded.
          next: (result) => sink.next(result as GraphQLResponse),
          error: (error) =>
            sink.error(
              error instanceof Error ? error : new Error('The subscription failed.', { cause: error }),
            ),
          complete: () => sink.complete(),
        },
      );
    });
}
