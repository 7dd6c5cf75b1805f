import {
  type DocumentNode,
  defaultFieldResolver,
  execute,
  type GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  type ExecutionResult as GraphQLResult,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isIntrospectionType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  responsePathAsArray,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { GatewayError } from '../../graph/errors.ts';
import type { VariableValues } from '../../graph/graphql-js.ts';
import { asError } from '../../graph/loader.ts';
import { invalidArgument } from './arguments.ts';
import type { Run } from './compile.ts';
import { excessOf, type ResponseLimits } from './execution.ts';
import { nullCondition } from './fields.ts';
import { dependsOnEscapes, errorLength, escapesIn, lengthOf, SCALAR_LENGTH } from './lengths.ts';
import { type ExecutionResult, type FieldError, fieldError } from './result.ts';
import { UnusableValue } from './unusable-value.ts';

type MeteredResolver = GraphQLFieldResolver<unknown, unknown>;

/**
 * Wraps the resolvers of a schema to count the values that they produce, so that graphql-js stops where a compiled operation
 * does. Introspection is not counted while it runs: its price is predicted exactly.
 */
export function meterResolvers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) field.resolve = metered(field.resolve);
  }
  return schema;
}

function metered(own: MeteredResolver | undefined): MeteredResolver {
  const resolve = own ?? defaultFieldResolver;
  return (source, args, meter, info) => {
    // Resolvers may call one another, as those of federated entities do.
    if (!(meter instanceof Meter)) return resolve(source, args, meter, info);
    if (own) meter.enter();
    let value: unknown;
    try {
      value = resolve(source, args, meter.context, info);
    } catch (error) {
      throw meter.failed(error, info);
    }
    if (!(value instanceof Promise)) return meter.count(value, info);
    return value.then(
      (settled) => meter.count(settled, info),
      (error) => {
        throw meter.failed(error, info);
      },
    );
  };
}

/**
 * Runs an operation of a valid document with the executor of graphql-js, within the limits on the response and with the
 * errors of a compiled operation.
 * @param schema with metered resolvers.
 */
export function interpretOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  limits: ResponseLimits,
): Run {
  return (root, context, sent, coerced) => {
    const meter = new Meter(context, operation.operation, limits);
    const result = execute({
      schema,
      document,
      operationName: operation.name?.value ?? null,
      rootValue: root,
      contextValue: meter,
      variableValues: sent,
    });
    const finish = (executed: GraphQLResult): ExecutionResult =>
      meter.finish(executed, (error) => inputErrorOf(error, schema, document, coerced));
    return result instanceof Promise ? Promise.race([result.then(finish), meter.ended]) : finish(result);
  };
}

/** Counts the response of one execution. graphql-js passes it to the resolvers of a metered schema as their context. */
class Meter {
  /** The resolvers' own context. */
  readonly context: unknown;
  readonly #operation: `${OperationTypeNode}`;
  readonly #limits: ResponseLimits;
  readonly #ended = Promise.withResolvers<ExecutionResult>();
  /** The result of a query that has exceeded a limit: pending resolvers are ignored. */
  readonly ended = this.#ended.promise;
  #objects = 0;
  #characters = 2;
  #excess: GatewayError | null = null;
  /** Errors of resolvers. All others are graphql-js's own. */
  readonly #thrown = new WeakSet<Error>();

  constructor(context: unknown, operation: `${OperationTypeNode}`, limits: ResponseLimits) {
    this.context = context;
    this.#operation = operation;
    this.#limits = limits;
  }

  /** Called before a resolver. @throws NotProduced once the response is too large. */
  enter(): void {
    if (this.#excess) throw new NotProduced();
  }

  /** Counts the error of a field. @returns the error to throw: of another kind once the response is too large. */
  failed(error: unknown, { path, fieldNodes }: GraphQLResolveInfo): Error {
    const thrown = this.#thrownAt(error, responsePathAsArray(path), fieldNodes.length);
    if (!path.prev || !this.#isOver) return thrown;
    return this.#excess ? new NotProduced() : this.#exceed(path);
  }

  /** Counts an error like an object. */
  #thrownAt(error: unknown, path: readonly (string | number)[], locations: number): Error {
    const thrown = asError(error);
    this.#thrown.add(thrown);
    this.#objects += 1;
    this.#characters += errorLength(thrown, path, locations);
    return thrown;
  }

  /** Counts the value of a field. @throws GatewayError OPERATION_TOO_EXPENSIVE */
  count<Value>(value: Value, info: GraphQLResolveInfo): Value {
    const { path, returnType } = info;
    this.#characters += String(path.key).length + SCALAR_LENGTH;
    this.#add(value, info, returnType);
    if (!this.#isOver || isLeafType(getNamedType(returnType))) return value;
    this.enter();
    throw this.#exceed(path);
  }

  get #isOver(): boolean {
    const { objects, characters } = this.#limits;
    return this.#objects > objects || this.#characters > characters;
  }

  #exceed(path: GraphQLResolveInfo['path']): GatewayError {
    this.#excess = this.#excessAt(path);
    this.#thrown.add(this.#excess);
    if (this.#operation !== 'mutation') this.#ended.resolve({ errors: [this.#excess], data: null });
    return this.#excess;
  }

  /** @param isItem an item is counted with its list. */
  #add(
    value: unknown,
    info: GraphQLResolveInfo,
    type: GraphQLResolveInfo['returnType'],
    isItem = false,
  ): void {
    if (value === null || value === undefined) return;
    // Errors are values of lists that a resolver has read one by one.
    const thrown = (error: unknown) =>
      this.#thrownAt(error, responsePathAsArray(info.path), info.fieldNodes.length);
    if (value instanceof Error) thrown(value);
    if (value instanceof Promise) value.catch(thrown);
    if (value instanceof Error || value instanceof Promise) return;
    const nullable = isNonNullType(type) ? type.ofType : type;
    if (isListType(nullable)) {
      if (!Array.isArray(value)) return;
      this.#objects += value.length;
      this.#characters += value.length * SCALAR_LENGTH;
      for (const item of value) this.#add(item, info, nullable.ofType, true);
    } else if (isCompositeType(nullable)) {
      if (!isItem) this.#objects += 1;
      this.#characters += 2;
    } else if (typeof value === 'string' || typeof value === 'object') {
      this.#characters += lengthOf(value);
      if (this.#operation === 'mutation') this.#characters += escapesIn(value);
    }
  }

  #excessAt(path?: GraphQLResolveInfo['path']): GatewayError {
    const reached = { objects: this.#objects, characters: this.#characters };
    const keys = responsePathAsArray(path).filter((key) => typeof key === 'string');
    return excessOf(reached, this.#limits, keys.join('.'));
  }

  /** The result as a compiled operation has it. @param inputErrorOf the error of an invalid argument or condition. Null: it is none. */
  finish(
    { data, errors }: GraphQLResult,
    inputErrorOf: (error: GraphQLError) => GatewayError | null,
  ): ExecutionResult {
    if (this.#operation !== 'mutation') {
      const { characters: maximum } = this.#limits;
      if (!this.#excess && dependsOnEscapes(this.#characters, maximum))
        this.#characters += escapesIn(data, maximum - this.#characters);
      if (!this.#excess && this.#isOver) this.#excess = this.#excessAt();
      if (this.#excess) return { errors: [this.#excess], data: null };
    }
    const reported = errors
      ?.filter(({ originalError }) => !(originalError instanceof NotProduced))
      .map((error) => this.#reported(error, inputErrorOf(error)));
    return reported?.length ? { errors: reported, data: data ?? null } : { data: data ?? null };
  }

  #reported(error: GraphQLError, input: GatewayError | null): FieldError {
    const { message, locations, path, originalError } = error;
    if (originalError && this.#thrown.has(originalError)) return error;
    if (!path) return input ?? error;
    return fieldError(input ?? new UnusableValue(message, { cause: originalError }), locations, path);
  }
}

/** The error of a field that is not resolved because the response is too large already; never reaches a client. */
class NotProduced extends Error {}

/** The gateway's error for an argument or a condition that graphql-js refuses. Null: the error is of another kind. */
function inputErrorOf(
  { nodes: [found] = [] }: GraphQLError,
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: VariableValues,
): GatewayError | null {
  if (!found || found.kind === Kind.FIELD) return null;
  const types = new TypeInfo(schema);
  let invalid: GatewayError | null = null;
  visit(
    document,
    visitWithTypeInfo(types, {
      Directive: ({ arguments: given = [] }) => {
        for (const { value } of given)
          if (value === found && value.kind === Kind.VARIABLE) invalid = nullCondition(value);
      },
      Field: (node) => {
        const definition = types.getFieldDef();
        if (definition && node.arguments?.some(({ value }) => value === found))
          invalid = invalidArgument(definition, node, variables) ?? null;
      },
    }),
  );
  return invalid;
}
