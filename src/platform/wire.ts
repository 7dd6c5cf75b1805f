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

/** Whole numbers that are exact: two different IDs beyond them would become the same one. */
export const exactInteger = Type.Integer({
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
});
/** An identifier: documented as a string, also accepted as a number. */
export const id = Type.Union([Type.String(), exactInteger]);
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

/**
 * Marks an object that the contract shows, with the members that it promises in every row; IDs are required anyway. Their
 * absence and unknown members are counted (`inspection.ts`).
 */
export const documented = (...promised: readonly string[]): { promised: readonly string[] } => ({ promised });

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

/** The first usable ID, as text. */
export function firstId(...ids: readonly (string | number | null | undefined)[]): string | null {
  const found = ids.find((candidate) =>
    typeof candidate === 'number' ? Number.isSafeInteger(candidate) : candidate != null && candidate !== '',
  );
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

/** The request that a response belongs to, and what its reader reports beside the result. */
export interface Reading {
  /** The parameters of the request. */
  readonly params: Readonly<Record<string, unknown>>;
  /** A row is left out of the result because it lacks this member, which identifies it. */
  leftOut(member: string): void;
}

/** The reading of a body on its own. */
const UNASKED: Reading = { params: {}, leftOut: () => {} };

/** Reads a response body. Throws {@link UnexpectedShape}. */
export interface Read<Result> {
  (body: Body, reading?: Reading): Result;
  /** The expected shape. Tests check responses against it more strictly than the reader does. */
  readonly wire: Wire;
}

/** Attaches the expected shape to a reader. */
export const reader = <Result>(wire: Wire, read: (body: Body, reading: Reading) => Result): Read<Result> =>
  Object.assign((body: Body, reading: Reading = UNASKED) => read(body, reading), { wire });

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
export function listIn(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  if (isRecord(json)) {
    for (const key of LIST_KEYS) {
      const list = json[key];
      if (Array.isArray(list)) return list;
    }
  }
  throw new UnexpectedShape('no list');
}

/** How the rows of a list are identified: by a documented member, or by another that may stand in for it. */
export interface Identity<Row> {
  /** The documented name. */
  member: string;
  /** Null: the row has no ID. */
  of(row: Row): string | null;
}

/** Rows of a list. Those without an ID are left out. */
interface ListedRows<Row> {
  rows: Row[];
  /** Number of rows that the platform sent. */
  sent: number;
  /** Index of each row among those that the platform sent. Null: none was left out. */
  positions: number[] | null;
}

/** The ID that every row of a wire type must have: its first required member. Null: none. */
const requiredIdOf = ({ required }: { required?: readonly string[] }): string | null => required?.[0] ?? null;

/**
 * Checks each row. One without an ID is left out and reported: it cannot be told from another.
 * @throws UnexpectedShape if a row is not the documented object, or if no row has an ID: a renamed ID must not look like
 * an empty list.
 */
function checkEach<Schema extends TSchema>(
  schema: Schema,
  identity: Identity<Static<Schema>> | null,
): (list: readonly unknown[], reading: Reading) => ListedRows<Static<Schema>> {
  const check = checker(schema);
  const required = requiredIdOf(schema);
  const lacksId = (item: unknown): string | null => {
    if (required !== null && isRecord(item) && item[required] == null) return required;
    if (!check(item)) throw new UnexpectedShape('a list item is not the documented object');
    return identity && identity.of(item) === null ? identity.member : null;
  };
  return (list, reading) => {
    const positions: number[] = [];
    for (const [index, item] of list.entries()) {
      const lacking = lacksId(item);
      if (lacking === null) positions.push(index);
      else reading.leftOut(lacking);
    }
    if (positions.length === 0 && list.length > 0) throw new UnexpectedShape('no row has an ID');
    const isWhole = positions.length === list.length;
    const rows = (isWhole ? list : positions.map((index) => list[index])) as Static<Schema>[];
    return { rows, sent: list.length, positions: isWhole ? null : positions };
  };
}

/** A list of rows, bare or wrapped. @param identity Default: the first required member. */
export function rows<Schema extends TSchema>(
  schema: Schema,
  identity: Identity<Static<Schema>> | null = null,
): Read<Static<Schema>[]> {
  const checked = checkEach(schema, identity);
  return reader({ form: 'rows', schema }, (body, reading) => checked(listIn(body.json()), reading).rows);
}

/** A row and the user it belongs to. */
export interface RowOfUser<Row> {
  userId: string;
  row: Row;
}

/**
 * Rows of several users, in any plausible form: a list of rows that each name their user, bare or wrapped; one row; or an
 * object with one or more rows for each key.
 *
 * The contract does not show these responses, so nothing overrides the user that a row names. Otherwise, its user is its
 * key or the only user, if the request asked for that user: any other key may be that of an organization. A row of no user,
 * or of one that the request did not ask for, is left out.
 * @param userOf the ID of the user that a row names.
 * @param identity Default: a user has one row, which needs no ID.
 */
export function rowsOfUsers<Schema extends TSchema>(
  schema: Schema,
  userOf: (row: Static<Schema>) => string | null,
  identity: Identity<Static<Schema>> | null = null,
): Read<RowOfUser<Static<Schema>>[]> {
  const check = checker(schema);
  const isNamed = (json: unknown): json is Static<Schema> => check(json) && userOf(json) !== null;
  const checked = (item: unknown): Static<Schema> => {
    if (check(item)) return item;
    throw new UnexpectedShape('a list item is not the documented object');
  };
  /** Rows with the key that they are under. Null: none. */
  const keyed = (json: unknown, asked: readonly string[] | null): [string | null, Static<Schema>][] => {
    const wrapped = isRecord(json) ? LIST_KEYS.map((key) => json[key]) : [];
    if (!isRecord(json) || wrapped.some(Array.isArray))
      return listIn(json).map((item) => [null, checked(item)]);
    if (isNamed(json)) return [[null, json]];
    const inner = wrapped.find(isRecord);
    if (inner) return keyed(inner, asked);
    const groups = Object.entries(json);
    if (groups.length === 0 || (asked && groups.some(([key]) => !asked.includes(key))))
      throw new UnexpectedShape('no list');
    return groups.flatMap(([key, value]) =>
      [value ?? []].flat().map((item): [string, Static<Schema>] => [key, checked(item)]),
    );
  };
  return reader({ form: 'rows of users', schema }, (body, reading) => {
    const { userIds } = reading.params;
    const asked = typeof userIds === 'string' ? userIds.split(',') : null;
    const only = asked?.length === 1 ? (asked[0] ?? null) : null;
    const all = keyed(body.json(), asked);
    const found = all.flatMap(([key, row]): RowOfUser<Static<Schema>>[] => {
      const userId = userOf(row) ?? (asked ? (key ?? only) : null);
      const isKnown = userId !== null && (asked?.includes(userId) ?? true);
      if (isKnown && identity?.of(row) !== null) return [{ userId, row }];
      reading.leftOut(isKnown && identity ? identity.member : 'userId');
      return [];
    });
    if (found.length === 0 && all.length > 0) throw new UnexpectedShape('no row has an ID');
    return found;
  });
}

/** One page of rows, with the totals of the list. Contract: Resources, Paged list wrapper. */
export interface PageOf<Row> extends ListedRows<Row> {
  total: number | null;
  limit: number | null;
}

/** A paged list: rows, with `total` and `limit` if present. @param identity Default: the first required member. */
export function page<Schema extends TSchema>(
  schema: Schema,
  identity: Identity<Static<Schema>> | null = null,
): Read<PageOf<Static<Schema>>> {
  const checked = checkEach(schema, identity);
  return reader({ form: 'page', schema }, (body, reading) => {
    const json = body.json();
    const list = checked(listIn(json), reading);
    const wrapper = isRecord(json) ? json : {};
    return { ...list, total: count(wrapper.total), limit: count(wrapper.limit) };
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

/** The same without the members that fields of the payload show. */
export const openBeyond = (...shown: readonly string[]): Read<Record<string, unknown>> =>
  reader(open.wire, (body) =>
    Object.fromEntries(Object.entries(open(body)).filter(([member]) => !shown.includes(member))),
  );

/**
 * The same for a read, where only the status counts. A page for a browser is the response of another server, which must not
 * look like a confirmation.
 */
export const confirmation: Read<Record<string, unknown>> = reader({ form: 'open' }, (body) => {
  if (body.text().trimStart().startsWith('<')) throw new UnexpectedShape('a page');
  return open(body);
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
