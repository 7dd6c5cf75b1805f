import samples from './samples.json' with { type: 'json' };
import type { Example, Route } from './vocabulary.ts';

/**
 * Values for the placeholders of the routes' examples. The records are in the seed data of the sandbox; the rest is made up.
 * Other values, such as the IDs that a platform returned, can replace them.
 */
export const SAMPLES = samples;

const PLACEHOLDER = /\{(\w+)\}/g;

/** A JSON value with its placeholders filled in, in texts and in keys. A placeholder without a value stays. */
export const filled = <Json>(json: Json, values: Readonly<Partial<Record<string, string>>>): Json =>
  JSON.parse(
    JSON.stringify(json).replaceAll(PLACEHOLDER, (placeholder, name: string) => {
      const value = values[name];
      return value === undefined ? placeholder : JSON.stringify(value).slice(1, -1);
    }),
  );

/** The placeholders of a JSON value. */
export const placeholdersIn = (json: unknown): string[] =>
  [...JSON.stringify(json).matchAll(PLACEHOLDER)].map(([, name = '']) => name);

/** An example of a route. Default: the full one. @throws Error if there is none of this name */
export function exampleOf({ id, example }: Route, name = 'full'): Example {
  const found = example ? (example[name] ?? (name === 'full' ? example.minimal : undefined)) : {};
  if (!found) throw new Error(`${id} has no example ${name}`);
  return found;
}
