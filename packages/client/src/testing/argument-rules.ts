import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  GraphQLID,
  type GraphQLInputType,
  type GraphQLObjectType,
  GraphQLString,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  visit,
} from 'graphql';
import type { Bounds, InputPath, InputReason } from '../errors.ts';
import { gatewayError } from './gateway-error.ts';

/** An argument that the gateway refuses. */
export const badInput = (
  argument: InputPath,
  problem: string,
  reason: InputReason,
  bounds?: Bounds,
): GraphQLError =>
  gatewayError('BAD_USER_INPUT', `\`${argument.join('.')}\` ${problem}`, {
    argument,
    reason,
    ...(bounds && { bounds }),
  });

/**
 * Rejects the arguments that the gateway rejects for every field: a required text or ID that is empty, and an ID that is too
 * long. @throws GraphQLError BAD_USER_INPUT
 */
export function checkArguments(
  type: GraphQLObjectType,
  field: string,
  values: Record<string, unknown>,
): void {
  for (const { name, type: expected } of type.getFields()[field]?.args ?? [])
    check(values[name], expected, [name]);
}

function check(value: unknown, type: GraphQLInputType, path: InputPath, isRequired = false): void {
  if (isNonNullType(type)) check(value, type.ofType, path, true);
  else if (isListType(type)) {
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) check(item, type.ofType, [...path, index]);
  } else if (isInputObjectType(type)) {
    for (const { name, type: expected } of Object.values(type.getFields()))
      check(Object(value)[name], expected, [...path, name]);
  } else if (typeof value === 'string') {
    if (isRequired && value === '' && (type === GraphQLID || type === GraphQLString))
      throw badInput(path, 'must not be empty.', 'REQUIRED');
    if (type === GraphQLID && new TextEncoder().encode(value).length > LONGEST_ID)
      throw badInput(path, `must be at most ${LONGEST_ID} bytes.`, 'TOO_LONG', { maximum: LONGEST_ID });
  }
}

const LONGEST_ID = 256;

/** The error of graphql-js 16 or 17 for an invalid variable, with the gateway's message. */
export function variableError({ message }: GraphQLError, document: DocumentNode): GraphQLError {
  const [, name = '', said = ''] = /^Variable "\$(\w+)" (.*)$/s.exec(message) ?? [];
  const [, at16, at17, reason = said] =
    /^(?:got invalid value .*? at "\w+([^"]*)"; |has invalid value(?: at (\S+))?: )(.*)$/s.exec(said) ?? [];
  const path = (at16 ?? at17 ?? '').split(/[.[\]]+/).filter((step) => step !== '');
  const variable = [name, ...path.map(stepOf)];
  const usage = usageOf(document, name);
  const isMissing = /was not provided|non-null type .* to be provided/.test(reason);
  return gatewayError(
    'BAD_USER_INPUT',
    `\`$${variable.join('.')}\` ${isMissing ? 'is required.' : `is invalid: ${reason}`}`,
    {
      variable,
      reason: isMissing ? 'REQUIRED' : 'INVALID',
      ...(usage ? { argument: [...usage, ...variable.slice(1)] } : {}),
    },
  );
}

const stepOf = (step: string): string | number => (/^\d+$/.test(step) ? Number(step) : step);

/** The argument that a variable is passed as. */
function usageOf(document: DocumentNode, name: string): InputPath | null {
  let found: InputPath | null = null;
  visit(document, {
    Variable: (node, _key, _parent, _path, ancestors) => {
      const above = ancestors.flat().filter(isNode);
      const names = above.flatMap((ancestor) =>
        ancestor.kind === Kind.ARGUMENT || ancestor.kind === Kind.OBJECT_FIELD ? [ancestor.name.value] : [],
      );
      if (node.name.value === name && names.length > 0) found ??= names;
    },
  });
  return found;
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'kind' in value;
