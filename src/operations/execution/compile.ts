import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type GraphQLAbstractType,
  GraphQLBoolean,
  type GraphQLEnumType,
  GraphQLError,
  type GraphQLField,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  GraphQLString,
  getArgumentValues,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import type { Slices } from 'learning-platform-projection/slices';
import type { VariableValues } from '../../graph/graphql-js.ts';
import type { ErrorBehavior } from '../error-behavior.ts';
import { Execution, type ResponseLimits } from './execution.ts';
import { type Conditions, collectFields, fragmentsOf, type SelectionContext } from './fields.ts';
import { escapedLength, SCALAR_LENGTH } from './lengths.ts';
import type { Position } from './position.ts';
import { projectionOf } from './projection.ts';

/**
 * Runs a compiled operation. `root` is the parent of its root fields.
 * @param variables already coerced.
 */
export type Run = (
  root: unknown,
  context: unknown,
  variables: VariableValues,
  slices?: Slices | null,
  onError?: ErrorBehavior,
) => ExecutionResult | Promise<ExecutionResult>;

/** Assigning this key sets an object's prototype, unless the object has none. */
const PROTOTYPE = '__proto__';

/**
 * Compiles an operation of a valid document to JavaScript: one function per selection, which builds its response object
 * from a row's plain properties in one step and calls resolvers for everything else. The common case allocates only the
 * response: paths, locations and the `info` of a resolver that does not declare it are created on demand.
 * @throws Error if the schema has no such operation, or a type has `isTypeOf`.
 */
export function compileOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  conditions: Conditions,
  limits: ResponseLimits,
): Run {
  const type = schema.getRootType(operation.operation);
  if (!type) throw new Error(`the schema has no ${operation.operation}`);
  const fragments = fragmentsOf(document);
  const compiler = new Compiler({ schema, fragments, conditions });
  const buildData = orError(() => compiler.compile(type, operation));
  if (buildData instanceof GraphQLError) return () => ({ errors: [buildData], data: null });
  const plan = { schema, operation, fragments, limits };
  const { projects } = compiler;
  return (root, context, variables, slices = null, onError = 'PROPAGATE') => {
    if (slices && projects) slices.isWanted = true;
    return new Execution(plan, root, context, variables, slices, onError).run(buildData);
  };
}

/** The result, or the error of a condition that is null. */
function orError<T>(compile: () => T): T | GraphQLError {
  try {
    return compile();
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    throw error;
  }
}

type BuildData = Parameters<Execution['run']>[0];

/** Number of lists around a value, and so of its indices. */
const depthOf = ({ path }: Position): number => path.filter((step) => typeof step === 'number').length;
const indexNames = (depth: number): string[] => Array.from({ length: depth }, (_, number) => `i${number}`);

/**
 * Generates the code. Only names of the document appear in it, as JSON strings; everything else is a constant that the
 * code refers to. In generated code `x` is the execution, `row` the source object, `out` the response object, `v` a
 * value, `e` its serialized form if different, and `i0`, `i1` … the indices of the enclosing lists.
 */
class Compiler {
  readonly #selection: SelectionContext;
  /** Generates the length of a text: that of a mutation includes its escapes. */
  #lengthOf = (value: string): string => `${value}.length`;
  readonly #constants: unknown[] = [];
  readonly #functions: string[] = [];
  #slots = 0;
  /** Whether a list of the operation may be copied from rows that were not parsed. */
  projects = false;

  constructor(selection: SelectionContext) {
    this.#selection = selection;
  }

  compile(type: GraphQLObjectType, { operation, selectionSet }: OperationDefinitionNode): BuildData {
    const fields = collectFields(this.#selection, type, [selectionSet]);
    if (operation === 'mutation') {
      const escaped = this.#constant(escapedLength);
      this.#lengthOf = (value) => `${escaped}(${value})`;
    }
    const root = this.#object(type, fields, null, operation === 'mutation');
    const constants = this.#constants.map((_, number) => `k${number}`).join(', ');
    const source = `'use strict';\nconst [${constants}] = constants;\n${this.#functions.join('\n')}\nreturn ${root};`;
    return new Function('constants', source)(this.#constants);
  }

  #constant(value: unknown): string {
    return `k${this.#constants.push(value) - 1}`;
  }

  #function(parameters: readonly string[], body: string): string {
    const name = `f${this.#functions.length}`;
    this.#functions.push(`function ${name}(${parameters.join(', ')}) {\n${body}\n}`);
    return name;
  }

  /** Generates `(x, row, ...indices) => object`, which builds a response object from a row. */
  #object(
    type: GraphQLObjectType,
    fields: ReadonlyMap<string, readonly FieldNode[]>,
    holder: Position | null,
    serially = false,
  ): string {
    if (type.isTypeOf) throw new Error(`${type.name}.isTypeOf is not supported`);
    const indices = indexNames(holder ? depthOf(holder) : 0);
    const properties: string[] = fields.has(PROTOTYPE) ? ['__proto__: null'] : [];
    let length = 2;
    const leaves: { position: Position; key: string }[] = [];
    const calls: string[] = [];
    for (const [key, nodes] of fields) {
      const [node] = nodes;
      if (!node) continue;
      length += key.length + SCALAR_LENGTH;
      if (node.name.value === TypeNameMetaFieldDef.name) {
        properties.push(`[${text(key)}]: ${text(type.name)}`);
        length += type.name.length;
        continue;
      }
      const definition = this.#definition(type, node.name.value);
      const position = this.#fieldPosition(key, definition, type, nodes, holder);
      const fast = position.leaf && this.#fastLeaf(position.leaf);
      if (fast && !definition.resolve) {
        const missing = position.nullable ? 'v === null || v === undefined ? null : ' : '';
        properties.push(
          `[${text(key)}]: (v = row[${text(definition.name)}], ${fast.test} ? ${this.#counted(fast, 'length')} : ${missing}(uncommon = true, null))`,
        );
        leaves.push({ position, key });
      } else {
        properties.push(`[${text(key)}]: null`);
        calls.push(`${this.#field(position, key)}(${['x', 'row', 'out', ...indices].join(', ')});`);
      }
    }
    const uncommon =
      leaves.length === 0
        ? ''
        : `if (uncommon) x.leaves(${this.#constant(leaves)}, row, out, [${indices.join(', ')}]);`;
    return this.#function(
      ['x', 'row', ...indices],
      [
        `let v, e, uncommon = false, length = ${length};`,
        `const out = { ${properties.join(',\n')} };`,
        'x.characters += length;',
        uncommon,
        ...(serially ? [`x.serially([${calls.map((call) => `() => { ${call} }`).join(', ')}]);`] : calls),
        'return out;',
      ].join('\n'),
    );
  }

  /** Generates `(x, row, out, ...indices) => void`, which sets a field that has a resolver or is not a plain leaf. */
  #field(position: Position, key: string): string {
    const { definition } = position.field;
    const indices = indexNames(depthOf(position));
    const at = `[${indices.join(', ')}]`;
    const positionRef = this.#constant(position);
    const parameters = ['x', 'row', 'out', ...indices];
    const ended = definition.resolve ? `if (x.isOver) { x.exceed(${positionRef}, ${at}); return; }\n` : '';
    let value = `typeof (v = row[${text(definition.name)}]) === 'function' ? x.method(${positionRef}, row, ${at}) : v`;
    if (definition.resolve) {
      const info = takesInfo(definition.resolve) ? `, x.info(${positionRef}, ${at})` : '';
      value = `${this.#constant(definition.resolve)}(row, ${this.#arguments(position, positionRef)}, x.context${info})`;
    }
    const resolved = `${ended}let v, e;\ntry { v = ${value}; } catch (error) { x.fail(${positionRef}, error, ${at}); return; }`;
    const target = `out[${text(key)}]`;
    if (position.leaf) {
      return this.#function(
        parameters,
        `${resolved}\n${this.#leaf(position.leaf, target, `x.leaf(${positionRef}, v, out, ${text(key)}, ${at});`)}`,
      );
    }
    return this.#function(
      parameters,
      `${resolved}\n${this.#settled(position, positionRef, 'out', text(key))}`,
    );
  }

  /** Generates code that completes the object or list `v`, immediately or once its promise settles. */
  #settled(position: Position, positionRef: string, holder: string, key: string): string {
    const complete = this.#complete(position, key);
    const indices = indexNames(depthOf(position));
    const given = [holder, ...indices].join(', ');
    return [
      `if (typeof v === 'object' && v !== null && typeof v.then === 'function')`,
      `  x.later(v, ${positionRef}, [${indices.join(', ')}], (settled) => ${complete}(x, settled, ${given}));`,
      `else ${complete}(x, v, ${given});`,
    ].join('\n');
  }

  /** Generates `(x, value, holder, ...indices) => void`, which sets an object or list under a key or the last index. */
  #complete(position: Position, key: string): string {
    const indices = indexNames(depthOf(position));
    const at = `[${indices.join(', ')}]`;
    const positionRef = this.#constant(position);
    const { type } = position;
    const missing = `if (v === null || v === undefined || v instanceof Error) { x.isMissing(${positionRef}, v, ${at}); return; }`;
    let body: string;
    if (isCompositeType(type)) {
      // Items are counted with their list.
      const count = typeof position.path.at(-1) === 'number' ? 0 : 1;
      const build = isAbstractType(type)
        ? this.#byType(type, position, key, positionRef, at)
        : this.#assignObject(type, position, key, positionRef, at);
      body = `${exceeded(count, positionRef, at)}\n${build}`;
    } else if (isListType(type)) body = this.#list(type.ofType, position, key, positionRef, at);
    else throw new Error(`${type} is not supported`);
    return this.#function(['x', 'v', 'out', ...indices], `${missing}\n${body}`);
  }

  /** Generates code that sets the object `v`, or reports a null condition among its selections. */
  #assignObject(
    type: GraphQLObjectType,
    position: Position,
    key: string,
    positionRef: string,
    at: string,
  ): string {
    const selections = position.field.nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
    const fields = orError(() => collectFields(this.#selection, type, selections));
    if (fields instanceof GraphQLError) return `x.fail(${positionRef}, ${this.#constant(fields)}, ${at});`;
    const object = this.#object(type, fields, position);
    return `out[${key}] = ${object}(${['x', 'v', ...indexNames(depthOf(position))].join(', ')});`;
  }

  /** Generates code that sets the object `v` of an interface or union. */
  #byType(
    type: GraphQLAbstractType,
    position: Position,
    key: string,
    positionRef: string,
    at: string,
  ): string {
    const cases = this.#selection.schema
      .getPossibleTypes(type)
      .map(
        (possible) =>
          `case ${text(possible.name)}: ${this.#assignObject(possible, position, key, positionRef, at)} return;`,
      );
    return [
      `switch (x.typeName(${positionRef}, v, ${at})) {`,
      ...cases,
      `default: x.fail(${positionRef}, new Error(${text(`${type.name} has no such type`)}), ${at});`,
      '}',
    ].join('\n');
  }

  #list(itemType: GraphQLOutputType, list: Position, key: string, positionRef: string, at: string): string {
    const depth = depthOf(list);
    const index = `i${depth}`;
    const indices = indexNames(depth + 1);
    const position = newPosition(list.field, [...list.path, depth], itemType, list);
    const itemPlace = this.#constant(position);
    const itemAt = `[${indices.join(', ')}]`;
    const otherwise = `x.leaf(${itemPlace}, v, list, ${index}, ${itemAt});`;
    const item = position.leaf
      ? this.#leaf(position.leaf, `list[${index}]`, otherwise, 'continue')
      : this.#settled(position, itemPlace, 'list', index);
    return [
      `const items = Array.isArray(v) ? v : x.items(${positionRef}, v, ${at});`,
      'if (items === null) return;',
      this.#projected(itemType, list, key),
      exceeded('items.length', positionRef, at),
      `x.characters += items.length * ${SCALAR_LENGTH};`,
      'const list = [];',
      `out[${key}] = list;`,
      `for (let ${index} = 0; ${index} < items.length; ${index} += 1) {`,
      '  list.push(null);',
      `  let v = items[${index}], e;`,
      item,
      '}',
    ].join('\n');
  }

  /** Generates code that copies rows that were not parsed, if the selection takes only plain members of them. */
  #projected(itemType: GraphQLOutputType, { field }: Position, key: string): string {
    const type = getNullableType(itemType);
    if (!isObjectType(type)) return '';
    const projection = orError(() => projectionOf(this.#selection, type, field.nodes));
    if (!projection || projection instanceof GraphQLError) return '';
    this.projects = true;
    return `if (x.project(${this.#constant(projection)}, items, out, ${key})) return;`;
  }

  /** Generates code that sets `target` to the leaf `v`, and leaves uncommon values to `otherwise`. */
  #leaf(leaf: GraphQLLeafType, target: string, otherwise: string, done = 'return'): string {
    const fast = this.#fastLeaf(leaf);
    if (fast)
      return `if (${fast.test}) ${target} = ${this.#counted(fast, 'x.characters')};\nelse ${otherwise}`;
    const serialize = `${this.#constant(leaf)}.serialize(v)`;
    return [
      `if (typeof v === 'string' || typeof v === 'number') {`,
      `  try { e = ${serialize}; } catch { e = null; }`,
      `  if (e !== null && e !== undefined) { ${target} = e; x.count(e); ${done}; }`,
      '}',
      otherwise,
    ].join('\n');
  }

  /** Generates an expression for the serialized leaf, which adds its length to a counter. */
  #counted({ value, isText }: FastLeaf, counter: string): string {
    return isText ? `(e = ${value}, ${counter} += ${this.#lengthOf('e')}, e)` : value;
  }

  /** Null: call the type's `serialize`. */
  #fastLeaf(leaf: GraphQLLeafType): FastLeaf | null {
    if (!isEnumType(leaf)) return FAST_SCALARS.get(leaf) ?? null;
    const names = this.#constant(namesByValue(leaf));
    return { test: `(e = ${names}.get(v)) !== undefined`, value: 'e', isText: true };
  }

  #arguments({ field: { definition, nodes } }: Position, positionRef: string): string {
    if (definition.args.length === 0) return NO_ARGUMENTS;
    const [node] = nodes;
    if (!node || usesVariables(node)) return `x.argumentsOf(${positionRef})`;
    try {
      return this.#constant(getArgumentValues(definition, node));
    } catch {
      // Fails at execution instead, for every field that uses it.
      return `x.argumentsOf(${positionRef})`;
    }
  }

  #fieldPosition(
    key: string,
    definition: GraphQLField<unknown, unknown>,
    parentType: GraphQLObjectType,
    nodes: readonly FieldNode[],
    holder: Position | null,
  ): Position {
    const field = { definition, parentType, nodes, slot: this.#slots++ };
    return newPosition(field, [...(holder?.path ?? []), key], definition.type, holder);
  }

  #definition(type: GraphQLObjectType, name: string): GraphQLField<unknown, unknown> {
    const isQuery = type === this.#selection.schema.getQueryType();
    if (isQuery && name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (isQuery && name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    const definition = type.getFields()[name];
    if (!definition) throw new Error(`${type.name} has no field ${name}`);
    return definition;
  }
}

/** A test for values that serialize to themselves, or nearly, and their serialized form, in generated code. */
interface FastLeaf {
  test: string;
  value: string;
  /** True if the serialized form is a string, whose length counts. */
  isText?: boolean;
}

const FAST_SCALARS = new Map<GraphQLLeafType, FastLeaf>([
  [GraphQLString, { test: `typeof v === 'string'`, value: 'v', isText: true }],
  [
    GraphQLID,
    { test: `(typeof v === 'string' || Number.isSafeInteger(v))`, value: 'String(v)', isText: true },
  ],
  [GraphQLBoolean, { test: `typeof v === 'boolean'`, value: 'v' }],
  [GraphQLInt, { test: '(v | 0) === v', value: 'v' }],
  [GraphQLFloat, { test: `(typeof v === 'number' && Number.isFinite(v))`, value: 'v' }],
]);

/** Generates code that counts objects and leaves a position null once the response is too large. */
const exceeded = (count: number | string, positionRef: string, at: string): string =>
  `if ((x.objects += ${count}) > x.maximumObjects || x.characters > x.maximumCharacters) { x.exceed(${positionRef}, ${at}); return; }`;

const text = (value: string): string => JSON.stringify(value);
const NO_ARGUMENTS = '{}';

function newPosition(
  field: Position['field'],
  path: Position['path'],
  type: GraphQLOutputType,
  holder: Position | null,
): Position {
  const nullable = !isNonNullType(type);
  const nullableType = isNonNullType(type) ? type.ofType : type;
  // Indices in `path` count from the outermost list.
  return {
    field,
    path,
    type: nullableType,
    nullable,
    holder,
    leaf: isLeafType(nullableType) ? nullableType : null,
  };
}

/** A resolver with one to three declared parameters ignores `info`; one that declares none may use `arguments`. */
const takesInfo = ({ length }: { length: number }): boolean => length === 0 || length > 3;

const namesByValue = (type: GraphQLEnumType): Map<unknown, string> =>
  new Map(type.getValues().map(({ name, value }) => [value, name]));

function usesVariables(node: FieldNode): boolean {
  let found = false;
  for (const argument of node.arguments ?? [])
    visit(argument, {
      [Kind.VARIABLE]: () => {
        found = true;
      },
    });
  return found;
}
