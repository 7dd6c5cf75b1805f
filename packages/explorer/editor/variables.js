// Completion and validation of variables against the operation that they are for, and of headers.
import { jsonLanguage, jsonParseLinter } from '@codemirror/lang-json';
import { syntaxTree } from '@codemirror/language';
import { linter } from '@codemirror/lint';
import { Text } from '@codemirror/state';
import {
  coerceInputValue,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  isScalarType,
  typeFromAST,
} from 'graphql';

/** Headers that the gateway reads. */
const HEADERS = {
  authorization: 'The credential. Replaces that of the chosen identity.',
  'apollo-require-preflight': 'Allows requests that browsers send without a preflight.',
  'apollographql-client-name': 'Name of the client, for logs and metrics.',
  'apollographql-client-version': 'Version of the client.',
  'idempotency-key': 'Writes once for this key. For a mutation of one field that takes one.',
  'last-event-id': 'Cursor after which an event stream continues.',
  traceparent: 'W3C trace context.',
  'x-request-id': 'ID of the request in logs and errors.',
};

const objectAt = (node) => {
  for (let at = node; at; at = at.parent) if (at.name === 'Object') return at;
  return null;
};

const nameOf = (property, state) => {
  const name = property.getChild('PropertyName');
  return name ? unquoted(state.sliceDoc(name.from, name.to)) : '';
};

function unquoted(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text.replaceAll('"', '');
  }
}

/** Names of the properties around a node, outermost first; items of lists have none. */
function wayTo(object, state) {
  const way = [];
  for (let at = object.parent; at; at = at.parent) if (at.name === 'Property') way.unshift(nameOf(at, state));
  return way;
}

/** The value node at a path of names and indexes, or the deepest that exists. */
function nodeAt(path, state) {
  let node = syntaxTree(state).topNode.firstChild;
  for (const step of path) {
    if (node?.name === 'Object') {
      const property = node.getChildren('Property').find((candidate) => nameOf(candidate, state) === step);
      if (!property) break;
      node = property.lastChild ?? property;
    } else if (node?.name === 'Array') {
      const items = [];
      for (let at = node.firstChild; at; at = at.nextSibling) if (!/[[\],⚠]/.test(at.name)) items.push(at);
      if (!items[step]) break;
      node = items[step];
    } else break;
  }
  return node;
}

const rangeAt = (path, state) => {
  const node = nodeAt(path, state);
  const isWhole = !node || (node.name === 'Object' && path.length === 0);
  const from = node?.from ?? 0;
  return { from, to: Math.min(state.doc.length, isWhole ? from + 1 : node.to) };
};

/** The text with spaces in place of its comments, so that positions stay the same. */
const withoutComments = (text) =>
  text.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('"') ? part : part.replaceAll(/\S/g, ' '),
  );

/** The value of JSON with comments; that of an empty text is an empty object. @throws SyntaxError */
export const readJson = (text) => {
  const json = withoutComments(text);
  return json.trim() === '' ? {} : JSON.parse(json);
};

/** Syntax errors. */
const syntaxProblems = (text) =>
  withoutComments(text).trim() === ''
    ? []
    : jsonParseLinter()({ state: { doc: Text.of(withoutComments(text).split('\n')) } });

const parsed = (text) => {
  try {
    return { value: readJson(text) };
  } catch {
    return null;
  }
};
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Marks the problems of a JSON object, or the syntax errors of other text.
 * @param problemsOf called with the object; returns messages with their paths
 */
const objectLinter = (problemsOf) =>
  linter(({ state }) => {
    const text = state.doc.toString();
    const invalid = syntaxProblems(text);
    if (invalid.length > 0) return invalid;
    const { value } = parsed(text) ?? {};
    const problems = isObject(value)
      ? problemsOf(value)
      : [{ path: [], message: 'This is not a JSON object.' }];
    return problems.map(({ path, ...problem }) => ({
      severity: 'error',
      ...rangeAt(path, state),
      ...problem,
    }));
  });

/** The variables that an operation declares, with their types. */
const declared = ({ definition, schema }) =>
  (definition?.variableDefinitions ?? []).flatMap(({ variable, type: node, defaultValue }) => {
    const type = typeFromAST(schema, node);
    return type
      ? [{ name: variable.name.value, type, isRequired: isNonNullType(type) && !defaultValue }]
      : [];
  });

/** Problems of the variables of an operation: message and path. */
function problemsOf(values, variables) {
  const problems = [];
  for (const { name, type, isRequired } of variables) {
    if (!(name in values)) {
      if (isRequired) problems.push({ path: [], message: `$${name} of type ${type} is missing.` });
      continue;
    }
    coerceInputValue(values[name], type, (path, _invalid, { message }) => {
      problems.push({ path: [name, ...path], message });
    });
  }
  return problems;
}

/**
 * Support for the variables of an operation.
 * @param context called for the operation, `{ definition, schema }`; definition is null if there is none
 */
export function variablesSupport(context) {
  const complete = ({ state, pos, explicit }) => {
    const node = syntaxTree(state).resolveInner(pos, -1);
    const object = objectAt(node);
    if (!object) return null;
    const operation = context();
    const fields = fieldsAt(wayTo(object, state), operation);
    const property = enclosingProperty(node, object);
    const isValue = property && /:/.test(state.sliceDoc(property.from, pos));
    const word = /"?[\w$-]*$/.exec(state.sliceDoc(0, pos))[0];
    if (word === '' && !explicit) return null;
    const from = pos - word.length;
    if (isValue) {
      const field = fields.find(({ name }) => name === nameOf(property, state));
      return field ? { from, options: valuesOf(field.type), validFor: /^"?[\w$-]*$/ } : null;
    }
    const known = object.getChildren('Property').map((other) => nameOf(other, state));
    const options = fields
      .filter(({ name }) => !known.includes(name) || name === word.slice(1))
      .map(({ name, type, isRequired, description }) => ({
        label: `"${name}"`,
        apply: inserted(`"${name}": ${startOf(type)}`),
        detail: String(type),
        info: description || undefined,
        type: 'property',
        boost: isRequired ? 1 : 0,
      }));
    return { from, options, validFor: /^"?[\w$-]*$/ };
  };
  const lint = objectLinter((value) => {
    const operation = context();
    if (!operation.definition) return [];
    const variables = declared(operation);
    const unknown = Object.keys(value)
      .filter((name) => !variables.some((variable) => variable.name === name))
      .map((name) => ({
        path: [name],
        severity: 'warning',
        message: `The operation declares no $${name}.`,
      }));
    return [...problemsOf(value, variables), ...unknown];
  });
  return [jsonLanguage.data.of({ autocomplete: complete }), lint];
}

const enclosingProperty = (node, object) => {
  for (let at = node; at && at !== object && at.from !== object.from; at = at.parent)
    if (at.name === 'Property') return at;
  return null;
};

/** Inputs that can be given in an object: variables at the top, members of input types below. */
function fieldsAt(way, operation) {
  let fields = declared(operation);
  for (const name of way) {
    const type = fields.find((field) => field.name === name)?.type;
    const named = type && getNamedType(type);
    if (!isInputObjectType(named)) return [];
    fields = Object.values(named.getFields()).map((field) => ({
      name: field.name,
      type: field.type,
      description: field.description,
      isRequired: isRequiredInputField(field),
    }));
  }
  return fields;
}

/** The beginning of a value of a type; `|` marks the cursor. */
function startOf(type) {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return '[]';
  if (isInputObjectType(nullable)) return '{}';
  if (isScalarType(nullable) && ['Int', 'Float', 'Boolean'].includes(nullable.name)) return '';
  return '""';
}

/** Inserts a text over a quote that the editor has closed already, with the cursor in a value that it opens. */
const inserted = (insert) => (view, _completion, from, to) => {
  const end = view.state.sliceDoc(to, to + 1) === '"' ? to + 1 : to;
  const isOpen = /(?:""|\[\]|\{\})$/.test(insert);
  view.dispatch({
    changes: { from, to: end, insert },
    selection: { anchor: from + insert.length - (isOpen ? 1 : 0) },
    userEvent: 'input.complete',
  });
};

function valuesOf(type) {
  const named = getNamedType(type);
  if (isEnumType(named))
    return named.getValues().map(({ name, description }) => ({
      label: `"${name}"`,
      apply: inserted(`"${name}"`),
      info: description || undefined,
      type: 'enum',
    }));
  const isBoolean = isScalarType(named) && named.name === 'Boolean';
  const values = [...(isBoolean ? ['true', 'false'] : []), ...(isNonNullType(type) ? [] : ['null'])];
  return values.map((label) => ({ label, type: 'keyword' }));
}

/** Completion and validation of headers. */
export function headersSupport() {
  const complete = ({ state, pos, explicit }) => {
    const node = syntaxTree(state).resolveInner(pos, -1);
    const object = objectAt(node);
    const word = /"?[\w-]*$/.exec(state.sliceDoc(0, pos))[0];
    if (!object || (word === '' && !explicit)) return null;
    const property = enclosingProperty(node, object);
    if (property && /:/.test(state.sliceDoc(property.from, pos))) return null;
    return {
      from: pos - word.length,
      validFor: /^"?[\w-]*$/,
      options: Object.entries(HEADERS).map(([name, info]) => ({
        label: `"${name}"`,
        apply: inserted(`"${name}": ""`),
        info,
        type: 'property',
      })),
    };
  };
  const lint = objectLinter((value) =>
    Object.entries(value).flatMap(([name, content]) => {
      const message = headerProblem(name, content);
      return message === null ? [] : [{ path: [name], message }];
    }),
  );
  return [jsonLanguage.data.of({ autocomplete: complete }), lint];
}

function headerProblem(name, content) {
  if (typeof content !== 'string') return `The value of ${name} is not a string.`;
  try {
    new Headers({ [name]: content });
    return null;
  } catch {
    return `${name} cannot be sent: names and values of headers have no line breaks, names no spaces.`;
  }
}

/** The variables with the required ones that are missing. Null: none is missing, or the text cannot be read. */
export function variablesSkeleton(text, operation) {
  const read = parsed(text);
  if (!operation.definition || !isObject(read?.value)) return null;
  const missing = declared(operation).filter(({ name, isRequired }) => isRequired && !(name in read.value));
  if (missing.length === 0) return null;
  const values = missing.map(({ name, type }) => [name, valueFor(type)]);
  return JSON.stringify({ ...read.value, ...Object.fromEntries(values) }, null, 2);
}

/** An initial value of a type: objects with their required members. */
function valueFor(type) {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return [];
  if (isInputObjectType(nullable))
    return Object.fromEntries(
      Object.values(nullable.getFields())
        .filter(isRequiredInputField)
        .map((field) => [field.name, valueFor(field.type)]),
    );
  if (isEnumType(nullable)) return nullable.getValues()[0].name;
  return { Int: 0, Float: 0, Boolean: false }[nullable.name] ?? '';
}

/** The first problem of the variables of an operation, or null. */
export function variablesProblem(text, operation) {
  const read = parsed(text);
  if (!isObject(read?.value)) return 'The variables are not a JSON object.';
  if (!operation.definition) return null;
  return problemsOf(read.value, declared(operation))[0]?.message ?? null;
}
