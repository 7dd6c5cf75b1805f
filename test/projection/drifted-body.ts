import { isRecord } from '../../src/lib/is-record.ts';
import { Random } from '../support/random.ts';

/** Ways in which a body may differ from the documented one. */
const DRIFTS = [
  'order',
  'missing',
  'extra',
  'types',
  'numbers',
  'nulls',
  'escapes',
  'odd texts',
  'escaped keys',
  'duplicates',
  'spaces',
  'empty lists',
  'deep',
  'bytes',
  'cut',
] as const;
type Drift = (typeof DRIFTS)[number];

const NUMBERS = [
  '0',
  '-0',
  '-0.0',
  '0.0',
  '1.50',
  '95.0',
  '1e2',
  '1E-7',
  '0.0000001',
  '0.000001',
  '1e400',
  '-1e400',
  '2147483647',
  '2147483648',
  '-2147483649',
  '999999999',
  '-999999999999999',
  '9007199254740991',
  '9007199254740993',
  '123456789012345678901234567890',
  '0.1234567890123456789',
  '123456789.123456',
  '5e-324',
];
const ODD_TEXTS = [
  '""',
  '"\\ud83d\\ude00"',
  '"\\uD83D\\uDE00x"',
  '"\\ud83d"',
  '"\\ude00\\ud83d"',
  '"\\ud83d\\u0041"',
  '"\\u0000\\u001f\\b\\f\\n\\r\\t"',
  '"\\u0008\\u000a\\u000C\\u000d\\u0009"',
  '"\\u0022\\u005c\\/\\""',
  '"\\u2028\\u00e9\\u4e2d"',
  '"\u2028é中😀\u007f"',
  '"aaaaaaaaaaaaaaa\\u00e9"',
  '"aaaaaaaaaaaaaaaé"',
  '"true"',
  '"null"',
  '"12"',
];
const OTHER_TYPES = ['true', 'false', 'null', '7', '"text"', '[]', '{}', '[null]', '["a",1]', '{"a":{}}'];
/** Names that the graph, JavaScript or a view of a row might know. */
const NAMES = [
  'id',
  'userId',
  'name',
  'user',
  'record',
  'shape',
  'recording',
  'toString',
  '__proto__',
  'then',
];

/** Writes a JSON value with one or two kinds of drift, or none. The same seed gives the same bytes. */
export function driftedBody(json: unknown, seed: number): Buffer {
  const random = new Random(seed);
  const drifts = new Set<Drift>(random.some(DRIFTS, random.below(3)));
  const text = Buffer.from(new Writer(random, drifts).value(json, ''));
  if (drifts.has('bytes')) text[random.below(text.length)] = 0x80 + random.below(0x80);
  if (!drifts.has('cut')) return text;
  const ends = [
    text.subarray(0, random.below(text.length)),
    Buffer.concat([text, Buffer.from(random.pick([' ', '\n\n', ']', '{}', '\0', ',']) ?? '')]),
    Buffer.concat([Buffer.from('\ufeff'), text]),
  ];
  return random.pick(ends) ?? text;
}

class Writer {
  readonly #random: Random;
  readonly #drifts: ReadonlySet<Drift>;

  constructor(random: Random, drifts: ReadonlySet<Drift>) {
    this.#random = random;
    this.#drifts = drifts;
  }

  value(value: unknown, name: string): string {
    if (Array.isArray(value)) return this.#list(value, name);
    if (isRecord(value)) return this.#object(value);
    if (this.#happens('types', 0.03)) return this.#one(OTHER_TYPES);
    if (this.#happens('nulls', 0.1)) return 'null';
    if (this.#happens('numbers', typeof value === 'number' ? 0.5 : 0.02)) return this.#one(NUMBERS);
    return typeof value === 'string' ? this.#text(value) : JSON.stringify(value);
  }

  #list(list: readonly unknown[], name: string): string {
    const items = this.#happens('empty lists', 0.3) ? [] : list.map((item) => this.value(item, name));
    if (this.#happens('types', 0.05)) items.push(this.#one(OTHER_TYPES));
    return `[${this.#space()}${items.join(`${this.#space()},${this.#space()}`)}${this.#space()}]`;
  }

  #object(object: Record<string, unknown>): string {
    const members = Object.entries(object)
      .filter(() => !this.#happens('missing', 0.1))
      .map(([key, value]): [string, string] => [key, this.value(value, key)]);
    if (this.#happens('extra', 0.5)) members.unshift([this.#one(NAMES), this.#one(OTHER_TYPES)]);
    if (this.#happens('extra', 0.5)) members.push(['unforeseen', this.#one(OTHER_TYPES)]);
    if (this.#happens('deep', 0.1)) members.push(['deep', this.#nested()]);
    const [first] = members;
    if (first && this.#happens('duplicates', 0.1)) members.push([first[0], this.#one(OTHER_TYPES)]);
    if (this.#happens('order', 0.5)) members.sort(() => this.#random.next() - 0.5);
    const written = members.map(
      ([key, value]) => `${this.#key(key)}${this.#space()}:${this.#space()}${value}`,
    );
    return `{${this.#space()}${written.join(`${this.#space()},${this.#space()}`)}${this.#space()}}`;
  }

  #key(key: string): string {
    if (!this.#happens('escaped keys', 0.02)) return JSON.stringify(key);
    return `"${escaped(key.charAt(0))}${JSON.stringify(key.slice(1)).slice(1)}`;
  }

  #text(text: string): string {
    if (this.#happens('odd texts', 0.1)) return this.#one(ODD_TEXTS);
    if (!this.#happens('escapes', 0.3)) return JSON.stringify(text);
    const at = this.#random.below(text.length);
    const [head, tail] = [text.slice(0, at), text.slice(at + 1)].map((part) =>
      JSON.stringify(part).slice(1, -1),
    );
    return `"${head}${escaped(text.charAt(at))}${tail}"`;
  }

  #nested(): string {
    const depth = this.#random.pick([3, 40, 63, 64, 65, 500]) ?? 3;
    return this.#random.chance(0.5)
      ? '['.repeat(depth) + ']'.repeat(depth)
      : `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}`;
  }

  #space(): string {
    return this.#happens('spaces', 0.2) ? this.#one([' ', '\n', '\t', '\r\n  ']) : '';
  }

  #happens(drift: Drift, probability: number): boolean {
    return this.#drifts.has(drift) && this.#random.chance(probability);
  }

  #one(items: readonly string[]): string {
    return this.#random.pick(items) ?? '';
  }
}

/** A UTF-16 code unit as an escape, or nothing. */
const escaped = (unit: string): string =>
  unit === '' ? '' : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
