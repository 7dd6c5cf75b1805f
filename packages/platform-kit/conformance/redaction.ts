import { createHmac, randomBytes } from 'node:crypto';
import { ATO_ALERT_TYPES, ATO_STATUSES } from '../contract/facts.ts';
import { isNameOfId } from '../contract/ids.ts';
import { ROUTES } from '../contract/routes.ts';
import { isRecord } from './json.ts';
import { MEMBER_NAME, textsIn } from './shown-name.ts';

/** Texts of the contract itself, which contain no personal data. */
const OF_THE_CONTRACT: ReadonlySet<unknown> = new Set([
  ...ATO_STATUSES,
  ...ATO_ALERT_TYPES,
  'true',
  'false',
  '',
]);
/** Flags that determine the kind of a response: all others become false. A profile has other members if it is anonymous. */
const OUTCOMES = /^(success|ok|valid|isValid|is_valid|active|error|errors|anonymous)$/;
/** Names of the contract, and usual ones around a result, which are shown as they are. */
const NAMES: ReadonlySet<string> = new Set([
  ...ROUTES.flatMap(({ parameters, response }) => [
    ...parameters.map(({ name }) => name),
    ...(response.kind === 'json' ? (JSON.stringify(response.schema).match(/(?<=")\w+(?=":)/g) ?? []) : []),
  ]),
  ...['data', 'result', 'results', 'items', 'response', 'payload', 'body', 'rows', 'list', 'records', 'meta'],
]);

const DAY_AND_TIME = /^\d{4}-?\d{2}-?\d{2}([Tt ].*)?$/;
/** Digits that replace those of each date. */
const SAME_TIME = '20010203040506000000000';
const EPOCH = /^\d{10}(\d{3})?$/;
const SAME_EPOCH = '981173106000';
/** First letters of a JPEG in base64. */
const JPEG = '/9j/';
/** Maximum characters of a text that are kept: the rest would only show its length. */
const LONGEST = 200;
/** Rows of a list that are kept. */
const MOST_ROWS = 100;
/** An object with more members is taken to be keyed by values. */
const MANY = 40;

/**
 * Reduces responses to their structure: the types and lengths of values, the formats of dates, the equality of IDs. Letters
 * become `x`, digits `0`; those of an ID become others, the same for the same ID in one run.
 */
export class Redaction {
  readonly #key = randomBytes(32);

  /** The structure of a response. */
  json(value: unknown): unknown {
    return this.#json(value, '', textsIn(value));
  }

  /** @param texts all texts of the response, in lower case: no name that is shown may equal one. */
  #json(value: unknown, name: string, texts: ReadonlySet<string>): unknown {
    if (Array.isArray(value)) return value.slice(0, MOST_ROWS).map((item) => this.#json(item, name, texts));
    if (isRecord(value)) {
      const members = Object.entries(value);
      const isMap = members.length > MANY;
      return Object.fromEntries(
        members.map(([member, inner]) => [
          NAMES.has(member) || (!isMap && MEMBER_NAME.test(member) && !texts.has(member.toLowerCase()))
            ? member
            : this.#id(member),
          this.#json(inner, member, texts),
        ]),
      );
    }
    if (typeof value === 'string') return this.text(value, name);
    if (typeof value === 'number') return this.#number(value, name);
    return typeof value === 'boolean' && !OUTCOMES.test(name) ? false : value;
  }

  /** The structure of a text. */
  text(value: string, name = ''): string {
    if (OF_THE_CONTRACT.has(value)) return value;
    if (isNameOfId(name))
      return value
        .split(',')
        .map((id) => this.#id(id))
        .join(',');
    if (DAY_AND_TIME.test(value)) return sameTime(value);
    const [, scheme = '', rest = ''] = /^(https?:\/\/|data:[a-z/+-]*;base64,)?(.*)$/s.exec(value) ?? [];
    if (rest.startsWith(JPEG)) return `${scheme}${JPEG}${'A'.repeat(Math.min(rest.length, LONGEST))}`;
    return scheme + alike(rest.slice(0, LONGEST));
  }

  #number(value: number, name: string): number {
    const text = String(value);
    if (isNameOfId(name) && Number.isSafeInteger(value)) return Number(this.#id(text).replace(/^0/, '1'));
    if (EPOCH.test(text)) return Number(SAME_EPOCH.padEnd(13, '0').slice(0, text.length === 10 ? 9 : 12));
    return Number.isInteger(value) ? Math.sign(value) : 0.5;
  }

  /** Another text with the same length and kinds of characters. */
  #id(id: string): string {
    const bytes = createHmac('sha512', this.#key).update(id).digest();
    let index = 0;
    return alike(id).replace(/[Xx0]/g, (kind) => {
      const byte = bytes[index++ % bytes.length] ?? 0;
      if (kind === '0') return String(byte % 10);
      return String.fromCharCode((kind === 'x' ? 97 : 65) + (byte % 26));
    });
  }
}

/** The kinds of a text's characters. */
const alike = (text: string): string =>
  text
    .replaceAll(/\d/g, '0')
    .replaceAll(/[A-Z]/g, 'X')
    .replaceAll(/[^X0\s!-/:-@[-`{-~]/g, 'x');

function sameTime(text: string): string {
  let index = 0;
  const [, time = '', zone = ''] = /^(.*?)(Z|[+-]\d{2}:?\d{2})?$/s.exec(text) ?? [];
  return time.replaceAll(/\d/g, () => SAME_TIME[index++] ?? '0') + zone.replaceAll(/\d/g, '0');
}
