import type {
  FieldNode,
  FragmentDefinitionNode,
  GraphQLResolveInfo,
  GraphQLSchema,
  OperationDefinitionNode,
} from 'graphql';
import { RowView } from 'learning-platform-projection/shape';
import type { Slices } from 'learning-platform-projection/slices';
import { type ExceededPrice, GatewayError } from '../../graph/errors.ts';
import { NO_VARIABLES, resolveInfo, type VariableValues } from '../../graph/graphql-js.ts';
import { asError } from '../../graph/loader.ts';
import type { ErrorBehavior } from '../input/error-behavior.ts';
import { coerceArguments } from './arguments.ts';
import { dependsOnEscapes, errorLength, escapesIn, escapesInJson, lengthOf } from './lengths.ts';
import { type Indices, pathOf, type ResponsePosition } from './position.ts';
import type { Projection } from './projection.ts';
import { type ExecutionResult, type FieldError, fieldError } from './result.ts';
import { UnusableValue } from './unusable-value.ts';

/** The plan that executions of an operation share. */
export interface ExecutionPlan {
  schema: GraphQLSchema;
  operation: OperationDefinitionNode;
  fragments: Record<string, FragmentDefinitionNode>;
  limits: ResponseLimits;
}

/** Limits on the size of a response. */
export interface ResponseLimits {
  /** Maximum objects, list items and errors. */
  objects: number;
  /**
   * Maximum length of the response in characters. Counted while it is built: the lengths of keys and strings, and a constant for
   * each number and boolean. Escapes are added for each string of a mutation, and at the end for a query or an event.
   */
  characters: number;
  /** Called once for a response that exceeds a limit. */
  onExceeded?: (price: 'objects' | 'bytes') => void;
}

/**
 * The error of a response that exceeds a limit.
 * @param at the field at which it does. Empty: known only once it was complete.
 */
export function excessOf(
  reached: { readonly objects: number; readonly characters: number },
  { objects, characters, onExceeded }: ResponseLimits,
  at = '',
): GatewayError {
  const exceeded: ExceededPrice & { price: 'objects' | 'bytes' } =
    reached.objects > objects
      ? { price: 'objects', value: reached.objects, limit: objects }
      : { price: 'bytes', value: reached.characters, limit: characters };
  onExceeded?.(exceeded.price);
  const what = exceeded.price === 'objects' ? 'objects' : 'characters';
  return new GatewayError(
    'OPERATION_TOO_EXPENSIVE',
    `The response exceeds ${exceeded.limit} ${what}${at ? ` at ${at}` : ''}. Request fewer items at once, or use several operations.`,
    { exceeded },
  );
}

type ResponseData = Record<string, unknown>;
type Arguments = Record<string, unknown>;
/** A response object or list, by key or index. */
type Holder = Record<string | number, unknown>;

/** An error that nulls the nearest nullable ancestor of its position. */
interface PropagatedError {
  position: ResponsePosition;
  indices: Indices;
  /** Null: another error has been reported for the same cause. */
  error: FieldError | null;
}

/** Unwinds compiled code, and ends the operation with one error; never reaches a client. */
class EndedEarly extends Error {
  readonly error: FieldError;

  constructor(error: FieldError) {
    super(error.message);
    this.error = error;
  }
}

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/**
 * One execution of a plan: its errors so far and the number of pending values. Compiled code handles the common case
 * and calls this class for everything else.
 */
export class Execution {
  /** The resolvers' context. Null: the execution has finished. */
  context: unknown;
  /** Objects, list items and errors produced so far. */
  objects = 0;
  /** Length of the response so far. */
  characters = 0;
  readonly maximumObjects: number;
  readonly maximumCharacters: number;
  /** True once the response is too large: no more resolvers run. */
  isOver = false;
  readonly #plan: ExecutionPlan;
  #root: unknown;
  #variables: VariableValues;
  #arguments: (Arguments | Error | undefined)[] = [];
  readonly #errors: FieldError[] = [];
  readonly #propagated: PropagatedError[] = [];
  #data: ResponseData | null = null;
  #pending = 0;
  /** True if the result was returned while values are pending. */
  #hasEnded = false;
  #resolve: ((result: ExecutionResult) => void) | null = null;
  /** Continues with the next serial field. */
  #next: (() => void) | null = null;
  /** Collects the parts of the response that are JSON already. Null: the response must not have any. */
  readonly #slices: Slices | null;
  readonly #onError: ErrorBehavior;

  constructor(
    plan: ExecutionPlan,
    root: unknown,
    context: unknown,
    variables: VariableValues,
    slices: Slices | null,
    onError: ErrorBehavior,
  ) {
    this.#slices = slices;
    this.#onError = onError;
    this.#plan = plan;
    this.maximumObjects = plan.limits.objects;
    this.maximumCharacters = plan.limits.characters;
    this.#root = root;
    this.context = context;
    this.#variables = variables;
  }

  /** Runs the plan. The result is a promise only if a value is pending. */
  run(
    buildData: (execution: Execution, root: unknown) => ResponseData,
  ): ExecutionResult | Promise<ExecutionResult> {
    try {
      this.#data = buildData(this, this.#root);
    } catch (error) {
      if (error instanceof EndedEarly) return this.#end(error);
      throw error;
    }
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

  /** Coerces arguments that depend on variables. @throws GatewayError BAD_USER_INPUT if one is invalid. */
  argumentsOf({ field: { definition, nodes, slot } }: ResponsePosition): Arguments {
    const [node] = nodes;
    const values = this.#arguments[slot] ?? (node ? this.#coerced(definition, node) : {});
    this.#arguments[slot] = values;
    if (values instanceof Error) throw values;
    return values;
  }

  /** Returns the error of invalid arguments, which all objects share: its place in the document is searched once. */
  #coerced(definition: ResponsePosition['field']['definition'], node: FieldNode): Arguments | Error {
    try {
      return coerceArguments(definition, node, this.#variables);
    } catch (error) {
      return asError(error);
    }
  }

  /** Builds the resolver info of graphql-js. */
  info(position: ResponsePosition, indices: Indices): GraphQLResolveInfo {
    const { definition, parentType, nodes } = position.field;
    return resolveInfo({
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
    });
  }

  /**
   * Sets a list of rows that were not parsed, by copying their members. @returns false if that is not possible: then
   * they are completed like any other rows.
   */
  project(projection: Projection, rows: readonly unknown[], out: Holder, key: string | number): boolean {
    const slices = this.#slices;
    const [first] = rows;
    if (!slices || !(first instanceof RowView)) return false;
    const { recording, shape } = first;
    const program = projection(shape);
    if (!program) return false;
    const records: number[] = [];
    for (const row of rows) {
      if (!(row instanceof RowView) || row.recording !== recording || row.shape !== shape) return false;
      records.push(row.record);
    }
    const written = recording.projector.write(recording, records, program);
    if (!written) return false;
    const objects = this.objects + written.objects;
    const characters = this.characters + written.characters;
    if (objects > this.maximumObjects || characters > this.maximumCharacters) return false;
    this.objects = objects;
    this.characters = characters;
    out[key] = slices.add(written.json);
    return true;
  }

  /** Continues when a promise settles. Its error is reported at the position and at the others that wait for it. */
  later(
    position: ResponsePosition,
    indices: Indices,
    promise: Promise<unknown>,
    then: (value: unknown) => void,
    others: readonly ResponsePosition[] = [],
  ): void {
    this.#pending += 1;
    promise.then(
      (value) => this.#resume(position, indices, value, then),
      (error: unknown) =>
        this.#resume(position, indices, error, () => {
          for (const failed of [position, ...others]) this.fail(failed, indices, error);
        }),
    );
  }

  #resume(
    position: ResponsePosition,
    indices: Indices,
    value: unknown,
    then: (value: unknown) => void,
  ): void {
    if (this.#hasEnded) return;
    try {
      this.#continue(position, indices, value, then);
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error;
      this.#resolve?.(this.#end(error));
      return;
    }
    this.#settle();
  }

  #continue(
    position: ResponsePosition,
    indices: Indices,
    value: unknown,
    then: (value: unknown) => void,
  ): void {
    try {
      then(value);
    } catch (error) {
      if (error instanceof EndedEarly) throw error;
      if (this.#takesError(position, indices, error)) this.#failAncestor(position, indices, error);
    }
  }

  /** Completes all leaves of a row again, after one of them was not of a common type. */
  leaves(positions: readonly ResponsePosition[], row: Holder, out: Holder, indices: Indices): void {
    for (const position of positions)
      this.leaf(position, indices, row[position.field.definition.name], out, lastStep(position));
  }

  /** Completes a leaf from any kind of value. */
  leaf(
    position: ResponsePosition,
    indices: Indices,
    value: unknown,
    out: Holder,
    key: string | number,
  ): void {
    if (isPromise(value)) {
      this.later(position, indices, value, (settled) => this.leaf(position, indices, settled, out, key));
      return;
    }
    if (this.isMissing(position, indices, value)) return;
    try {
      const leaf = position.leaf?.serialize(value);
      if (leaf === null || leaf === undefined)
        throw new Error(`Expected \`${position.type}.serialize(${value})\` to return non-nullable value.`);
      this.count(leaf);
      out[key] = leaf;
    } catch (error) {
      this.fail(position, indices, new UnusableValue(asError(error).message, { cause: error }));
    }
  }

  /** Handles a value that is missing: null, or an error instead. @returns whether there is nothing to complete. */
  isMissing(position: ResponsePosition, indices: Indices, value: unknown): boolean {
    if (value instanceof Error) this.fail(position, indices, value);
    else if (value !== null && value !== undefined) return false;
    else if (!position.nullable) {
      const problem = `Cannot return null for non-nullable field ${coordinateOf(position)}.`;
      this.fail(position, indices, new UnusableValue(problem));
    }
    return true;
  }

  /** Reports a value that is not a list. */
  notList(position: ResponsePosition, indices: Indices): void {
    const problem = `Expected Iterable, but did not find one for field "${coordinateOf(position)}".`;
    this.fail(position, indices, new UnusableValue(problem));
  }

  /** Reports an error that makes the value null. @throws EndedEarly if the request is to halt, or the response is too large. */
  fail(position: ResponsePosition, indices: Indices, error: unknown): void {
    if (this.#onError === 'HALT') throw new EndedEarly(located(position, indices, error));
    if (this.#takesError(position, indices, error)) this.#report(position, indices, error);
  }

  /**
   * Counts an error like an object. Those of root fields are few, and state the outcome of a write: they are always reported.
   * @returns false if the response is too large: the value is null without it. @throws EndedEarly except in a mutation.
   */
  #takesError(position: ResponsePosition, indices: Indices, error: unknown): boolean {
    this.objects += 1;
    this.characters += errorLength(error, position.path, position.field.nodes.length);
    if (position.holder === null) return true;
    if (this.objects <= this.maximumObjects && this.characters <= this.maximumCharacters) return true;
    this.exceed(position, indices);
    return false;
  }

  #report(position: ResponsePosition, indices: Indices, error: unknown): void {
    if (position.nullable || this.#onError === 'NULL') this.#errors.push(located(position, indices, error));
    else this.#failAncestor(position, indices, error);
  }

  /** Reports an error that makes the nearest nullable value null, even if part of it is already in the response. */
  #failAncestor(position: ResponsePosition, indices: Indices, error: unknown): void {
    this.#propagated.push({ position, indices, error: located(position, indices, error) });
  }

  /** Adds the length of a serialized leaf. */
  count(leaf: unknown): void {
    this.characters += lengthOf(leaf);
    if (this.#plan.operation.operation === 'mutation') this.characters += escapesIn(leaf);
  }

  /**
   * Ends an operation whose response is too large. In a mutation, this position and all that follow become null instead,
   * so that writes that have completed keep their payloads.
   * @throws EndedEarly except in a mutation.
   */
  exceed(position: ResponsePosition, indices: Indices): void {
    const isFirst = !this.isOver;
    this.isOver = true;
    if (this.#plan.operation.operation !== 'mutation') throw new EndedEarly(this.#excess(position));
    if (isFirst) this.#report(position, indices, this.#excess(position));
    else if (!position.nullable) this.#propagated.push({ position, indices, error: null });
  }

  #excess(position: ResponsePosition | null): GatewayError {
    const fields = position?.path.filter((step) => typeof step === 'string').join('.');
    return excessOf(this, this.#plan.limits, fields);
  }

  /** Releases everything and ignores what is still pending. */
  #end({ error }: EndedEarly): ExecutionResult {
    this.isOver = true;
    this.#hasEnded = true;
    this.#release();
    return { errors: [error], data: null };
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
    const isQuery = this.#plan.operation.operation !== 'mutation';
    if (isQuery && this.#isTooLong()) return this.#end(new EndedEarly(this.#excess(null)));
    const errors = this.#errors;
    for (const propagated of this.#propagated)
      if (this.#propagate(propagated) && propagated.error) errors.push(propagated.error);
    const result = errors.length === 0 ? { data: this.#data } : { errors, data: this.#data };
    this.#release();
    return result;
  }

  /** Escapes can make a response six times as long, so those of a short one are not counted. */
  #isTooLong(): boolean {
    const maximum = this.maximumCharacters;
    if (dependsOnEscapes(this.characters, maximum)) {
      this.characters += escapesIn(this.#data, maximum - this.characters);
      this.#slices?.each((json) => {
        if (this.characters <= maximum) this.characters += escapesInJson(json);
      });
    }
    return this.characters > maximum;
  }

  /** Releases everything read, in case something still references this execution. */
  #release(): void {
    this.context = null;
    this.#root = null;
    this.#variables = NO_VARIABLES;
    this.#arguments = [];
    this.#data = null;
  }

  /**
   * Sets the nearest nullable value to null.
   * @returns false if it is already gone, along with its other errors.
   */
  #propagate({ position, indices }: PropagatedError): boolean {
    let nearest: ResponsePosition | null = position;
    if (this.#onError === 'PROPAGATE') while (nearest && !nearest.nullable) nearest = nearest.holder;
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

/** The response key of a field; for items, which of the indices is theirs. */
const lastStep = ({ path }: ResponsePosition): string | number => path[path.length - 1] ?? '';

const coordinateOf = ({ field: { definition, parentType } }: ResponsePosition): string =>
  `${parentType.name}.${definition.name}`;

/** As `locatedError` of graphql-js, which would search the document for the place of each error. */
const located = (position: ResponsePosition, indices: Indices, cause: unknown): FieldError =>
  fieldError(cause, position.field.locations, pathOf(position, indices));

function linkedPath(position: ResponsePosition, indices: Indices): GraphQLResolveInfo['path'] {
  const { holder, field } = position;
  const step = lastStep(position);
  const isIndex = typeof step === 'number';
  return {
    prev: holder ? linkedPath(holder, indices) : undefined,
    key: isIndex ? (indices[step] ?? 0) : step,
    typename: isIndex ? undefined : field.parentType.name,
  };
}
