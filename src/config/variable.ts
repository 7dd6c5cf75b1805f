import { isIP } from 'node:net';
import { Secret } from './secret.ts';

/** How the text of a variable is parsed. */
export interface Kind<Value> {
  /** What a good value is, to follow "must be". */
  readonly wanted: string;
  readonly unit?: 'milliseconds' | 'bytes';
  /** Undefined if the text is not what is wanted. */
  parse(text: string): Value | undefined;
}

/** A variable of the environment: everything that is said about it anywhere. */
export interface Variable<Value> {
  readonly kind: Kind<Value>;
  /** The value of a variable that is not set, or bad. */
  readonly fallback: Value;
  /** Markdown. */
  readonly description: string;
  /** What documentation shows as the default; null: `fallback`, as a text to set. Markdown. */
  readonly fallbackInWords: string | null;
}

export const variable = <Value>(
  kind: Kind<Value>,
  fallback: NoInfer<Value>,
  description: string,
  fallbackInWords: string | null = null,
): Variable<Value> => ({ kind, fallback, description, fallbackInWords });

/** A variable without a default value: null if it is not set. */
export const optional = <Value>(
  kind: Kind<Value>,
  fallbackInWords: string,
  description: string,
): Variable<Value | null> => ({ kind, fallback: null, description, fallbackInWords });

export const text: Kind<string> = { wanted: 'a text', parse: (value) => value };

export const secret: Kind<Secret> = { wanted: 'a text', parse: (value) => new Secret(value) };

export function integer({ from, to }: { from: number; to?: number }): Kind<number> {
  return {
    wanted: `a whole number ${to === undefined ? `of ${from} or more` : `from ${from} to ${to}`}`,
    parse: (value) => {
      const number = Number(value);
      const isGood =
        Number.isSafeInteger(number) && number >= from && number <= (to ?? Number.MAX_SAFE_INTEGER);
      return isGood ? number : undefined;
    },
  };
}

export const milliseconds = (range: { from: number }): Kind<number> => ({
  ...integer(range),
  unit: 'milliseconds',
});

export const bytes = (range: { from: number }): Kind<number> => ({ ...integer(range), unit: 'bytes' });

/** A part of a whole. */
export const share: Kind<number> = {
  wanted: 'a number from 0 to 1',
  parse: (value) => (Number(value) >= 0 && Number(value) <= 1 ? Number(value) : undefined),
};

export const choice = <const Choice extends string>(choices: readonly Choice[]): Kind<Choice> => ({
  wanted: `one of ${choices.join(', ')}`,
  parse: (value) => choices.find((candidate) => candidate === value),
});

export const flag: Kind<boolean> = {
  wanted: 'one of true, false',
  parse: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
};

/** Where something is called. */
export const address: Kind<URL> = {
  wanted: 'an http or https address with nothing after its path and no user in it',
  parse: (value) => {
    const url = URL.parse(value);
    const isPlain =
      url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
    return isPlain ? url : undefined;
  },
};

/** An address that names something and is compared letter for letter: it stays as it was written. */
export const identifier: Kind<string> = {
  wanted: 'an absolute address',
  parse: (value) => (URL.canParse(value) ? value : undefined),
};

/** An identifier that others start with, without a slash at its end. */
export const identifierBase: Kind<string> = {
  wanted: identifier.wanted,
  parse: (value) => identifier.parse(value)?.replace(/\/+$/, ''),
};

/** Identifiers with commas or spaces between them. */
export const identifiers: Kind<readonly string[]> = {
  wanted: 'absolute addresses with commas between them',
  parse: (value) => every(value.split(/[\s,]+/), URL.canParse),
};

export const sources = list(isSource, 'addresses or ranges such as 10.0.0.0/8');
export const origins = list(isOrigin, 'origins such as https://app.example');
export const redisAddresses = list(isRedisAddress, 'addresses such as redis://127.0.0.1:6379');

export const hosts = list(isHost, 'host names such as gateway.example');

const proxyAddresses = list(isProxy, 'none, or addresses or ranges of proxies such as 10.0.0.0/8');

/**
 * Addresses and ranges of proxies; empty: none. A number of proxies is not accepted: a client that connects directly
 * could choose its address.
 */
export const proxies: Kind<readonly string[]> = {
  wanted: `${proxyAddresses.wanted}; a number of proxies is not accepted`,
  parse: (value) => (value === 'none' ? [] : proxyAddresses.parse(value)),
};

function list(isGood: (value: string) => boolean, wanted: string): Kind<readonly string[]> {
  return {
    wanted: `${wanted}, with commas between them`,
    parse: (value) =>
      every(
        value.split(',').map((item) => item.trim()),
        isGood,
      ),
  };
}

/** Those that are not empty, if all of them are good. */
function every(items: readonly string[], isGood: (item: string) => boolean): readonly string[] | undefined {
  const present = items.filter((item) => item !== '');
  return present.every((item) => isGood(item)) ? present : undefined;
}

function isSource(value: string): boolean {
  const [host = '', prefix] = value.split('/');
  const bits = isIP(host) === 6 ? 128 : 32;
  return isIP(host) !== 0 && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits));
}

function isProxy(value: string): boolean {
  return isSource(value) || ['loopback', 'linklocal', 'uniquelocal'].includes(value);
}

function isHost(value: string): boolean {
  return URL.parse(`http://${value}`)?.hostname === value;
}

function isOrigin(value: string): boolean {
  return URL.parse(value)?.origin === value;
}

function isRedisAddress(value: string): boolean {
  return /^rediss?:$/.test(URL.parse(value)?.protocol ?? '');
}
