import type {
  FieldNode,
  GraphQLField,
  GraphQLLeafType,
  GraphQLObjectType,
  GraphQLOutputType,
  SourceLocation,
} from 'graphql';
import { locationsOf } from '../../graph/errors.ts';

/** A field of a plan. */
export class PlannedField {
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** All selections of it under this response key. */
  readonly nodes: readonly FieldNode[];
  /** Index of its arguments in the execution's cache, used if they depend on variables. */
  readonly slot: number;
  #locations: readonly SourceLocation[] | undefined;

  constructor({ definition, parentType, nodes, slot }: Omit<PlannedField, 'locations'>) {
    this.definition = definition;
    this.parentType = parentType;
    this.nodes = nodes;
    this.slot = slot;
  }

  /** The place of each selection, for errors. Searched once. */
  get locations(): readonly SourceLocation[] {
    this.#locations ??= locationsOf(this.nodes);
    return this.#locations;
  }
}

/**
 * A position in the response: a field, or the items of a list. All rows of a list share one: a number in `path` stands
 * for a list index and is that index's position in {@link Indices}.
 */
export interface ResponsePosition {
  field: PlannedField;
  path: readonly (string | number)[];
  /** Without the non-null wrapper. */
  type: GraphQLOutputType;
  nullable: boolean;
  /** Position of the enclosing object or list. Null: the response root. */
  holder: ResponsePosition | null;
  /** Null: the value is an object or a list. */
  leaf: GraphQLLeafType | null;
}

/** Indices of the enclosing lists, outermost first. */
export type Indices = readonly number[];

export const pathOf = ({ path }: ResponsePosition, indices: Indices): (string | number)[] =>
  path.map((step) => (typeof step === 'number' ? (indices[step] ?? 0) : step));
