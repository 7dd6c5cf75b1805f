import {
  GraphQLBoolean,
  type GraphQLField,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  getDirectiveValues,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** Assumed length of a list: the schema's `@listSize`. */
export interface ListSize {
  /** Items if no slicing argument is given. Null: not stated. */
  readonly assumedSize: number | null;
  readonly slicingArguments: readonly string[];
  /** Fields of the returned object that have this length. Empty: the field itself has it. */
  readonly sizedFields: readonly string[];
}

/** Bytes of values of built-in scalars in JSON. SDL cannot annotate these types. */
const BUILT_IN_BYTES: ReadonlyMap<string, number> = new Map([
  [GraphQLID.name, 38],
  [GraphQLString.name, 40],
  [GraphQLInt.name, 6],
  [GraphQLFloat.name, 8],
  [GraphQLBoolean.name, 5],
]);

/** Items of a list without `@listSize`. */
const UNSTATED_SIZE = 50;

type AnnotatedField = Pick<GraphQLField<unknown, unknown>, 'astNode' | 'type'>;

/** The `@listSize` of a field. Null: it has none. */
export function listSizeOf(schema: GraphQLSchema, { astNode }: AnnotatedField): ListSize | null {
  const directive = schema.getDirective('listSize');
  const values = directive && astNode && getDirectiveValues(directive, astNode);
  if (!values) return null;
  const { assumedSize, slicingArguments, sizedFields } = values;
  return {
    assumedSize: typeof assumedSize === 'number' ? assumedSize : null,
    slicingArguments: stringsIn(slicingArguments),
    sizedFields: stringsIn(sizedFields),
  };
}

/** Assumed bytes of one value of a leaf field: its `@cost`, else that of its type. */
export function bytesOf(schema: GraphQLSchema, field: AnnotatedField, type: GraphQLLeafType): number {
  const weight = weightOf(schema, field) ?? weightOf(schema, type);
  if (weight !== null) return weight;
  if (!isEnumType(type)) return BUILT_IN_BYTES.get(type.name) ?? 0;
  return Math.max(...type.getValues().map(({ name }) => name.length + 2));
}

export const isList = (type: GraphQLOutputType): boolean =>
  isListType(isNonNullType(type) ? type.ofType : type);

/** The `@cost` of a field or type. Null: it has none. */
export function weightOf(
  schema: GraphQLSchema,
  { astNode }: Pick<GraphQLLeafType | AnnotatedField, 'astNode'>,
): number | null {
  const directive = schema.getDirective('cost');
  const weight = directive && astNode && getDirectiveValues(directive, astNode)?.weight;
  return typeof weight === 'number' ? weight : null;
}

/** Looks up the assumed lengths of lists by field coordinate. @param override replaces all of them. Null: none. */
export function createListSizes(
  schema: GraphQLSchema,
  override: number | null,
): (coordinate: string) => number {
  const known = new Map<string, number>();
  return (coordinate) => {
    const size = override ?? known.get(coordinate) ?? assumedSizeAt(schema, coordinate) ?? UNSTATED_SIZE;
    known.set(coordinate, size);
    return size;
  };
}

function assumedSizeAt(schema: GraphQLSchema, coordinate: string): number | null {
  const [typeName = '', fieldName = ''] = coordinate.split('.');
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  return (field && listSizeOf(schema, field)?.assumedSize) ?? null;
}

const stringsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
