import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { GatewayError } from '../graph/errors.ts';
import { isRecord } from '../lib/is-record.ts';
import { type Body, UnexpectedShape } from './body.ts';

/**
 * Building blocks of wire types: the expected shapes of platform responses.
 *
 * The structure that the code relies on (IDs, nested objects, lists) is checked in every response. Leaves are declared
 * with the contract's type but not checked here: the graph's scalars reject a wrong value, which costs one field instead
 * of the whole row.
 */

/** An identifier: documented as a string, also accepted as a number. */
export const id = Type.Union([Type.String(), Type.Number()]);
/** A field that may be absent or null. */
const leaf = <T>(type: string) => Type.Optional(Type.Unsafe<T | null>({ leaf: type }));
export const text = leaf<string>('string');
/** A text that the contract promises in every row, as a value or null. Without it, only its own field of the graph fails. */
export const promisedText = Type.Optional(Type.Unsafe<string | null>({ leaf: 'string', promised: true }));
export const number = leaf<number>('number');
export const flag = leaf<boolean>('boolean');
/** An object whose keys the contract leaves open. */
export const openObject = leaf<Record<string, unknown>>('object');
/** A list of plain strings. */
export const texts = leaf<string[]>('strings');
/** A list of anything. */
export const list = leaf<unknown[]>('list');
/** A list of plain strings, or one comma-separated string. */
export const textOrTexts = leaf<string | string[]>('string or strings');

/** An optional nested structure: absent, null, or checked. */
export const maybe = <Schema extends TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A boolean, or the text `true` or `false`. */
export const textOrFlag = leaf<string | boolean>('string or boolean');
/** Any JSON. */
export const anything = leaf<unknown>('any');

/** A boolean, also from text. Null for anything else. */
export function toFlag(value: unknown): boolean | null {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  return null;
}

/** Alternative names for the ID of a record that the contract does not show. */
export const otherIds = { id: maybe(id), _id: maybe(id) };

/** The first ID present, as text. */
export function firstId(...ids: readonly (string | number | null | undefined)[]): string | null {
  const found = ids.find((candidate) => candidate != null && candidate !== '');
  return found == null ? null : String(found);
}

/** The first ID present in a record that must have one. @throws GatewayError UPSTREAM_BAD_RESPONSE */
export function requiredId(...ids: readonly (string | number | null | undefined)[]): string {
  const found = firstId(...ids);
  if (found === null)
    throw new GatewayError('UPSTREAM_BAD_RESPONSE', 'The platform sent a record without an ID.');
  return found;
}

/** Fields of a row that its wire type does not declare. */
export const extraOf = (row: object, { properties }: { properties: object }): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !Object.hasOwn(properties, field)));

/** The response a reader expects: its form, and the wire type of its rows if the contract shows one. */
export interface Wire {
  form: 'row' | 'rows' | 'page' | 'rows of users' | 'found' | 'open' | 'value' | 'picture';
  schema?: TSchema;
}

/** Reads a response body. Throws {@link UnexpectedShape}. */
export interface Read<Result> {
  (body: Body): Result;
  /** The expected shape. Tests check responses against it more strictly than the reader does. */
  readonly wire: Wire;
}

/** Attaches the expected shape to a reader. */
export const reader = <Result>(wire: Wire, read: (body: Body) => Result): Read<Result> =>
  Object.assign((body: Body) => read(body), { wire });

/** Compiled on first use: compiling every wire type would delay startup noticeably. */
function checker<Schema extends TSchema>(schema: Schema): (value: unknown) => value is Static<Schema> {
  let compiled: ((value: unknown) => boolean) | undefined;
  return (value): value is Static<Schema> => {
    if (!compiled) {
      const validator = Compile(schema);
      compiled = (candidate) => validator.Check(candidate);
    }
    return compiled(value);
  };
}

/** Checks a parsed value. Null if it does not match the schema. */
export function reading<Schema extends TSchema>(schema: Schema): (value: unknown) => Static<Schema> | null {
  const check = checker(schema);
  return (value) => (check(value) ? value : null);
}

/** One row. */
export function row<Schema extends TSchema>(schema: Schema): Read<Static<Schema>> {
  const check = checker(schema);
  return reader({ form: 'row', schema }, (body) => {
    const json = body.json();
    if (!check(json)) throw new UnexpectedShape('not the documented object');
    return json;
  });
}

export const LIST_KEYS = ['docs', 'data', 'items', 'results'] as const;

/** The list in a response: bare, or under one of the usual keys. */
function listIn(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  if (isRecord(json)) {
    for (const key of LIST_KEYS) {
      const list = json[key];
      if (Array.isArray(list)) return list;
    }
  }
  throw new UnexpectedShape('no list');
}

function checkEach<Schema extends TSchema>(
  check: (value: unknown) => value is Static<Schema>,
  list: unknown[],
): Static<Schema>[] {
  return list.map((item) => {
    if (!check(item)) throw new UnexpectedShape('a list item is not the documented object');
    return item;
  });
}

/** A list of rows, bare or wrapped. */
export function rows<Schema extends TSchema>(schema: Schema): Read<Static<Schema>[]> {
  const check = checker(schema);
  return reader({ form: 'rows', schema }, (body) => checkEach(check, listIn(body.json())));
}

/** A row and the user it belongs to. */
export interface RowOfUser<Row> {
  /** Null if the response does not name the user. */
  userId: string | null;
  row: Row;
}

/**
 * Rows of several users, in any plausible form: a list of rows that each name their user, bare or wrapped; an object with
 * user IDs as keys and one or more rows for each; or one row.
 * @param userOf the ID of the user that a row names.
 */
export function rowsOfUsers<Schema extends TSchema>(
  schema: Schema,
  userOf: (row: Static<Schema>) => string | null,
): Read<RowOfUser<Static<Schema>>[]> {
  const check = checker(schema);
  const named = (row: Static<Schema>): RowOfUser<Static<Schema>> => ({ userId: userOf(row), row });
  const isNamed = (json: unknown): json is Static<Schema> => check(json) && userOf(json) !== null;
  const read = (json: unknown): RowOfUser<Static<Schema>>[] => {
    const wrapped = isRecord(json) ? LIST_KEYS.map((key) => json[key]) : [];
    if (!isRecord(json) || wrapped.some(Array.isArray)) return checkEach(check, listIn(json)).map(named);
    const row: unknown = json;
    if (isNamed(row)) return [named(row)];
    const inner = wrapped.find(isRecord);
    if (inner) return read(inner);
    return Object.entries(json).flatMap(([userId, value]) =>
      checkEach(check, [value ?? []].flat()).map((row) => ({ userId, row })),
    );
  };
  return reader({ form: 'rows of users', schema }, (body) => read(body.json()));
}

/** One page of rows, with the totals of the list. Contract: Resources, Paged list wrapper. */
export interface PageOf<Row> {
  rows: Row[];
  total: number | null;
  limit: number | null;
}

/** A paged list: rows, with `total` and `limit` if present. */
export function page<Schema extends TSchema>(schema: Schema): Read<PageOf<Static<Schema>>> {
  const check = checker(schema);
  return reader({ form: 'page', schema }, (body) => {
    const json = body.json();
    const list = checkEach(check, listIn(json));
    const wrapper = isRecord(json) ? json : {};
    return { rows: list, total: count(wrapper.total), limit: count(wrapper.limit) };
  });
}

export const count = (value: unknown): number | null => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
};

/** A response whose shape the contract does not show: its object, or an empty one. */
export const open: Read<Record<string, unknown>> = reader({ form: 'open' }, (body) => {
  if (body.isBlank()) return {};
  try {
    const json = body.json();
    return isRecord(json) ? json : { value: json };
  } catch {
    return {};
  }
});

/** The record found in the response to a write, and the members beside it. */
export interface Found<Row> {
  /** Null if the response contains no record. */
  row: Row | null;
  extra: Record<string, unknown>;
}

/**
 * The response to a write whose shape the contract does not show: the created or changed record, an object with the record
 * under `name` or `data`, or neither. Never fails: the write was accepted.
 * @param identifying an object with any of these fields is taken for the record.
 */
export function found<Schema extends TSchema>(
  schema: Schema,
  name: string,
  identifying: readonly string[],
): Read<Found<Static<Schema>>> {
  const check = checker(schema);
  const isRow = (value: unknown): value is Static<Schema> =>
    isRecord(value) && identifying.some((field) => value[field] != null) && check(value);
  return reader({ form: 'found', schema }, (body) => {
    const json = open(body);
    if (isRow(json)) return { row: json, extra: {} };
    for (const key of [name, 'data']) {
      const { [key]: nested, ...extra } = json;
      if (isRow(nested)) return { row: nested, extra };
    }
    return { row: null, extra: json };
  });
}

/** A response of any JSON. Null if it is empty. */
export const value: Read<{ value: unknown }> = reader({ form: 'value' }, (body) => ({
  value: body.isBlank() ? null : body.json(),
}));

/**
 * A picture as base64: bare, as a JSON string, as a data URI, or in an object. Null if the response is JSON null.
 * Contract: User and profile, "base64 encoded JPG data".
 */
export const picture: Read<string | null> = reader({ form: 'picture' }, (body) => {
  const trimmed = body.text().trim();
  if (trimmed === 'null') return null;
  const json: unknown = /^["{]/.test(trimmed) ? body.json() : trimmed;
  const value = isRecord(json) ? (json.data ?? json.image ?? json.base64) : json;
  if (typeof value !== 'string') throw new UnexpectedShape('no picture');
  const base64 = value.replace(/^data:[^,]*,/, '').replace(/\s+/g, '');
  if (base64 === '' || !/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) throw new UnexpectedShape('not base64');
  return base64;
});
