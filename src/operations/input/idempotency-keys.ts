import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  OperationTypeNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { GatewayError, type InputPath, type InvalidInput, outOfRange } from '../../graph/errors.ts';
import { checkOf } from '../../graph/repeatable.ts';
import { fieldsOf } from '../documents/root-fields.ts';
import { fragmentsOf } from '../execution/fields.ts';
import type { OperationRequest } from '../request.ts';
import type { ResolvedOperation } from '../response.ts';

/** The directive of a field with a key. */
const DIRECTIVE = 'idempotent';
/** Characters of a key. */
const LENGTH = { minimum: 8, maximum: 128 };
const PRINTABLE = /^[\x20-\x7e]*$/;

/** The keys of a mutation's root fields, by response key. Null: there are none. */
type IdempotencyKeys = ReadonlyMap<string, string> | null;

/**
 * The idempotency keys of an operation: from `@idempotent` on its root fields, or from the header `Idempotency-Key` if it has
 * one root field.
 */
export type ReadKeys = (
  operation: ResolvedOperation,
  request: OperationRequest,
) => IdempotencyKeys | GatewayError;

/** The fields of a document that have or may have keys. */
interface KeyedFields {
  /** The root fields of a mutation. */
  readonly fields: readonly FieldNode[];
  /** Whether `@idempotent` is on a field that is no root field of a mutation. */
  readonly isElsewhere: boolean;
}

export function createReadKeys(schema: GraphQLSchema): ReadKeys {
  const uses = new WeakMap<ResolvedOperation['definition'], KeyedFields>();
  const mutations = schema.getMutationType()?.getFields() ?? {};
  const takesKey = (name: string): boolean => {
    const field = mutations[name];
    return field !== undefined && checkOf(schema, field) !== null;
  };
  return (operation, { http }) => {
    const { definition } = operation;
    const use = uses.get(definition) ?? keyedFieldsIn(operation);
    uses.set(definition, use);
    if (use.isElsewhere) return refused('NOT_ALLOWED', '`@idempotent` belongs on root fields of a mutation.');
    if (definition.operation !== OperationTypeNode.MUTATION) return null;
    const header = http?.headers[HEADER];
    const keyed = use.fields.filter((field) => keyOf(field) !== null);
    if (header === undefined && keyed.length === 0) return null;
    const given =
      header === undefined
        ? keyed
        : [...new Map(use.fields.map((field) => [responseKeyOf(field), field])).values()];
    if (header !== undefined && (keyed.length > 0 || given.length !== 1))
      return refused(
        'NOT_ALLOWED',
        'The header `Idempotency-Key` is for an operation with one field and without `@idempotent`: give each field its own key with `@idempotent`.',
      );
    const keys = new Map<string, string>();
    for (const field of given) {
      const name = field.name.value;
      if (!takesKey(name)) return refused('NOT_ALLOWED', `\`${name}\` takes no idempotency key.`);
      const responseKey = responseKeyOf(field);
      const key = keyOf(field);
      const value = key === null ? headerValue(String(header)) : givenKey(key, operation);
      const variable = key?.kind === Kind.VARIABLE ? [key.name.value] : undefined;
      const invalid = problemOf(value);
      if (typeof value !== 'string' || invalid) return refused(invalid ?? 'INVALID', KEY_FORM, variable);
      const isTaken = [...keys].some(([other, taken]) => (other === responseKey) !== (taken === value));
      if (isTaken)
        return refused(
          'KEY_REUSED',
          'Two fields of an operation must not have the same idempotency key, nor one field two keys.',
          variable,
        );
      keys.set(responseKey, value);
    }
    return keys;
  };
}

const HEADER = 'idempotency-key';
const KEY_FORM = `An idempotency key has ${LENGTH.minimum} to ${LENGTH.maximum} printable ASCII characters.`;

function keyedFieldsIn({ document, definition }: ResolvedOperation): KeyedFields {
  const isMutation = definition.operation === OperationTypeNode.MUTATION;
  const fragments = fragmentsOf(document);
  const roots = isMutation ? new Set(fieldsOf(definition.selectionSet, (name) => fragments[name])) : [];
  const fields = [...roots].filter(({ name }) => name.value !== '__typename');
  return {
    fields,
    isElsewhere: isMutation
      ? fields.some(({ selectionSet }) => selectionSet && hasKey(selectionSet, fragments))
      : hasKey(definition.selectionSet, fragments),
  };
}

/** Whether a field of a selection, or one below, has a key. */
function hasKey(
  selectionSet: SelectionSetNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  seen = new Set<string>(),
): boolean {
  for (const field of fieldsOf(selectionSet, (name) => fragments[name], seen))
    if (keyOf(field) || (field.selectionSet && hasKey(field.selectionSet, fragments, seen))) return true;
  return false;
}

const responseKeyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

const keyOf = ({ directives = [] }: FieldNode): ValueNode | null =>
  directives.find(({ name }) => name.value === DIRECTIVE)?.arguments?.[0]?.value ?? null;

/** Validation has made sure that it is a string, or a variable for one. */
function givenKey(node: ValueNode, { definition, variables }: ResolvedOperation): unknown {
  const defaults = (definition.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)]] : [],
  );
  return valueFromASTUntyped(node, { ...Object.fromEntries(defaults), ...variables });
}

/** The string of a Structured Field, or the value as it is. Source: RFC 9651, 3.3.3; draft-ietf-httpapi-idempotency-key-header. */
function headerValue(header: string): string {
  const [, quoted] = /^\s*"((?:[^"\\]|\\["\\])*)"\s*(?:;.*)?$/.exec(header) ?? [];
  return quoted === undefined ? header.trim() : quoted.replaceAll(/\\(["\\])/g, '$1');
}

/** Null: the key is well-formed. */
function problemOf(key: unknown): InvalidInput | null {
  if (key === null || key === undefined || key === '') return 'REQUIRED';
  if (typeof key !== 'string' || !PRINTABLE.test(key)) return 'INVALID';
  const isInBounds = key.length >= LENGTH.minimum && key.length <= LENGTH.maximum;
  return isInBounds ? null : outOfRange(LENGTH.minimum, LENGTH.maximum);
}

const refused = (invalid: InvalidInput, message: string, variable?: InputPath): GatewayError =>
  new GatewayError('BAD_USER_INPUT', message, {
    invalid,
    reason: 'request',
    ...(variable ? { variable } : {}),
  });
