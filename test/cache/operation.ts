import { type GraphQLField, type GraphQLObjectType, getNamedType, isAbstractType } from 'graphql';
import { literal } from '../support/literal.ts';

/** A selected field. Objects also get `__typename`, and `id` if their type has one. */
export interface Selected {
  parent: GraphQLObjectType;
  field: GraphQLField<unknown, unknown>;
  responseKey: string;
  args: Readonly<Record<string, unknown>>;
  /** The type of the selected objects: one of several for a union. Null for plain values. */
  target: GraphQLObjectType | null;
  /** Empty for a field without subfields. */
  below: readonly Selected[];
  /** Whether its selection is written as an inline fragment. */
  inline: boolean;
}

export interface Operation {
  kind: 'query' | 'subscription';
  fields: readonly Selected[];
}

export const coordinateOf = ({ parent, field }: Selected): string => `${parent.name}.${field.name}`;

export const hasId = (type: GraphQLObjectType): boolean => 'id' in type.getFields();

export const printOperation = ({ kind, fields }: Operation): string =>
  `${kind} { ${fields.map(printField).join(' ')} }`;

export const printFragment = (type: GraphQLObjectType, fields: readonly Selected[]): string =>
  `fragment Known on ${type.name} { ${printFields(type, fields)} }`;

function printField({ field, responseKey, args, target, below, inline }: Selected): string {
  const head = responseKey === field.name ? field.name : `${responseKey}: ${field.name}`;
  const given = field.args
    .filter(({ name }) => name in args)
    .map(({ name, type }) => `${name}: ${literal(args[name], type)}`);
  const call = given.length === 0 ? head : `${head}(${given.join(', ')})`;
  if (!target) return call;
  const fields = printFields(target, below);
  const isPart = inline || isAbstractType(getNamedType(field.type));
  return isPart ? `${call} { __typename ... on ${target.name} { ${fields} } }` : `${call} { ${fields} }`;
}

const printFields = (type: GraphQLObjectType, fields: readonly Selected[]): string =>
  ['__typename', ...(hasId(type) ? ['id'] : []), ...fields.map(printField)].join(' ');

/** The operation with only the selections that pass, each judged with its path of response keys. */
export function pruned(
  operation: Operation,
  keeps: (path: readonly string[], selected: Selected) => boolean,
): Operation {
  const prune = (fields: readonly Selected[], path: readonly string[]): Selected[] =>
    fields.flatMap((selected) => {
      const here = [...path, selected.responseKey];
      return keeps(here, selected) ? [{ ...selected, below: prune(selected.below, here) }] : [];
    });
  return { ...operation, fields: prune(operation.fields, []) };
}

/** All selections of an operation, parents before their subfields. */
export function* selectionsOf(fields: readonly Selected[]): Generator<Selected> {
  for (const selected of fields) {
    yield selected;
    yield* selectionsOf(selected.below);
  }
}
