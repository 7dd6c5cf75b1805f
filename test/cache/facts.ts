import { getNamedType, isLeafType } from 'graphql';
import { isRecord } from '../../src/lib/is-record.ts';
import { coordinateOf, type Operation, type Selected } from './operation.ts';

/** A response to an operation. */
export interface Result {
  data: unknown;
  errors: readonly {
    code: string;
    message: string;
    /** Whether the platform responded with the error, not the gateway. */
    upstream: boolean;
    /** Null: the operation failed as a whole. */
    path: readonly (string | number)[] | null;
  }[];
}

/** A response as the facts are read from it. */
export function asResult(body: unknown): Result {
  const { data = null, errors = [] } = isRecord(body) ? body : {};
  if (!Array.isArray(errors)) throw new Error('`errors` is not a list');
  return { data, errors: errors.map(asError) };
}

function asError(error: unknown): Result['errors'][number] {
  const { path, message, extensions } = isRecord(error) ? error : {};
  const { code, upstream } = isRecord(extensions) ? extensions : {};
  const steps = Array.isArray(path)
    ? path.filter((step) => typeof step === 'string' || typeof step === 'number')
    : null;
  return { code: String(code), message: String(message), upstream: isRecord(upstream), path: steps };
}

/** The value that a response gives for a field of a record. */
export interface Fact {
  /** Key of the record, as in `User:u-ana`; `Query` for the root. */
  record: string;
  /** The field as caches store it: with its arguments, and below objects without an ID with the path to it. */
  field: string;
  /** The field in the schema, as in `User.firstName`. */
  coordinate: string;
  /** Canonical JSON; references and lists of references by the keys of their records. */
  value: string;
}

/** A record in a response, with what was selected of it. */
export interface Occurrence {
  record: string;
  id: string;
  typename: string;
  fields: readonly Selected[];
  object: Readonly<Record<string, unknown>>;
}

interface Reading {
  facts: Fact[];
  occurrences: Occurrence[];
}

/** Where facts of an object belong: to a record, at this path. Null: to no record. */
type Owner = { record: string; prefix: string } | null;

/** Which users `randomUsers` returns is random, so the list is no fact. */
export const isRandom = (selected: Selected): boolean => coordinateOf(selected) === 'Query.randomUsers';

/**
 * Reads the facts of a response as normalized caches do: an object with an ID is the record `<type>:<id>`, every other
 * object is part of the record that contains it. Not facts: fields that are null because they failed, and items without an
 * ID in lists.
 */
export function readFacts({ kind, fields }: Operation, { data, errors }: Result): Reading {
  const reading: Reading = { facts: [], occurrences: [] };
  const root = kind === 'query' ? { record: 'Query', prefix: '' } : null;
  const [typename = ''] = fields.map(({ parent }) => parent.name);
  if (isRecord(data))
    visit(reading, { object: data, typename, fields, owner: root, path: [] }, failures(errors));
  return reading;
}

/** Reads the facts of one record. */
export function factsOfRecord({ record, typename, fields, object }: Omit<Occurrence, 'id'>): Fact[] {
  const reading: Reading = { facts: [], occurrences: [] };
  visit(reading, { object, typename, fields, owner: { record, prefix: '' }, path: [] }, () => false);
  return reading.facts.filter((fact) => fact.record === record);
}

type Path = readonly (string | number)[];

/** Whether a null at a path is due to an error there or below. */
const failures =
  (errors: Result['errors']) =>
  (path: Path): boolean =>
    errors.some((error) => path.every((step, index) => error.path?.[index] === step));

interface Place {
  object: Readonly<Record<string, unknown>>;
  typename: string;
  fields: readonly Selected[];
  owner: Owner;
  path: Path;
}

function visit(reading: Reading, place: Place, failed: (path: Path) => boolean): void {
  for (const selected of place.fields) {
    if (selected.parent.name !== place.typename) continue;
    const value = place.object[selected.responseKey];
    const path = [...place.path, selected.responseKey];
    if (value === undefined || (value === null && failed(path))) continue;
    const coordinate = coordinateOf(selected);
    const owner = place.owner && {
      record: place.owner.record,
      prefix: `${place.owner.prefix}${storeKey(selected)}`,
    };
    const shown = isLeafType(getNamedType(selected.field.type))
      ? canonical(value)
      : linkOf(value, path, failed);
    if (owner && shown !== null && !isRandom(selected)) {
      reading.facts.push({ record: owner.record, field: owner.prefix, coordinate, value: shown });
    }
    const inList = Array.isArray(value);
    for (const [index, object] of (inList ? value : [value]).entries()) {
      if (!isRecord(object) || typeof object.__typename !== 'string') continue;
      const below = { object, typename: object.__typename, fields: selected.below };
      const record = recordOf(object);
      if (record !== null) reading.occurrences.push({ ...below, record, id: String(object.id) });
      const inner = inList || !owner ? null : { ...owner, prefix: `${owner.prefix}/` };
      visit(
        reading,
        {
          ...below,
          owner: record === null ? inner : { record, prefix: '' },
          path: inList ? [...path, index] : path,
        },
        failed,
      );
    }
  }
}

/** What caches store of a link. Null if an item of the list failed. */
function linkOf(value: unknown, path: Path, failed: (path: Path) => boolean): string | null {
  if (!Array.isArray(value)) return reference(value);
  if (value.some((item, index) => item === null && failed([...path, index]))) return null;
  const items = value.map(reference);
  return items.includes('an object') ? 'a list' : canonical(items);
}

const reference = (value: unknown): string =>
  value === null ? 'null' : ((isRecord(value) ? recordOf(value) : null) ?? 'an object');

const recordOf = ({ __typename, id }: Readonly<Record<string, unknown>>): string | null =>
  id === undefined || id === null ? null : `${__typename}:${id}`;

/** Arguments with their defaults: the same field must have the same value whether a default is written or not. */
function storeKey({ field, args }: Selected): string {
  const values = field.args
    .map(({ name, defaultValue }) => [name, args[name] ?? defaultValue] as const)
    .filter(([, value]) => value !== undefined && value !== null);
  return values.length === 0 ? field.name : `${field.name}(${canonical(Object.fromEntries(values))})`;
}

/** JSON with sorted members. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isRecord(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
