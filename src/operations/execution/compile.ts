import {
  type DocumentNode,
  defaultTypeResolver,
  type FieldNode,
  type GraphQLAbstractType,
  GraphQLBoolean,
  type GraphQLEnumType,
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
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import type { Slices } from 'learning-platform-projection/slices';
import { GatewayError } from '../../graph/errors.ts';
import { NO_VARIABLES, type VariableValues } from '../../graph/graphql-js.ts';
import { loadedMember } from '../../graph/member.ts';
import type { ErrorBehavior } from '../input/error-behavior.ts';
import { Execution, type ResponseLimits } from './execution.ts';
import { type Conditions, collectFields, fragmentsOf, META_FIELDS, type SelectionContext } from './fields.ts';
import { escapedLength, SCALAR_LENGTH } from './lengths.ts';
import { PlannedField, type ResponsePosition } from './position.ts';
import { projectionOf } from './projection.ts';
import type { ExecutionResult } from './result.ts';

/**
 * Runs an operation. `root` is the parent of its root fields.
 * @param sent the variables as the client sent them. @param variables their coerced values.
 */
export type Run = (
  root: unknown,
  context: unknown,
  sent: Readonly<Record<string, unknown>>,
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
  if (buildData instanceof GatewayError) return () => ({ errors: [buildData], data: null });
  const plan = { schema, operation, fragments, limits };
  const { projects } = compiler;
  return (root, context, _sent, variables, slices = null, onError = 'PROPAGATE') => {
    if (slices && projects) slices.isWanted = true;
    return new Execution(plan, root, context, variables, slices, onError).run(buildData);
  };
}

/** The result, or the error of a condition that is null. */
function orError<T>(compile: () => T): T | GatewayError {
  try {
    return compile();
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

/** Characters. */
const LONGEST_KEY_IN_CODE = 256;

type BuildData = Parameters<Execution['run']>[0];

/** The indices of the lists around a position, in generated code. Null: that of the root object. */
const indicesOf = (position: ResponsePosition | null): string[] =>
  (position?.path ?? []).filter((step) => typeof step === 'number').map((number) => `i${number}`);

/**
 * Generates the code. Only names of the document appear in it, as JSON strings; everything else is a constant that the
 * code refers to. In generated code `x` is the execution, `row` the source object, `out` the response object, `v` a
 * value, `e` its serialized form if different, and `i0`, `i1` … the indices of the enclosing lists.
 */
class Compiler {
  readonly #selection: SelectionContext;
  /** Generates the length of a text: that of a mutation includes its escapes. */
  #lengthOf = (value: string): string => `${value}.length`;
  /** Names of constants, by value. */
  readonly #constants = new Map<unknown, string>();
  readonly #functions: string[] = [];
  #slots = 0;
  /** Whether a list of the operation may be copied from rows that were not parsed. */
  projects = false;

  constructor(selection: SelectionContext) {
    this.#selection = selection;
  }

  compile(type: GraphQLObjectType, operation: OperationDefinitionNode): BuildData {
    const fields = collectFields(this.#selection, type, [operation]);
    const isMutation = operation.operation === 'mutation';
    if (isMutation) {
      const escaped = this.#constant(escapedLength);
      this.#lengthOf = (value) => `${escaped}(${value})`;
    }
    const root = this.#object(type, fields, null, isMutation);
    const names = [...this.#constants.values()].join(', ');
    const source = `'use strict';\nconst [${names}] = constants;\n${this.#functions.join('\n')}\nreturn ${root};`;
    return new Function('constants', source)([...this.#constants.keys()]);
  }

  #constant(value: unknown): string {
    const name = this.#constants.get(value) ?? `k${this.#constants.size}`;
    this.#constants.set(value, name);
    return name;
  }

  /** Generates an expression for a response key. V8 copies the code several times, so long keys are constants. */
  #key(key: string): string {
    return key.length > LONGEST_KEY_IN_CODE ? this.#constant(key) : text(key);
  }

  /** Generates a position and its indices, as arguments. */
  #at(position: ResponsePosition): string {
    return `${this.#constant(position)}, [${indicesOf(position).join(', ')}]`;
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
    holder: ResponsePosition | null,
    serially = false,
  ): string {
    if (type.isTypeOf) throw new Error(`${type.name}.isTypeOf is not supported`);
    const indices = indicesOf(holder);
    const properties: string[] = fields.has(PROTOTYPE) ? ['__proto__: null'] : [];
    let length = 2;
    const leaves: ResponsePosition[] = [];
    const calls: string[] = [];
    /** Fields that wait for the same promise, by the function that returns it. */
    const loaded = new Map<unknown, { position: ResponsePosition; call: string }[]>();
    for (const [key, nodes] of fields) {
      const [node] = nodes;
      if (!node) continue;
      const name = this.#key(key);
      length += key.length + SCALAR_LENGTH;
      if (node.name.value === TypeNameMetaFieldDef.name) {
        properties.push(`[${name}]: ${text(type.name)}`);
        length += type.name.length;
        continue;
      }
      const definition = type.getFields()[node.name.value] ?? META_FIELDS.get(node.name.value);
      if (!definition) throw new Error(`${type.name} has no field ${node.name.value}`);
      const field = new PlannedField({ definition, parentType: type, nodes, slot: this.#slots++ });
      const position = newPosition(field, [...(holder?.path ?? []), key], definition.type, holder);
      const fast = position.leaf && this.#fastLeaf(position.leaf);
      if (fast && !definition.resolve) {
        const missing = position.nullable ? 'v === null || v === undefined ? null : ' : '';
        properties.push(
          `[${name}]: (v = row[${text(definition.name)}], ${fast.test} ? ${this.#counted(fast, 'length')} : ${missing}(uncommon = true, null))`,
        );
        leaves.push(position);
      } else {
        properties.push(`[${name}]: null`);
        const call = `${this.#field(position, name)}(${['x', 'row', 'out', ...indices].join(', ')});`;
        const load = loadedMember(definition.resolve)?.load;
        if (load) loaded.set(load, [...(loaded.get(load) ?? []), { position, call }]);
        else calls.push(call);
      }
    }
    const given = ['out', ...indices].join(', ');
    for (const [load, waiting] of loaded) {
      const [first, ...others] = waiting.map(({ position }) => position);
      const each = waiting.map(({ call }) => call).join('\n');
      const read = this.#function(['x', 'row', given], each);
      const later = `x.later(${first && this.#at(first)}, ${this.#constant(load)}(row), (loaded) => ${read}(x, loaded, ${given}), ${this.#constant(others)})`;
      calls.push(`if (x.isOver) ${read}(x, row, ${given}); else ${later};`);
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
  #field(position: ResponsePosition, key: string): string {
    const { name, resolve } = position.field.definition;
    const at = this.#at(position);
    let ended = '';
    let value = `row[${text(name)}]`;
    if (resolve) {
      ended = `if (x.isOver) { x.exceed(${at}); return; }`;
      const info = takesInfo(resolve) ? `, x.info(${at})` : '';
      const read = loadedMember(resolve)?.read ?? resolve;
      value = `${this.#constant(read)}(row, ${this.#arguments(position)}, x.context${info})`;
    }
    return this.#function(
      ['x', 'row', 'out', ...indicesOf(position)],
      [
        ended,
        'let v, e;',
        `try { v = ${value}; } catch (error) { x.fail(${at}, error); return; }`,
        this.#value(position, 'out', key),
      ].join('\n'),
    );
  }

  /**
   * Generates code that completes the value `v` under a key of an object or list: an object or list in it once its promise
   * settles.
   */
  #value(position: ResponsePosition, holder: string, key: string): string {
    if (position.leaf) return this.#leaf(position.leaf, position, holder, key);
    const complete = this.#complete(position, key);
    const given = [holder, ...indicesOf(position)].join(', ');
    return [
      `if (typeof v === 'object' && v !== null && typeof v.then === 'function')`,
      `  x.later(${this.#at(position)}, v, (settled) => ${complete}(x, settled, ${given}));`,
      `else ${complete}(x, v, ${given});`,
    ].join('\n');
  }

  /** Generates `(x, value, holder, ...indices) => void`, which sets an object or list under a key or the last index. */
  #complete(position: ResponsePosition, key: string): string {
    const { type } = position;
    const at = this.#at(position);
    const missing = `if (v === null || v === undefined || v instanceof Error) { x.isMissing(${at}, v); return; }`;
    let body: string;
    if (isCompositeType(type)) {
      // Items are counted with their list.
      const count = typeof position.path.at(-1) === 'number' ? 0 : 1;
      const build = isAbstractType(type)
        ? this.#byType(type, position, key)
        : this.#assignObject(type, position, key);
      body = `${exceeded(count, at)}\n${build}`;
    } else if (isListType(type)) body = this.#list(type.ofType, position, key);
    else throw new Error(`${type} is not supported`);
    return this.#function(['x', 'v', 'out', ...indicesOf(position)], `${missing}\n${body}`);
  }

  /** Generates code that sets the object `v`, or reports a null condition among its selections. */
  #assignObject(type: GraphQLObjectType, position: ResponsePosition, key: string): string {
    const fields = orError(() => collectFields(this.#selection, type, position.field.nodes));
    if (fields instanceof GatewayError) return `x.fail(${this.#at(position)}, ${this.#constant(fields)});`;
    const object = this.#object(type, fields, position);
    return `out[${key}] = ${object}(${['x', 'v', ...indicesOf(position)].join(', ')});`;
  }

  /** Generates code that sets the object `v` of an interface or union. */
  #byType(type: GraphQLAbstractType, position: ResponsePosition, key: string): string {
    const at = this.#at(position);
    const typeName = this.#constant(type.resolveType ?? defaultTypeResolver);
    const cases = this.#selection.schema
      .getPossibleTypes(type)
      .map(
        (possible) => `case ${text(possible.name)}: ${this.#assignObject(possible, position, key)} return;`,
      );
    return [
      `switch (${typeName}(v, x.context, x.info(${at}), ${this.#constant(type)})) {`,
      ...cases,
      `default: x.fail(${at}, new Error(${text(`${type.name} has no such type`)}));`,
      '}',
    ].join('\n');
  }

  #list(itemType: GraphQLOutputType, list: ResponsePosition, key: string): string {
    const depth = indicesOf(list).length;
    const index = `i${depth}`;
    const at = this.#at(list);
    const item = newPosition(list.field, [...list.path, depth], itemType, list);
    return [
      `if (!Array.isArray(v)) { x.notList(${at}); return; }`,
      this.#projected(itemType, list, key),
      exceeded('v.length', at),
      `x.characters += v.length * ${SCALAR_LENGTH};`,
      'const items = v, list = [];',
      `out[${key}] = list;`,
      `for (let ${index} = 0; ${index} < items.length; ${index} += 1) {`,
      '  list.push(null);',
      `  let v = items[${index}], e;`,
      this.#value(item, 'list', index),
      '}',
    ].join('\n');
  }

  /** Generates code that copies rows that were not parsed, if the selection takes only plain members of them. */
  #projected(itemType: GraphQLOutputType, { field }: ResponsePosition, key: string): string {
    const type = getNullableType(itemType);
    if (!isObjectType(type)) return '';
    const projection = orError(() => projectionOf(this.#selection, type, field.nodes));
    if (!projection || projection instanceof GatewayError) return '';
    this.projects = true;
    return `if (x.project(${this.#constant(projection)}, v, out, ${key})) return;`;
  }

  /** Generates code that sets the leaf `v` under a key of an object or list. */
  #leaf(leaf: GraphQLLeafType, position: ResponsePosition, holder: string, key: string): string {
    const target = `${holder}[${key}]`;
    const otherwise = `x.leaf(${this.#at(position)}, v, ${holder}, ${key});`;
    const fast = this.#fastLeaf(leaf);
    if (fast)
      return `if (${fast.test}) ${target} = ${this.#counted(fast, 'x.characters')};\nelse ${otherwise}`;
    return [
      `if (typeof v === 'string' || typeof v === 'number') try { e = ${this.#constant(leaf)}.serialize(v); } catch {}`,
      `if (e !== null && e !== undefined) { ${target} = e; x.count(e); }`,
      `else ${otherwise}`,
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

  #arguments(position: ResponsePosition): string {
    const { definition, nodes } = position.field;
    if (definition.args.length === 0) return '{}';
    const [node] = nodes;
    try {
      if (node && !usesVariables(node))
        return this.#constant(getArgumentValues(definition, node, NO_VARIABLES));
    } catch {
      // Fails at execution instead, for every field that uses it.
    }
    return `x.argumentsOf(${this.#constant(position)})`;
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
const exceeded = (count: number | string, at: string): string =>
  `if ((x.objects += ${count}) > x.maximumObjects || x.characters > x.maximumCharacters) { x.exceed(${at}); return; }`;

const text = (value: string): string => JSON.stringify(value);

function newPosition(
  field: ResponsePosition['field'],
  path: ResponsePosition['path'],
  type: GraphQLOutputType,
  holder: ResponsePosition | null,
): ResponsePosition {
  const nullable = !isNonNullType(type);
  const ofType = nullable ? type : type.ofType;
  // Indices in `path` count from the outermost list.
  return { field, path, type: ofType, nullable, holder, leaf: isLeafType(ofType) ? ofType : null };
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
