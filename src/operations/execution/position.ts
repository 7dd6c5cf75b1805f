import type { FieldNode, GraphQLField, GraphQLLeafType, GraphQLObjectType, GraphQLOutputType } from 'graphql';

/** A field of a plan. */
interface PlannedField {
  definition: GraphQLField<unknown, unknown>;
  parentType: GraphQLObjectType;
  /** All selections of it under this response key. */
  nodes: readonly FieldNode[];
  /** Index of its arguments in the execution's cache, used if they depend on variables. */
  slot: number;
}

/**
 * A position in the response: a field, or the items of a list. All rows of a list share one: a number in `path` stands
 * for a list index and is that index's position in {@link Indices}.
 */
export interface Position {
  field: PlannedField;
  path: readonly (string | number)[];
  /** Without the non-null wrapper. */
  type: GraphQLOutputType;
  nullable: boolean;
  /** Position of the enclosing object or list. Null: the response root. */
  holder: Position | null;
  /** Null: the value is an object or a list. */
  leaf: GraphQLLeafType | null;
}

/** Indices of the enclosing lists, outermost first. */
export type Indices = readonly number[];

export const pathOf = ({ path }: Position, indices: Indices): (string | number)[] =>
  path.map((step) => (typeof step === 'number' ? (indices[step] ?? 0) : step));
