import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { locationsOf } from '../../graph/errors.ts';
import { resolveInfo, type VariableValues, valuesIn } from '../../graph/graphql-js.ts';
import { PullStream } from '../../lib/pull-stream.ts';
import { coerceArguments } from './arguments.ts';
import { collectFields, fragmentsOf } from './fields.ts';
import { type FieldError, fieldError } from './result.ts';

/**
 * Calls the `subscribe` resolver of a subscription.
 * Source: GraphQL, October 2021, section 6.2.3.1 (CreateSourceEventStream).
 * @param variables already coerced.
 * @returns the events, or the error of the field.
 */
export async function openSource(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  context: unknown,
  variables: VariableValues,
): Promise<PullStream<unknown> | FieldError> {
  const parentType = schema.getSubscriptionType();
  if (!parentType) throw new Error('the schema has no subscriptions');
  const fragments = fragmentsOf(document);
  const conditions = valuesIn(variables);
  const selected = collectFields({ schema, fragments, conditions }, parentType, [operation]);
  const [[key, fieldNodes] = ['', []]] = selected;
  const [node] = fieldNodes;
  const definition = node && parentType.getFields()[node.name.value];
  if (!node || !definition?.subscribe) throw new Error('the subscription selects no field');
  const path = { prev: undefined, key, typename: parentType.name };
  const info = resolveInfo({
    fieldName: definition.name,
    fieldNodes,
    returnType: definition.type,
    parentType,
    path,
    schema,
    fragments,
    rootValue: undefined,
    operation,
    variableValues: variables,
  });
  try {
    const args = coerceArguments(definition, node, variables);
    const events: unknown = await definition.subscribe(undefined, args, context, info);
    if (events instanceof PullStream) return events;
    throw new Error(`${definition.name} did not return a stream`);
  } catch (error) {
    return fieldError(error, locationsOf(fieldNodes), [key]);
  }
}
