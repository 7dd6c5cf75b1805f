// The place of the cursor by the schema, and adding or removing fields there.
import { getNamedType, isCompositeType, isRequiredArgument } from 'graphql';
import { outlineOf } from './outline.js';

const rootTypes = (schema) =>
  Object.fromEntries(
    ['query', 'mutation', 'subscription'].map((operation) => [
      operation,
      schema.getRootType(operation) ?? null,
    ]),
  );

/** The type that a selection set selects from. Null: the schema has no such field or type. */
function typeOf(set, schema) {
  const { operation, type, field } = set.of;
  if (operation !== undefined) return rootTypes(schema)[operation];
  if (type !== undefined) return schema.getType(type) ?? null;
  const parent = typeOf(set.parent, schema);
  const definition = parent?.getFields?.()[field];
  return definition ? getNamedType(definition.type) : null;
}

const innermost = (sets, position) => {
  const found = sets.find(({ from, to }) => position >= from && position <= to);
  return found ? (innermost(found.sets, position) ?? found) : null;
};

/** The selection set that the cursor is in; outside of all, that of the definition before it, or of the first one. */
function setAt(definitions, position) {
  const complete = definitions.filter(({ set }) => set !== null);
  const sets = complete.map(({ set }) => set);
  const before = complete.findLast(({ from }) => from <= position) ?? complete[0];
  return innermost(sets, position) ?? before?.set ?? null;
}

/** The field of a selection set at a position. */
const itemAt = (set, position) => set?.items.find(({ from, to }) => position >= from && position <= to);

/** The operation or fragment that a selection set is in. */
const definitionOf = (definitions, set) => definitions.findLast(({ from }) => from <= set.from);

/**
 * The place of the cursor.
 * @returns the type whose fields are selected there, the way to it with what is selected on each level, the field under the
 *   cursor, and its arguments; null if the text has no selections
 */
export function placeAt(text, position, schema) {
  const set = setAt(outlineOf(text), position);
  const type = set && typeOf(set, schema);
  if (!type) return null;
  const way = [];
  for (let at = set; at; at = at.parent) {
    const named = typeOf(at, schema);
    const selected = at.items.map(({ name }) => name);
    way.unshift({
      label: at.of.field ?? named?.name ?? '',
      type: named?.name ?? null,
      from: at.from,
      selected,
    });
  }
  const item = itemAt(set, position);
  const field = item && type.getFields?.()[item.name] ? `${type.name}.${item.name}` : null;
  const given = field === null ? [] : item.given.map(({ name }) => name);
  return { type: type.name, way, field, given };
}

/** Whether a position is in a selection set, and not in the head of an operation or outside of all. */
export const isInSelections = (text, position) =>
  innermost(
    outlineOf(text).flatMap(({ set }) => (set === null ? [] : [set])),
    position,
  ) !== null;

/** The field whose arguments are given at a position, or null. */
export function fieldOfArguments(text, position, schema) {
  const set = setAt(outlineOf(text), position);
  const isThere = ({ parentheses }) =>
    parentheses !== null && position >= parentheses.from && position <= parentheses.to;
  const item = set?.items.find(isThere);
  return (item && typeOf(set, schema)?.getFields?.()[item.name]) ?? null;
}

const lineStart = (text, position) => text.lastIndexOf('\n', position - 1) + 1;
const indentAt = (text, position) => /^[ \t]*/.exec(text.slice(lineStart(text, position)))[0];

/** Variable names that are not declared yet. */
function variableName(name, text) {
  const isTaken = (candidate) => new RegExp(`\\$${candidate}\\b`).test(text);
  let candidate = name;
  for (let count = 2; isTaken(candidate); count += 1) candidate = `${name}${count}`;
  return candidate;
}

/** A field with its required arguments as variables. */
function selectionOf(field, text) {
  const variables = field.args
    .filter(isRequiredArgument)
    .map(({ name, type }) => ({ argument: name, name: variableName(name, text), type: String(type) }));
  const given = variables.map(({ argument, name }) => `${argument}: $${name}`).join(', ');
  return {
    text: `${field.name}${given === '' ? '' : `(${given})`}`,
    variables,
    isComposite: isCompositeType(getNamedType(field.type)),
  };
}

const capitalized = (name) => name.charAt(0).toUpperCase() + name.slice(1);

/** A new operation with one root field, below the text. */
function newOperation(text, operation, field) {
  const { text: selection, variables, isComposite } = selectionOf(field, text);
  const declared = variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const head = `${operation} ${capitalized(field.name)}${declared === '' ? '' : `(${declared})`} {\n  ${selection}`;
  const gap = text.trim() === '' ? '' : `${text.endsWith('\n') ? '' : '\n'}\n`;
  const inside = isComposite ? `${gap}${head} {\n    ` : `${gap}${head}`;
  return {
    changes: [{ from: text.length, insert: `${inside}${isComposite ? '\n  }' : ''}\n}\n` }],
    cursor: text.length + inside.length,
  };
}

/** The innermost enclosing set that selects from a type. */
function enclosing(set, typeName, schema) {
  for (let at = set; at; at = at.parent) if (typeOf(at, schema)?.name === typeName) return at;
  return null;
}

/**
 * The changes that add a field where the cursor is or around it, or remove it there.
 * @param typeName the type of the field; a root type of another operation starts a new operation
 * @returns `changes` and the `cursor` after them; null if the field does not belong there
 */
export function toggled(text, position, schema, typeName, fieldName) {
  const definitions = outlineOf(text);
  const set = enclosing(setAt(definitions, position), typeName, schema);
  const field = schema.getType(typeName)?.getFields?.()[fieldName];
  if (!field) return null;
  if (set === null) {
    const [operation] = Object.entries(rootTypes(schema)).find(([, type]) => type?.name === typeName) ?? [];
    return operation ? newOperation(text, operation, field) : null;
  }
  const item = set.items.find(({ name }) => name === fieldName);
  if (item) return removal(text, item);
  return insertion(text, set, field, definitionOf(definitions, set));
}

/**
 * The changes that give the field at the cursor an argument, as a variable, or remove it.
 * @returns `changes` and the `cursor` after them, in the field; null if there is no such argument
 */
export function toggledArgument(text, position, schema, name) {
  const definitions = outlineOf(text);
  const set = setAt(definitions, position);
  const item = itemAt(set, position);
  const field = item && typeOf(set, schema)?.getFields?.()[item.name];
  const argument = field?.args?.find((candidate) => candidate.name === name);
  if (!argument) return null;
  const definition = definitionOf(definitions, set);
  const index = item.given.findIndex((given) => given.name === name);
  if (index !== -1) return withoutArgument(text, item, index, definition);
  const variable = { name: variableName(name, text), type: String(argument.type) };
  const given = `${name}: $${variable.name}`;
  const insert = item.parentheses === null ? `(${given})` : `${item.given.length > 0 ? ', ' : ''}${given}`;
  const at = item.given.at(-1)?.to ?? item.parentheses?.to ?? item.end;
  const declaration = declarationOf([variable], definition);
  const cursor = item.from + (declaration?.insert.length ?? 0);
  return { changes: [...(declaration ? [declaration] : []), { from: at, insert }], cursor };
}

/** Removes an argument, and the declaration of its variable if nothing else uses it. */
function withoutArgument(text, item, index, definition) {
  const { variable } = item.given[index];
  const range = without(item.parentheses, item.given, index);
  const declaration = variable === null ? null : unusedDeclaration(text, variable, definition);
  const changes = declaration === null ? [range] : [declaration, range];
  return { changes, cursor: item.from - (declaration === null ? 0 : declaration.to - declaration.from) };
}

/** The range to remove with one of several names in parentheses: its comma, or the parentheses with the last one. */
function without(parentheses, named, index) {
  if (named.length === 1) return { from: parentheses.from - 1, to: parentheses.to + 1 };
  if (index === 0) return { from: named[0].from, to: named[1].from };
  return { from: named[index - 1].to, to: named[index].to };
}

/** The declaration of a variable that only one argument uses. Null: it is used elsewhere, or not declared here. */
function unusedDeclaration(text, name, definition) {
  const { parentheses, declared } = definition?.variables ?? { parentheses: null };
  if (parentheses === null) return null;
  const index = declared.findIndex((variable) => variable.name === name);
  const mentions = text.match(new RegExp(`\\$${name}\\b`, 'g')) ?? [];
  // One declares it, one was the argument.
  return index === -1 || mentions.length !== 2 ? null : without(parentheses, declared, index);
}

/** Removes a field, with its line if nothing else is on it. */
function removal(text, { from, to }) {
  const start = lineStart(text, from);
  const end = text.indexOf('\n', to) === -1 ? text.length : text.indexOf('\n', to) + 1;
  const isAlone = text.slice(start, from).trim() === '' && text.slice(to, end).trim() === '';
  const before = /[ \t,]*$/.exec(text.slice(0, from))[0].length;
  const range = isAlone ? { from: start, to: end } : { from: from - before, to };
  return { changes: [range], cursor: Math.min(range.from, text.length) };
}

/** The braces of the selection set of a field. */
function bracesOf({ isComposite }, isOneLine, indent) {
  if (!isComposite) return ['', ''];
  return isOneLine ? [' { ', ' }'] : [` {\n${indent}  `, `\n${indent}}`];
}

const isInline = (text, set) => set !== null && !text.slice(set.from, set.to).includes('\n');

/** Adds a field after the last one, in the existing layout. */
function insertion(text, set, field, definition) {
  const last = set.items.at(-1);
  const selection = selectionOf(field, text);
  const isOneLine = isInline(text, set) && (last !== undefined || isInline(text, set.parent));
  const outer = indentAt(text, set.from);
  const inner = last && !isOneLine ? indentAt(text, last.from) : `${outer}  `;
  const lead = isOneLine ? ' ' : `\n${inner}`;
  const [open, close] = bracesOf(selection, isOneLine, inner);
  const at = last?.to ?? set.from;
  // The space in an empty set is replaced; comments in it stay.
  const isBlank = last === undefined && text.slice(set.from, set.to).trim() === '';
  const end = isOneLine ? ' ' : `\n${outer}`;
  const insert = `${lead}${selection.text}${open}${close}${isBlank ? end : ''}`;
  const changes = [{ from: at, to: isBlank ? set.to : at, insert }];
  const cursor = at + `${lead}${selection.text}${open}`.length;
  const declaration = declarationOf(selection.variables, definition);
  if (declaration === null) return { changes, cursor };
  return { changes: [declaration, ...changes], cursor: cursor + declaration.insert.length };
}

/**
 * The changes that complete a name to a field: with its required arguments, and a selection set if it needs one.
 * @param from, to the part of the name that is written already
 * @returns `changes` and the `cursor` after them; null if the name alone completes it
 */
export function completedField(text, from, to, schema, name) {
  const definitions = outlineOf(text);
  const set = setAt(definitions, from);
  const item = itemAt(set, from);
  const isArgument = item?.parentheses && from >= item.parentheses.from && from <= item.parentheses.to;
  const field = set && !isArgument ? typeOf(set, schema)?.getFields?.()[name] : undefined;
  if (!field || /^\s*[({]/.test(text.slice(to))) return null;
  const selection = selectionOf(field, text);
  if (!selection.isComposite && selection.variables.length === 0) return null;
  const [open, close] = bracesOf(selection, isInline(text, set), indentAt(text, from));
  const definition = definitionOf(definitions, set);
  const declaration = declarationOf(selection.variables, definition);
  const insert = `${selection.text}${open}${close}`;
  const cursor = from + (declaration?.insert.length ?? 0) + insert.length - close.length;
  return {
    changes: [...(declaration ? [declaration] : []), { from, to, insert }],
    cursor,
  };
}

/** Declares variables in an operation. Null: there are none, or a fragment cannot declare them. */
function declarationOf(variables, definition) {
  const declared = variables.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  if (declared === '' || definition === undefined || definition.kind === 'fragment') return null;
  // The short form of a query has no place for variables.
  if (definition.variables === null) return { from: definition.from, insert: `query (${declared}) ` };
  const { parentheses, end, declared: known } = definition.variables;
  if (parentheses === null) return { from: end, insert: `(${declared})` };
  return { from: known.at(-1)?.to ?? parentheses.to, insert: `${known.length === 0 ? '' : ', '}${declared}` };
}
