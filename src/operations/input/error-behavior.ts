import { RequestError } from '../request.ts';

/**
 * What an error does to the response: `PROPAGATE` nulls the nearest nullable position, `NULL` its own, even one that is non-null
 * in the schema, and `HALT` ends the operation. Source: GraphQL, request parameter `onError`, as proposed in
 * graphql/graphql-spec#1236 (22 July 2026).
 */
export type ErrorBehavior = (typeof ERROR_BEHAVIORS)[number];

const ERROR_BEHAVIORS = ['PROPAGATE', 'NULL', 'HALT'] as const;

/**
 * The error behavior that a request asks for.
 * @throws RequestError 400 for any other value.
 */
export function errorBehaviorOf(given: unknown): ErrorBehavior {
  const known = ERROR_BEHAVIORS.find((behavior) => behavior === (given ?? 'PROPAGATE'));
  if (known) return known;
  throw new RequestError(400, `\`onError\` must be one of ${ERROR_BEHAVIORS.join(', ')}.`);
}
