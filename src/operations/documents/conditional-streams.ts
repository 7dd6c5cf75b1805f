import { type DocumentNode, Kind } from 'graphql';
import { GatewayError } from '../../graph/errors.ts';
import { fragmentsOf } from '../execution/fields.ts';
import { selectionsOf } from './root-fields.ts';

/**
 * Refuses a document with a subscription whose root field depends on `@skip` or `@include`. Applied before validation:
 * graphql-js 16 lacks the rule, and throws where the condition is a variable.
 * Source: GraphQL, September 2025, section 5.2.4.1.
 */
export function refuseConditionalStreams(document: DocumentNode): GatewayError | null {
  const isConditional = document.definitions.some((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== 'subscription')
      return false;
    const fragments = fragmentsOf(document);
    return selectionsOf(definition.selectionSet, (name) => fragments[name]).some(({ directives = [] }) =>
      directives.some(({ name }) => name.value === 'skip' || name.value === 'include'),
    );
  });
  return isConditional
    ? new GatewayError(
        'GRAPHQL_VALIDATION_FAILED',
        'The root field of a subscription must not be conditional: remove `@skip` and `@include`.',
        { reason: 'validation' },
      )
    : null;
}
