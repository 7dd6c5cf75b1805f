import { type Static, type TSchema, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { StringList } from '../contract/resources.ts';
import { badRequest } from './refusal.ts';

/**
 * The parameters of one request, whose types the contract check has verified. Reading one as another type, or an optional
 * one as if it were required, is a bug of the handler.
 */
export class Values {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  raw(name: string): unknown {
    return this.#values.get(name);
  }

  read<Schema extends TSchema>(name: string, schema: Schema): Static<Schema> {
    const value = this.#values.get(name);
    if (!Check(schema, value)) throw new Error(`${name} was not checked as the type that the handler reads`);
    return value;
  }

  optional<Schema extends TSchema>(name: string, schema: Schema): Static<Schema> | undefined {
    return this.has(name) ? this.read(name, schema) : undefined;
  }

  text(name: string): string {
    return this.read(name, Type.String());
  }

  optionalText(name: string): string | undefined {
    return this.optional(name, Type.String());
  }

  /** The texts among these parameters that were sent. */
  texts<Name extends string>(...names: readonly Name[]): Partial<Record<Name, string>> {
    const given: Partial<Record<Name, string>> = {};
    for (const name of names) if (this.has(name)) given[name] = this.text(name);
    return given;
  }

  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const choice = choices.find((candidate) => candidate === this.raw(name));
    if (choice === undefined) throw new Error(`${name} was not checked to be one of ${choices.join(', ')}`);
    return choice;
  }

  optionalOneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    return this.has(name) ? this.oneOf(name, choices) : undefined;
  }

  /** A flag sent as the text `true` or `false`: documented as a string, described as a flag. */
  optionalTextFlag(name: string): boolean | undefined {
    const text = this.optionalText(name);
    if (text === undefined || text === 'true' || text === 'false')
      return text === undefined ? undefined : text === 'true';
    throw badRequest(`${name} must be the string true or false`);
  }

  optionalBoolean(name: string): boolean | undefined {
    return this.optional(name, Type.Boolean());
  }

  /** An integer; digits if the parameter is documented as a string. */
  optionalInteger(name: string): number | undefined {
    const value = this.optional(name, Type.Union([Type.Number(), Type.String()]));
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && !/^-?\d+$/.test(value) ? Number.NaN : Number(value);
    if (!Number.isSafeInteger(number)) throw badRequest(`${name} must be an integer`);
    return number;
  }

  /** A point in time, in milliseconds since 1970. */
  optionalDate(name: string): number | undefined {
    const text = this.optionalText(name);
    return text === undefined ? undefined : Date.parse(text);
  }

  /** A list without duplicates. */
  optionalList(name: string): string[] | undefined {
    const value = this.optional(name, StringList);
    if (value === undefined) return undefined;
    return [...new Set(typeof value === 'string' ? splitAtCommas(value) : value)];
  }
}

export function splitAtCommas(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
