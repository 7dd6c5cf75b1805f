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

/** The plan that executions of an operation share. */
export interface ExecutionPlan {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
}

/** A leaf position and its response key. */
export interface KeyedPosition {
  position: Position;
  key: string;
}

type ResponseData = Record<string, unknown>;
type Arguments = Record<string, unknown>;
/** A response object or list, by key or index. */
type Holder = Record<string | number, unknown>;

/** An error that nulls the nearest nullable ancestor of its position. */
interface PropagatedError {
  position: Position;
  indices: Indices;
  error: GraphQLError;
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value;

/**
 * One execution of a plan: its errors so far and the number of pending values. Compiled code handles the common case
 * and calls this class for everything else.
 */
export class Execution {
  /** The resolvers' context. Null: the execution has finished. */
  context: unknown;
  readonly #plan: ExecutionPlan;
  #root: unknown;
  #variables: Arguments;
  #arguments: (Arguments | undefined)[] = [];
  readonly #errors: GraphQLError[] = [];
  readonly #propagated: PropagatedError[] = [];
  #data: ResponseData | null = null;
  #pending = 0;
  #resolve: ((result: ExecutionResult) => void) | null = null;
  /** Continues with the next serial field. */
  #next: (() => void) | null = null;

  constructor(plan: ExecutionPlan, root: unknown, context: unknown, variables: Arguments) {
    this.#plan = plan;
    this.#root = root;
    this.context = context;
    this.#variables = variables;
  }

  /** Runs the plan. The result is a promise only if a value is pending. */
  run(
    buildData: (execution: Execution, root: unknown) => ResponseData,
  ): ExecutionResult | Promise<ExecutionResult> {
    this.#data = buildData(this, this.#root);
    if (this.#pending === 0) return this.#result();
    // Stores `resolve` instead of handing out a closure over the execution: V8 remembers the last function called at a
    // hot call site, which would carry the execution and everything it has read into the old generation.
    return new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Runs fields serially: each starts once everything below the previous one is complete. */
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

  /** Coerces arguments that depend on variables. @throws GraphQLError if one is missing. */
  argumentsOf({ field: { definition, nodes, slot } }: Position): Arguments {
    const known = this.#arguments[slot];
    if (known) return known;
    const [node] = nodes;
    const values = node ? getArgumentValues(definition, node, this.#variables) : {};
    this.#arguments[slot] = values;
    return values;
  }

  /** Builds the resolver info of graphql-js. */
  info(position: Position, indices: Indices): GraphQLResolveInfo {
    const { definition, parentType, nodes } = position.field;
    return {
      fieldName: definition.name,
      fieldNodes: nodes,
      returnType: definition.type,
      parentType,
      path: linkedPath(position, indices),
      schema: this.#plan.schema,
      fragments: this.#plan.fragments,
      rootValue: this.#root,
      operation: this.#plan.operation,
      variableValues: this.#variables,
    };
  }

  /** Calls a property that is a function, as graphql-js does. */
  method(position: Position, row: Holder, indices: Indices): unknown {
    const { name } = position.field.definition;
    const call = row[name];
    return typeof call === 'function'
      ? call.call(row, this.argumentsOf(position), this.context, this.info(position, indices))
      : call;
  }

  /** Continues when a promise settles. Errors are reported at the position. */
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
          this.failAncestor(position, error, indices);
        }
        this.#settle();
      },
      (error: unknown) => {
        this.fail(position, error, indices);
        this.#settle();
      },
    );
  }

  /** Completes all leaves of a row again, after one of them was not of a common type. */
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

  /** Completes a leaf from any kind of value. */
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

  /** True if there is no value to complete: null, or an error instead. */
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

  /** Items of a list that is not an array. Null: not iterable; the error has been reported. */
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

  /** Reports an error that makes the value null. */
  fail(position: Position, error: unknown, indices: Indices): void {
    if (position.nullable) this.#errors.push(located(position, error, indices));
    else this.failAncestor(position, error, indices);
  }

  /** Reports an error that makes the nearest nullable value null, even if part of it is already in the response. */
  failAncestor(position: Position, error: unknown, indices: Indices): void {
    this.#propagated.push({ position, indices, error: located(position, error, indices) });
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
    const result = this.#takeResult();
    // Release everything read, in case something still references this execution.
    this.context = null;
    this.#root = null;
    this.#variables = {};
    this.#arguments = [];
    this.#data = null;
    return result;
  }

  #takeResult(): ExecutionResult {
    if (this.#errors.length === 0 && this.#propagated.length === 0) return { data: this.#data };
    const errors = [...this.#errors];
    for (const propagated of this.#propagated) if (this.#propagate(propagated)) errors.push(propagated.error);
    return { errors, data: this.#data };
  }

  /**
   * Sets the nearest nullable value to null.
   * @returns false if it is already gone, along with its other errors.
   */
  #propagate({ position, indices }: PropagatedError): boolean {
    let nearest: Position | null = position;
    while (nearest && !nearest.nullable) nearest = nearest.holder;
    if (!nearest) {
      const hadData = this.#data !== null;
      this.#data = null;
      return hadData;
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
  const serializedValue = leaf?.serialize(value);
  if (serializedValue === null || serializedValue === undefined)
    throw new Error(`Expected \`${String(type)}.serialize(${String(value)})\` to return non-nullable value.`);
  return serializedValue;
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
