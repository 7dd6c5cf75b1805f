import {
  type ExecutionResult,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';
import { type Indices, type Position, pathOf } from './position.ts';

/** What all executions of a plan share. */
export interface Planned {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
}

/** A field, and the key that it is answered under. */
export interface KeyedPosition {
  position: Position;
  key: string;
}

type Answer = Record<string, unknown>;
type Arguments = Record<string, unknown>;
/** An object or a list of the answer, by its key or index. */
type Holder = Record<string | number, unknown>;

/** An error that costs the value that holds its own, or more. */
interface Loss {
  position: Position;
  indices: Indices;
  error: GraphQLError;
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/**
 * One run of a plan: what has gone wrong so far and how much is waited for. Compiled code does by itself what is usual,
 * and comes here for the rest.
 */
export class Execution {
  /** What resolvers share; null once the execution is over. */
  context: unknown;
  readonly #planned: Planned;
  #root: unknown;
  #variables: Arguments;
  #arguments: (Arguments | undefined)[] = [];
  readonly #errors: GraphQLError[] = [];
  readonly #losses: Loss[] = [];
  #data: Answer | null = null;
  #pending = 0;
  #resolve: ((result: ExecutionResult) => void) | null = null;
  /** Goes on with the next of the fields that run one after the other. */
  #next: (() => void) | null = null;

  constructor(planned: Planned, root: unknown, context: unknown, variables: Arguments) {
    this.#planned = planned;
    this.#root = root;
    this.context = context;
    this.#variables = variables;
  }

  /** The result, once nothing is waited for any more. */
  run(answer: (execution: Execution, root: unknown) => Answer): ExecutionResult | Promise<ExecutionResult> {
    this.#data = answer(this, this.#root);
    if (this.#pending === 0) return this.#result();
    // No closure over the execution: V8 would remember the last one called as what is usually called there, from where
    // it and all that the operation has read reach the old generation.
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Runs one field after the other: each begins when all that the one before asked for is there. */
  serially(fields: readonly (() => void)[]): void {
    this.#pending += 1;
    const next = (index: number): void => {
      for (let number = index; number < fields.length; number += 1) {
        fields[number]?.();
        if (this.#pending > 1) {
          this.#next = () => next(number + 1);
          return;
        }
      }
      this.#settle();
    };
    next(0);
  }

  /** Arguments that depend on variables. @throws GraphQLError where one is missing. */
  argumentsOf({ field: { definition, nodes, slot } }: Position): Arguments {
    const known = this.#arguments[slot];
    if (known) return known;
    const [node] = nodes;
    const values = node ? getArgumentValues(definition, node, this.#variables) : {};
    this.#arguments[slot] = values;
    return values;
  }

  /** What graphql-js tells a resolver of its field. */
  info(position: Position, indices: Indices): GraphQLResolveInfo {
    const { definition, parentType, nodes } = position.field;
    return {
      fieldName: definition.name,
      fieldNodes: nodes,
      returnType: definition.type,
      parentType,
      path: linkedPath(position, indices),
      schema: this.#planned.schema,
      fragments: this.#planned.fragments,
      rootValue: this.#root,
      operation: this.#planned.operation,
      variableValues: this.#variables,
    };
  }

  /** Calls a row's own function, as graphql-js does where a property is one. */
  method(position: Position, row: Holder, indices: Indices): unknown {
    const { name } = position.field.definition;
    const call = row[name];
    return typeof call === 'function'
      ? call.call(row, this.argumentsOf(position), this.context, this.info(position, indices))
      : call;
  }

  /** Goes on when a promise is settled. Whatever it comes to is told under the position. */
  later(
    promise: Promise<unknown>,
    position: Position,
    indices: Indices,
    then: (value: unknown) => void,
  ): void {
    this.#pending += 1;
    promise.then(
      (value) => {
        try {
          then(value);
        } catch (error) {
          this.lose(position, error, indices);
        }
        this.#settle();
      },
      (error: unknown) => {
        this.fail(position, error, indices);
        this.#settle();
      },
    );
  }

  /** Leaves of a row of which one is not of the type that is usual: all are completed anew. */
  leaves(positions: readonly KeyedPosition[], row: Holder, out: Holder, indices: Indices): void {
    for (const { position, key } of positions) {
      try {
        const value = row[position.field.definition.name];
        this.leaf(
          position,
          typeof value === 'function' ? this.method(position, row, indices) : value,
          out,
          key,
          indices,
        );
      } catch (error) {
        this.fail(position, error, indices);
      }
    }
  }

  /** Completes a leaf: any value, in whatever form it comes. */
  leaf(position: Position, value: unknown, out: Holder, key: string | number, indices: Indices): void {
    if (isPromise(value)) {
      this.later(value, position, indices, (settled) => this.leaf(position, settled, out, key, indices));
      return;
    }
    if (this.isMissing(position, value, indices)) return;
    try {
      out[key] = serialized(position, value);
    } catch (error) {
      this.fail(position, error, indices);
    }
  }

  /** Whether there is no value to complete: null, or an error in its place. */
  isMissing(position: Position, value: unknown, indices: Indices): boolean {
    if (value instanceof Error) this.fail(position, value, indices);
    else if (value !== null && value !== undefined) return false;
    else if (!position.nullable) {
      const { definition, parentType } = position.field;
      const error = new Error(
        `Cannot return null for non-nullable field ${parentType.name}.${definition.name}.`,
      );
      this.fail(position, error, indices);
    }
    return true;
  }

  /** The items of a list that is no array. Null: there are none, and that is told. */
  items(position: Position, value: unknown, indices: Indices): unknown[] | null {
    if (isIterable(value)) return [...value];
    const { definition, parentType } = position.field;
    this.fail(
      position,
      new Error(`Expected Iterable, but did not find one for field "${parentType.name}.${definition.name}".`),
      indices,
    );
    return null;
  }

  /** The value is null for an error. */
  fail(position: Position, error: unknown, indices: Indices): void {
    if (position.nullable) this.#errors.push(located(position, error, indices));
    else this.lose(position, error, indices);
  }

  /** The value is null for an error, although part of it may be in the answer already. */
  lose(position: Position, error: unknown, indices: Indices): void {
    this.#losses.push({ position, indices, error: located(position, error, indices) });
  }

  #settle(): void {
    this.#pending -= 1;
    if (this.#pending === 0) this.#resolve?.(this.#result());
    else if (this.#pending === 1 && this.#next) {
      const next = this.#next;
      this.#next = null;
      next();
    }
  }

  #result(): ExecutionResult {
    const result = this.#answer();
    // Whoever still holds on to it does not hold on to what it has read.
    this.context = null;
    this.#root = null;
    this.#variables = {};
    this.#arguments = [];
    this.#data = null;
    return result;
  }

  #answer(): ExecutionResult {
    if (this.#errors.length === 0 && this.#losses.length === 0) return { data: this.#data };
    const errors = [...this.#errors];
    for (const loss of this.#losses) if (this.#takeOut(loss)) errors.push(loss.error);
    return { errors, data: this.#data };
  }

  /**
   * Puts null where the nearest value stands that may be null.
   * @returns false where that is gone already, with whatever went wrong in it.
   */
  #takeOut({ position, indices }: Loss): boolean {
    let nearest: Position | null = position;
    while (nearest && !nearest.nullable) nearest = nearest.holder;
    if (!nearest) {
      const isThere = this.#data !== null;
      this.#data = null;
      return isThere;
    }
    const path = pathOf(nearest, indices);
    const last = path.pop() ?? '';
    let holder: unknown = this.#data;
    for (const step of path) holder = isHolder(holder) ? holder[step] : null;
    if (!isHolder(holder) || (nearest !== position && holder[last] === null)) return false;
    holder[last] = null;
    return true;
  }
}

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

const located = (position: Position, error: unknown, indices: Indices): GraphQLError =>
  locatedError(error, position.field.nodes, pathOf(position, indices));

function serialized({ leaf, type }: Position, value: unknown): unknown {
  const answer = leaf?.serialize(value);
  if (answer === null || answer === undefined)
    throw new Error(`Expected \`${String(type)}.serialize(${String(value)})\` to return non-nullable value.`);
  return answer;
}

function linkedPath(position: Position, indices: Indices): GraphQLResolveInfo['path'] {
  const { holder, path, field } = position;
  const step = path[path.length - 1] ?? '';
  const isIndex = typeof step === 'number';
  return {
    prev: holder ? linkedPath(holder, indices) : undefined,
    key: isIndex ? (indices[step] ?? 0) : step,
    typename: isIndex ? undefined : field.parentType.name,
  };
}
