import { badRequest } from './refusal.ts';

/** An integer; digits if the parameter is documented as a string. */
export function integerOf(name: string, value: number | string): number {
  const number = typeof value === 'string' && !/^-?\d+$/.test(value) ? Number.NaN : Number(value);
  if (!Number.isSafeInteger(number)) throw badRequest(`${name} must be an integer`);
  return number;
}

/** A flag sent as the text `true` or `false`: documented as a string, described as a flag. */
export function flagOf(name: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throw badRequest(`${name} must be the string true or false`);
  return text === 'true';
}

/** A list without duplicates. */
export const listOf = (value: string | readonly string[]): string[] => [
  ...new Set(typeof value === 'string' ? splitAtCommas(value) : value),
];

export function splitAtCommas(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
