// Changes of the schema since the visitor last looked at them.
import { readStored, store } from './storage.js';

const KEY = 'gateway.explorer.schema';

const argumentsOf = ({ args = [] }) =>
  args.length === 0
    ? ''
    : `(${args.map((argument) => `${argument.name}: ${typeOf(argument)}`).join(', ')}): `;

const typeOf = ({ type, defaultValue }) =>
  `${type}${defaultValue === undefined ? '' : ` = ${JSON.stringify(defaultValue)}`}`;

const deprecated = ({ deprecationReason }) => (deprecationReason === undefined ? '' : ' @deprecated');

/** The parts that clients depend on, by schema coordinate: types, fields, arguments and values, but no descriptions. */
function signaturesOf(schema) {
  const signatures = new Map();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    const parts = [...(type.getInterfaces?.() ?? []), ...(type.getTypes?.() ?? [])];
    const kind = type.astNode?.kind.replace(/TypeDefinition$/, '').toLowerCase() ?? 'scalar';
    signatures.set(type.name, [kind, ...parts].join(' '));
    for (const field of Object.values(type.getFields?.() ?? {}))
      signatures.set(
        `${type.name}.${field.name}`,
        `${argumentsOf(field)}${typeOf(field)}${deprecated(field)}`,
      );
    for (const value of type.getValues?.() ?? [])
      signatures.set(`${type.name}.${value.name}`, `enum value${deprecated(value)}`);
  }
  return signatures;
}

/**
 * The differences between two schemas; of a type that was added or removed, not its fields.
 * @returns coordinates with their signatures: `before` is null if it was added, `after` if it was removed
 */
function changesBetween(earlier, later) {
  const [before, after] = [earlier, later].map(signaturesOf);
  const isPartOfOne = (coordinate, signatures) =>
    coordinate.includes('.') && !signatures.has(coordinate.split('.')[0]);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((coordinate) => before.get(coordinate) !== after.get(coordinate))
    .filter((coordinate) => !isPartOfOne(coordinate, before) && !isPartOfOne(coordinate, after))
    .map((coordinate) => ({
      coordinate,
      before: before.get(coordinate) ?? null,
      after: after.get(coordinate) ?? null,
    }))
    .sort((one, other) => one.coordinate.localeCompare(other.coordinate));
}

/** The changes of the schema since the visitor last looked, in this window or an earlier one. */
export class SchemaChanges {
  #build;
  #text = '';
  /** Milliseconds: when the visitor last looked. */
  since = 0;
  list = [];

  /** @param build reads a schema from its text */
  constructor(build) {
    this.#build = build;
  }

  /** Compares the schema as it is now with the one that was seen last. @returns whether there are changes */
  follow(text, schema) {
    this.#text = text;
    this.list = [];
    const seen = readStored(KEY);
    if (typeof seen?.text !== 'string') this.see();
    else if (seen.text !== text) {
      this.since = seen.at;
      this.list = this.#compared(seen.text, schema);
    }
    return this.list.length > 0;
  }

  #compared(text, schema) {
    try {
      return changesBetween(this.#build(text), schema);
    } catch {
      // Another version of the explorer stored it.
      return [];
    }
  }

  /** The visitor has seen the list. This window continues to show it. */
  see() {
    store(KEY, { at: Date.now(), text: this.#text });
  }
}

/** As in `2 added, 1 removed`. */
export function summaryOf(changes) {
  const kinds = { added: 0, changed: 0, removed: 0 };
  for (const { before, after } of changes) {
    if (before === null) kinds.added += 1;
    else if (after === null) kinds.removed += 1;
    else kinds.changed += 1;
  }
  return Object.entries(kinds)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}
