import { type Static, type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/schema';
import { GatewayError } from '../graph/errors.ts';
import { rawNumberOf } from '../lib/exact-json.ts';
import { isRecord } from '../lib/is-record.ts';
import { type Body, PlatformRefusal, UnexpectedShape } from './body.ts';
import { conform } from './conform.ts';
import { confirms, listIn, locate, requireAccepted, requireFulfilled, type Subject } from './envelope.ts';
import { asId, firstId, toCount, without } from './values.ts';

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

/** A point in time, in a form that `instantOf` reads. */
export const instant = leaf<string | number>('instant');

/** A boolean, or the text `true` or `false`. */
export const textOrFlag = leaf<string | boolean>('string or boolean');
/** Any JSON. */
export const anything = leaf<unknown>('any');

/** Alternative names for the ID of a record that the contract does not show. */
export const otherIds = { id: maybe(id), _id: maybe(id) };

/** The first ID present in a record that must have one. @throws GatewayError UPSTREAM_BAD_RESPONSE */
export function requiredId(id: string | null): string {
  if (id === null)
    throw new GatewayError('UPSTREAM_BAD_RESPONSE', 'The platform sent a record without an ID.');
  return id;
}

/** The ID of a record that a write created. @throws GatewayError UPSTREAM_BAD_RESPONSE with the reason that it exists. */
export function createdId(id: string | null): string {
  if (id === null) throw createdWithoutId();
  return id;
}

/** The error for a record that a write created and whose ID is unknown. */
export const createdWithoutId = (): GatewayError =>
  new GatewayError(
    'UPSTREAM_BAD_RESPONSE',
    'The record was created, but the platform did not return its ID: do not create it again.',
    { upstreamReason: 'CREATED_WITHOUT_ID' },
  );

/** The response a reader expects: its form, and the wire type of its rows if the contract shows one. */
export interface Wire {
  form:
    | 'row'
    | 'rows'
    | 'page'
    | 'rows of users'
    | 'found'
    | 'ranked'
    | 'validation'
    | 'tokens'
    | 'open'
    | 'value'
    | 'picture';
  schema?: TSchema;
  /** The rows of a response that the reader has accepted. */
  rowsIn?: (body: Body) => readonly unknown[];
}

/** The request that a response belongs to, and what its reader reports beside the result. */
export interface ReadContext {
  /** The parameters of the request. */
  readonly params: Readonly<Record<string, unknown>>;
  /** A row is left out of the result because it lacks this member, which identifies it. */
  leftOut(member: string): void;
}

/** The context of a body that is read on its own. */
const NO_REQUEST: ReadContext = { params: {}, leftOut: () => {} };

/** Reads a response body. Throws {@link UnexpectedShape}. */
export interface Read<Result> {
  (body: Body, context?: ReadContext): Result;
  /** The expected shape. Tests check responses against it more strictly than the reader does. */
  readonly wire: Wire;
}

/** Attaches the expected shape to a reader. */
export const reader = <Result>(
  wire: Wire,
  read: (body: Body, context: ReadContext) => Result,
): Read<Result> =>
  Object.assign((body: Body, context: ReadContext = NO_REQUEST) => read(body, context), { wire });

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

/** The wire type of an object. */
type ObjectSchema = TSchema & {
  properties: Record<string, TSchema>;
  required?: readonly string[] | undefined;
};

/** A kind of record: its wire type, what it is called, and what tells one from another. */
export interface Noun<Schema extends TSchema> extends Subject {
  readonly schema: Schema;
  /** The members that identify a record, the documented one first. Empty: none does. */
  readonly ids: readonly string[];
  /** Whether a value is such a record, as far as its ID tells. */
  is(value: unknown): value is Record<string, unknown>;
  /** Null: the record has no ID. */
  idOf(row: object): string | null;
  /** Whether a row of a list has no member that could identify it. */
  lacksId(row: object): boolean;
  /** The record in its form. @throws UnexpectedShape */
  whole(value: unknown, body: Body, context: ReadContext): Static<Schema>;
}

/**
 * Declares a kind of record.
 * @param names what a member that contains one or several is called.
 * @param ids default: the member that the wire type requires.
 * @param signs members that show that an object is such a record even without an ID.
 */
export function noun<Schema extends ObjectSchema>(
  schema: Schema,
  names: readonly string[],
  ids: readonly string[] = schema.required ?? [],
  signs: readonly string[] = [],
): Noun<Schema> {
  const check = checker(schema);
  const recognizedBy = [...ids, ...signs];
  const idOf = (row: object): string | null => firstId(...ids.map((name) => asId(Reflect.get(row, name))));
  const isRequired = ids === schema.required;
  return {
    schema,
    names,
    ids,
    members: schema.properties,
    is: (value): value is Record<string, unknown> =>
      isRecord(value) && recognizedBy.some((name) => value[name] != null),
    idOf,
    lacksId: (row) =>
      isRequired
        ? Reflect.get(row, ids[0] ?? '') == null
        : ids.length > 0 &&
          idOf(row) === null &&
          ids.every((name) => rawNumberOf(Reflect.get(row, name)) === null),
    whole: (value, body, context) => {
      if (check(value) && body.isExact) return value;
      const conformed = conform(schema, value, (member) => context.leftOut(member));
      if (check(conformed)) return conformed;
      throw new UnexpectedShape('not the documented object');
    },
  };
}

/** One record. */
export function row<Schema extends TSchema>(noun: Noun<Schema>): Read<Static<Schema>> {
  const rowIn = (body: Body) => {
    const found = locate(body.json(), noun.is, noun);
    if (found) return found.value;
    throw new UnexpectedShape('no such object');
  };
  const wire: Wire = { form: 'row', schema: noun.schema, rowsIn: (body) => [rowIn(body)] };
  return reader(wire, (body, context) => noun.whole(rowIn(body), body, context));
}

/** Rows of a list. Those without an ID are left out. */
interface ListedRows<Row> {
  rows: Row[];
  /** Number of rows that the platform sent. */
  sent: number;
  /** Index of each row among those that the platform sent. Null: none was left out. */
  positions: number[] | null;
}

/**
 * Checks each row. One without an ID is left out and reported: it cannot be told from another.
 * @throws UnexpectedShape if a row is not the documented object, or if no row has an ID: a renamed ID must not look like
 * an empty list.
 */
function listed<Schema extends TSchema>(
  noun: Noun<Schema>,
  list: readonly unknown[],
  body: Body,
  context: ReadContext,
): ListedRows<Static<Schema>> {
  const positions: number[] = [];
  const rows: Static<Schema>[] = [];
  for (const [index, item] of list.entries()) {
    if (isRecord(item) && noun.lacksId(item)) {
      context.leftOut(noun.ids[0] ?? '');
      continue;
    }
    rows.push(noun.whole(item, body, context));
    positions.push(index);
  }
  if (rows.length === 0 && list.length > 0) throw new UnexpectedShape('no row has an ID');
  return { rows, sent: list.length, positions: rows.length === list.length ? null : positions };
}

const rowsIn =
  (subject: Subject) =>
  (body: Body): readonly unknown[] =>
    listIn(body.json(), subject).value;

/** A list of rows. */
export function rows<Schema extends TSchema>(noun: Noun<Schema>): Read<Static<Schema>[]> {
  return reader(
    { form: 'rows', schema: noun.schema, rowsIn: rowsIn(noun) },
    (body, context) => listed(noun, listIn(body.json(), noun).value, body, context).rows,
  );
}

/** One page of rows, with the totals of the list. Contract: Resources, Paged list wrapper. */
export interface PageOf<Row> extends ListedRows<Row> {
  total: number | null;
  limit: number | null;
}

/** A paged list: rows, with `total` and `limit` if present. */
export function page<Schema extends TSchema>(noun: Noun<Schema>): Read<PageOf<Static<Schema>>> {
  return reader({ form: 'page', schema: noun.schema, rowsIn: rowsIn(noun) }, (body, context) => {
    const { value, beside } = listIn(body.json(), noun);
    const { total, limit } = beside;
    return { ...listed(noun, value, body, context), total: toCount(total), limit: toCount(limit) };
  });
}

/** A row and the user it belongs to. */
export interface RowOfUser<Row> {
  userId: string;
  row: Row;
}

/** Levels of lists and objects around the row of a user, such as organizations and their members. */
const GROUPS = 8;

/**
 * Rows of several users, in any plausible format: at any depth, each naming its user.
 *
 * The contract does not show these responses, so nothing overrides the user that a row names. Otherwise, its user is its
 * key or the only user, if the request asked for that user: any other key may be that of an organization. A row of no user,
 * or of one that the request did not ask for, is left out.
 * @param userOf the ID of the user that a row names.
 */
export function rowsOfUsers<Schema extends TSchema>(
  noun: Noun<Schema>,
  userOf: (row: Static<Schema>) => string | null,
): Read<RowOfUser<Static<Schema>>[]> {
  const check = checker(noun.schema);
  const [identity] = noun.ids;
  const namesUser = (json: unknown): boolean => check(json) && userOf(json) !== null;
  const isRow = (json: Record<string, unknown>): boolean =>
    namesUser(json) || noun.ids.some((name) => json[name] != null);
  return reader({ form: 'rows of users', schema: noun.schema }, (body, context) => {
    const { userIds } = context.params;
    const asked = typeof userIds === 'string' ? userIds.split(',') : null;
    const only = asked?.length === 1 ? (asked[0] ?? null) : null;
    const isAsked = (key: string): boolean => asked?.includes(key) ?? false;
    /** Rows, each with the requested user that it is under. Null: none. */
    const rowsIn = (
      json: unknown,
      key: string | null,
      isItem: boolean,
      depth = 0,
    ): [string | null, unknown][] => {
      if (typeof json !== 'object' || json === null || depth === GROUPS) return [];
      if (Array.isArray(json)) return json.flatMap((item) => rowsIn(item, key, true, depth + 1));
      if (!isRecord(json) || isRow(json)) return [[key, json]];
      const inner = Object.entries(json).flatMap(([name, value]) =>
        rowsIn(value, isAsked(name) ? name : key, isAsked(name), depth + 1),
      );
      if (inner.some(([, row]) => namesUser(row))) return inner;
      if (noun.is(json)) return [[key, json]];
      // A group without members is no row.
      const isGroup = asked === null && Object.values(json).some(Array.isArray);
      return inner.length === 0 && isItem && !isGroup ? [[key, json]] : inner;
    };
    const json = body.json();
    requireFulfilled(json, noun);
    const all = rowsIn(json, null, false);
    const isByUser = isRecord(json) && Object.keys(json).some(isAsked);
    // A list of anything else must not look like an empty one.
    if (all.length === 0 && !isByUser && !listIn(json, noun).value.every(isRecord))
      throw new UnexpectedShape('no list of objects');
    const found = all.flatMap(([key, item]): RowOfUser<Static<Schema>>[] => {
      const row = noun.whole(item, body, context);
      const userId = userOf(row) ?? key ?? only;
      const isKnown = userId !== null && (asked === null || isAsked(userId));
      if (isKnown && (identity === undefined || noun.idOf(row as object) !== null)) return [{ userId, row }];
      context.leftOut((isKnown ? identity : undefined) ?? 'userId');
      return [];
    });
    if (found.length === 0 && all.length > 0) throw new UnexpectedShape('no row has an ID');
    return found;
  });
}

/** The result of a write that creates or changes a record. */
export interface Found<Row> {
  /** Null if the response contains no record. */
  row: Row | null;
  /** The members beside it. */
  extra: Record<string, unknown>;
}

/**
 * The JSON of a response whose content is optional: an empty response and one in plain text have none.
 * @throws UnexpectedShape for a page, which another server sent, and for truncated JSON.
 */
export function optionalJson(body: Body): unknown {
  const text = body.text().trimStart();
  if (text === '') return {};
  if (text.startsWith('<')) throw new UnexpectedShape('a page');
  try {
    return body.json();
  } catch (error) {
    if (/^[{[]/.test(text)) throw error;
    return {};
  }
}

/** The `extra` of a response whose content the contract does not show. */
const asExtra = (json: unknown): Record<string, unknown> =>
  json === null ? {} : isRecord(json) ? json : { value: json };

/** The response to a write that creates or changes a record, of which the response may contain nothing. */
export function found<Schema extends TSchema>(noun: Noun<Schema>): Read<Found<Static<Schema>>> {
  // `valid` of a record may say something about the record.
  const record = { members: { ...noun.members, valid: true } };
  return reader({ form: 'found', schema: noun.schema }, (body, context) => {
    const json = optionalJson(body);
    requireFulfilled(json, noun.is(json) ? record : noun);
    try {
      const located = locate(json, noun.is, noun);
      if (located) return { row: noun.whole(located.value, body, context), extra: located.beside };
    } catch (error) {
      // The write was accepted: an unexpected format of its record is no failure.
      if (error instanceof PlatformRefusal || !(error instanceof UnexpectedShape)) throw error;
    }
    return { row: null, extra: asExtra(json) };
  });
}

/**
 * The response to a write that returns no record.
 * @param members those of the contract, which fields of the payload show.
 */
export function accepted(...members: readonly string[]): Read<Record<string, unknown>> {
  const documented = { members: Object.fromEntries(members.map((name) => [name, true])) };
  return reader({ form: 'open' }, (body) => {
    const json = optionalJson(body);
    requireAccepted(json, documented);
    return without(asExtra(json), documented.members);
  });
}

/** Whether a token or a session is valid, and what the response says beside it. */
export interface Confirmation {
  valid: boolean;
  extra: Record<string, unknown>;
}

/** The response to a validation. Unless it says otherwise, its status confirms. */
export const confirmation: Read<Confirmation> = reader({ form: 'validation' }, (body) => {
  const json = optionalJson(body);
  return { valid: confirms(json), extra: asExtra(json) };
});

/** A response of any JSON, which is data: nothing in it is a wrapper. Null if it is empty. */
export const value: Read<{ value: unknown }> = reader({ form: 'value' }, (body) => ({
  value: body.isBlank() ? null : body.json(),
}));

/**
 * A picture as base64: bare, as a JSON string, as a data URI, or in an object. Null if there is none.
 * Contract: User and profile, "base64 encoded JPG data".
 */
export const picture: Read<string | null> = reader({ form: 'picture' }, (body) => {
  const trimmed = body.text().trim();
  if (trimmed === 'null' || trimmed === '') return null;
  const json: unknown = /^["{[]|^false$/.test(trimmed) ? body.json() : trimmed;
  const text = locate(json, isText, { names: ['image', 'picture', 'base64'], members: {} })?.value;
  if (text === undefined) throw new UnexpectedShape('no picture');
  const base64 = text.replace(/^data:[^,]*,/, '').replace(/\s+/g, '');
  if (!isBase64(base64)) throw new UnexpectedShape('not base64');
  return base64;
});

const isText = (value: unknown): value is string => typeof value === 'string';

/** Whether a text is base64 of a whole number of bytes, in either alphabet, with or without padding. */
function isBase64(text: string): boolean {
  const [, digits = '', padding = ''] = /^([A-Za-z0-9+/_-]+)(={0,2})$/.exec(text) ?? [];
  return (
    digits.length > 0 &&
    digits.length % 4 !== 1 &&
    (padding === '' || (digits.length + padding.length) % 4 === 0)
  );
}
