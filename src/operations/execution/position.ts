import type { FieldNode, GraphQLField, GraphQLLeafType, GraphQLObjectType, GraphQLOutputType } from 'graphql';

/** A field as an operation asks for it. */
interface AskedField {
  definition: GraphQLField<unknown, unknown>;
  parentType: GraphQLObjectType;
  /** All places of the document that ask for it under this key. */
  nodes: readonly FieldNode[];
  /** Where its arguments are kept while the operation runs, when they depend on variables. */
  slot: number;
}

/**
 * A place of the answer where a value stands: a field, or the items of a list. There is one for all rows of a list:
 * `path` holds a number where an index stands, which says the how-many-eth of the indices around the value it is.
 */
export interface Position {
  field: AskedField;
  path: readonly (string | number)[];
  /** Without its non-null mark. */
  type: GraphQLOutputType;
  nullable: boolean;
  /** Where what holds the value stands; null: it is the answer itself. */
  holder: Position | null;
  /** Null: the value is an object or a list. */
  leaf: GraphQLLeafType | null;
}

/** Indices of the lists around a value, the outermost first. */
export type Indices = readonly number[];

export const pathOf = ({ path }: Position, indices: Indices): (string | number)[] =>
  path.map((step) => (typeof step === 'number' ? (indices[step] ?? 0) : step));
