import type { Context } from 'hono';
import { badRequest } from './refusal.ts';

/**
 * The named values of one query string or one body, read with their checks.
 * A value of another type than asked for is refused with 400 and the field's name.
 */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: Iterable<readonly [string, unknown]>) {
    this.#values = new Map(values);
  }

  /** The value as sent; `undefined` when the field is absent. */
  raw(name: string): unknown {
    return this.#values.get(name);
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string {
    const value = this.optionalText(name);
    if (value === undefined) throw badRequest(`${name} is required`);
    return value;
  }

  /** Empty text counts as absent: a form sends its untouched inputs that way. */
  optionalText(name: string): string | undefined {
    const value = this.#present(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw badRequest(`${name} must be one string`);
    return value;
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const choice = this.optionalOneOf(name, choices);
    if (choice === undefined) throw badRequest(`${name} is required`);
    return choice;
  }

  optionalOneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.optionalText(name);
    if (value === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw badRequest(`${name} must be one of ${choices.join(', ')}`);
    return choice;
  }

  number(name: string): number {
    const value = this.#present(name);
    if (value === undefined) throw badRequest(`${name} is required`);
    if (typeof value !== 'number') throw badRequest(`${name} must be a number`);
    return value;
  }

  integer(name: string): number {
    const value = this.optionalInteger(name);
    if (value === undefined) throw badRequest(`${name} is required`);
    return value;
  }

  /** Digits count as an integer: a query string has no numbers. */
  optionalInteger(name: string): number | undefined {
    const value = this.#present(name);
    if (value === undefined || value === '') return undefined;
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
      throw badRequest(`${name} must be an integer`);
    }
    return number;
  }

  boolean(name: string): boolean {
    const value = this.optionalBoolean(name);
    if (value === undefined) throw badRequest(`${name} is required`);
    return value;
  }

  /** `true` and `false` as text count as well: a query string has no booleans. */
  optionalBoolean(name: string): boolean | undefined {
    const value = this.#present(name);
    if (value === undefined || value === '') return undefined;
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    throw badRequest(`${name} must be true or false`);
  }

  /** A point in time, as milliseconds since 1970. */
  optionalDate(name: string): number | undefined {
    const value = this.optionalText(name);
    if (value === undefined) return undefined;
    const time = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(time)) throw badRequest(`${name} must be an ISO 8601 date`);
    return time;
  }

  date(name: string): number {
    const time = this.optionalDate(name);
    if (time === undefined) throw badRequest(`${name} is required`);
    return time;
  }

  /** A list as the contract sends it: an array, repeated parameters or one comma-separated string. */
  optionalList(name: string): string[] | undefined {
    const value = this.#present(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') return splitAtCommas(value);
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return [...new Set(value)];
    throw badRequest(`${name} must be an array of strings or one comma-separated string`);
  }

  list(name: string): string[] {
    const value = this.optionalList(name);
    if (value === undefined || value.length === 0) throw badRequest(`${name} is required`);
    return value;
  }

  optionalRecord(name: string): Record<string, unknown> | undefined {
    const value = this.#present(name);
    if (value === undefined) return undefined;
    if (!isRecord(value)) throw badRequest(`${name} must be an object`);
    return value;
  }

  record(name: string): Record<string, unknown> {
    const value = this.optionalRecord(name);
    if (value === undefined) throw badRequest(`${name} is required`);
    return value;
  }

  #present(name: string): unknown {
    return this.#values.get(name) ?? undefined;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The query string's fields; a parameter sent several times is an array. */
export function queryOf(c: Context): Fields {
  return new Fields(grouped(new URL(c.req.url).searchParams));
}

/** The JSON body's fields, or those of a submitted form. */
export async function bodyOf(c: Context): Promise<Fields> {
  const text = await c.req.text();
  if (c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) {
    return new Fields(grouped(new URLSearchParams(text)));
  }
  const body = parseJson(text);
  if (!isRecord(body)) throw badRequest('the body must be a JSON object');
  return new Fields(Object.entries(body));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('the body is not JSON');
  }
}

function grouped(parameters: URLSearchParams): Iterable<[string, unknown]> {
  const names = new Set(parameters.keys());
  return [...names].map((name) => {
    const values = parameters.getAll(name);
    return [name, values.length === 1 ? values[0] : values];
  });
}

function splitAtCommas(text: string): string[] {
  const parts = text.split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}
