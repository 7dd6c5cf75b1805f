import {
  astFromValue,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedDirective,
  isSpecifiedScalarType,
  print,
} from 'graphql';
import type { Graph } from './graph.ts';

/** A type as the schema pages show it. */
export interface ReadableType {
  name: string;
  kind: 'operations' | 'type' | 'interface' | 'input' | 'enum' | 'scalar';
  description: string;
  fields: readonly ReadableField[];
  /** Values of an enum; empty for other types. */
  values: readonly ReadableValue[];
}

export interface ReadableValue {
  name: string;
  description: string;
  /** What to use instead. Null: not deprecated. */
  deprecation: string | null;
}

export interface ReadableField extends ReadableInput {
  args: readonly ReadableInput[];
  /** Credential the field requires. Null: that of the field above. */
  credential: string | null;
  takesKey: boolean;
  costs: readonly { route: string; often: string }[];
  /** Whether the gateway always fills the field, so that it is null only with an error. */
  alwaysFilled: boolean;
  /** Assumed length and size, for display. Empty: neither a list nor a value whose size is declared. */
  assumptions: readonly string[];
}

export interface ReadableInput extends ReadableValue {
  /** In SDL notation, as in `[Lesson!]`. */
  type: string;
  /** The named type, as in `Lesson`. */
  typeName: string;
  /** In SDL notation. Null: no default. */
  defaultValue: string | null;
}

/** Every type of the graph: root types first, then the others by name. */
export function readSchema(graph: Graph): ReadableType[] {
  const { schema } = graph;
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const others = Object.values(schema.getTypeMap()).filter(
    (type) =>
      !isIntrospectionType(type) && !isSpecifiedScalarType(type) && !roots.some((root) => root === type),
  );
  return [
    ...roots.filter((root) => root != null),
    ...others.toSorted((a, b) => a.name.localeCompare(b.name)),
  ].map((type) => ({
    name: type.name,
    kind: roots.some((root) => root === type) ? 'operations' : kindOf(type),
    description: type.description ?? '',
    fields: fieldsOf(graph, type),
    values: isEnumType(type)
      ? type.getValues().map(({ name, description, deprecationReason }) => ({
          name,
          description: description ?? '',
          deprecation: deprecationReason ?? null,
        }))
      : [],
  }));
}

/** A directive as the reference shows it. */
export interface ReadableDirective {
  name: string;
  description: string;
  args: readonly ReadableInput[];
}

/** The directives that this graph defines. */
export const readDirectives = (schema: GraphQLSchema): ReadableDirective[] =>
  schema
    .getDirectives()
    .filter((directive) => !isSpecifiedDirective(directive))
    .map(({ name, description, args }) => ({
      name,
      description: description ?? '',
      args: args.map(inputOf),
    }));

function kindOf(type: GraphQLNamedType): ReadableType['kind'] {
  if (isInputObjectType(type)) return 'input';
  if (isEnumType(type)) return 'enum';
  if (isInterfaceType(type)) return 'interface';
  return isScalarType(type) ? 'scalar' : 'type';
}

function fieldsOf(graph: Graph, type: GraphQLNamedType): ReadableField[] {
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields());
    return fields.map((field) => ({
      ...inputOf(field),
      args: [],
      credential: null,
      takesKey: false,
      costs: [],
      alwaysFilled: false,
      assumptions: [],
    }));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).map((field) => ({
    name: field.name,
    description: graph.descriptionOf(field),
    deprecation: field.deprecationReason ?? null,
    type: String(field.type),
    typeName: getNamedType(field.type).name,
    defaultValue: null,
    args: field.args.map(inputOf),
    credential: graph.credentialOf(field),
    takesKey: graph.takesKey(field),
    costs: graph.costs[`${type.name}.${field.name}`]?.calls ?? [],
    alwaysFilled: isAlwaysFilled(field),
    assumptions: assumptionsOf(graph, field),
  }));
}

const isAlwaysFilled = ({ type, astNode }: GraphQLField<unknown, unknown>): boolean =>
  isNonNullType(type) || (astNode?.directives ?? []).some(({ name }) => name.value === 'semanticNonNull');

/** The assumptions about a field in the price of an operation: its `@listSize` and `@cost`. */
function assumptionsOf(graph: Graph, field: GraphQLField<unknown, unknown>): string[] {
  const size = graph.listSizeOf(field);
  const weight = graph.weightOf(field);
  const slices = size?.slicingArguments.map((name) => `\`${name}\` items, else `).join('') ?? '';
  return [
    ...(size === null ? [] : [`${slices}${size.assumedSize} items`]),
    ...(weight === null ? [] : [`${weight} bytes`]),
  ];
}

function inputOf({
  name,
  description,
  type,
  defaultValue,
  deprecationReason,
}: GraphQLArgument | GraphQLInputField): ReadableInput {
  const given = defaultValue === undefined ? null : astFromValue(defaultValue, type);
  return {
    name,
    description: description ?? '',
    deprecation: deprecationReason ?? null,
    type: String(type),
    typeName: getNamedType(type).name,
    defaultValue: given ? print(given) : null,
  };
}
