import { isIP } from 'node:net';
import { readRange } from '../lib/ip-address.ts';
import { readTextFile } from './environment.ts';
import { Secret } from './secret.ts';

/** How the text of a variable is parsed. */
export interface Kind<Value> {
  /** Description of a valid value, to follow "must be". */
  readonly expected: string;
  readonly unit?: 'milliseconds';
  /** Whether the text may come from a file, named by a variable with the suffix `_FILE`. */
  readonly fromFile?: true;
  /** Whether values are secret. Default: those that may come from a file. */
  readonly isSecret?: true;
  /** Whether the name may be in lower case, as in `https_proxy`, which then wins. */
  readonly isLowerCaseToo?: true;
  /** Undefined if the text is invalid. */
  parse(text: string): Value | undefined;
}

/** An environment variable, with all of its documentation. */
export interface Variable<Value> {
  readonly kind: Kind<Value>;
  /** The value if the variable is not set or invalid. */
  readonly fallback: Value;
  /** Markdown. */
  readonly description: string;
  /** The default in documentation, in Markdown. Null: `fallback`, as a text to set. */
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
  description: string,
  fallbackInWords = 'none',
): Variable<Value | null> => ({ kind, fallback: null, description, fallbackInWords });

export const text: Kind<string> = { expected: 'text', parse: (value) => value };

export const secret: Kind<Secret> = {
  expected: 'text',
  fromFile: true,
  parse: (value) => new Secret(value),
};

export function integer({ from, to }: { from: number; to?: number }): Kind<number> {
  return {
    expected: `a whole number ${to === undefined ? `of ${from} or more` : `from ${from} to ${to}`}`,
    parse: (value) => {
      const number = Number(value);
      const isValid =
        Number.isSafeInteger(number) && number >= from && number <= (to ?? Number.MAX_SAFE_INTEGER);
      return isValid ? number : undefined;
    },
  };
}

/** A duration. @param from a shorter one is a mistake, most often one in seconds. */
export const milliseconds = ({ from }: { from: number }): Kind<number> => ({
  ...integer({ from }),
  expected: `a whole number of milliseconds, ${from} or more`,
  unit: 'milliseconds',
});

/** A fraction. */
export const share: Kind<number> = {
  expected: 'a number from 0 to 1',
  parse: (value) => (Number(value) >= 0 && Number(value) <= 1 ? Number(value) : undefined),
};

export const choice = <const Choice extends string>(choices: readonly Choice[]): Kind<Choice> => ({
  expected: `one of ${choices.join(', ')}`,
  parse: (value) => choices.find((candidate) => candidate === value),
});

export const flag: Kind<boolean> = {
  expected: 'one of true, false',
  parse: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
};

/** The URL of a service to call. */
export const address: Kind<URL> = {
  expected: 'an http or https URL without credentials, query or fragment',
  parse: (value) => {
    const url = URL.parse(value);
    const isPlain =
      url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
    return isPlain ? url : undefined;
  },
};

/** A kind for variables that many programs read, also in lower case. */
export const lowerCaseToo = <Value>(kind: Kind<Value>): Kind<Value> => ({ ...kind, isLowerCaseToo: true });

/** The requirement for an address with a password. */
const ENCODED = 'with reserved characters of a password percent-encoded (% is %25, @ is %40, / is %2F)';

/** An HTTP proxy. */
export const proxyAddress: Kind<Secret> = {
  expected: `an http or https URL such as http://proxy.example:3128, ${ENCODED}`,
  isSecret: true,
  isLowerCaseToo: true,
  parse: (value) => {
    const url = URL.parse(value);
    return url && /^https?:$/.test(url.protocol) && hasWholePassword(url) ? new Secret(url.href) : undefined;
  },
};

/** A URL that serves as a name and is compared verbatim, so it is not normalized. */
export const identifier: Kind<string> = {
  expected: 'an absolute URL',
  parse: (value) => (URL.canParse(value) ? value : undefined),
};

/** A prefix of identifiers, without a trailing slash. */
export const identifierBase: Kind<string> = {
  expected: identifier.expected,
  parse: (value) => identifier.parse(value)?.replace(/\/+$/, ''),
};

/** Attributes in the format of W3C Baggage. Source: OpenTelemetry, resource SDK specification. */
export const resourceAttributes: Kind<Readonly<Record<string, string>>> = {
  expected: 'attributes such as service.namespace=school, separated by commas, with percent-encoded values',
  parse: (value) => {
    try {
      const pairs = value.split(',').filter((pair) => pair.trim() !== '');
      const attributes = pairs.map((pair) => {
        const [, name = '', text = ''] = /^\s*([^\s=]+)\s*=(.*)$/.exec(pair) ?? [];
        return [name, decodeURIComponent(text.trim())] as const;
      });
      return attributes.every(([name]) => name !== '') ? Object.fromEntries(attributes) : undefined;
    } catch {
      return undefined;
    }
  },
};

/** An address or a host name to listen on. */
export const listenHost: Kind<string> = {
  expected: 'an address such as 0.0.0.0 or ::, or a host name, without a port',
  parse: (value) => {
    const host = value.replace(/^\[(.*)\]$/, '$1');
    return isIP(host) !== 0 || /^[\w.-]+$/.test(host) ? host : undefined;
  },
};

/** Pages of a web site, or of an app with a scheme of its own, such as `capacitor://localhost`. */
export const origins = list(
  (value) => (isOrigin(value) ? value : undefined),
  'origins such as https://app.example, each in full, without a path, a slash at the end or a wildcard',
);
/** They may contain a password. */
export const redisAddresses: Kind<readonly string[]> = {
  ...listOrNone(
    (value) => (isRedisAddress(value) ? value : undefined),
    `addresses such as redis://127.0.0.1:6379, ${ENCODED}`,
  ),
  fromFile: true,
};
/** Addresses of servers: host and port, the first perhaps after a user and a password. */
export const serverAddresses: Kind<readonly string[]> = {
  ...list(
    (value) => (isServerAddress(value) ? value : undefined),
    `addresses such as sentinel.example:26379, ${ENCODED}`,
  ),
  fromFile: true,
};

/** A prefix of names in Redis. Braces would change the hash slots of a cluster. */
export const namePrefix: Kind<string> = {
  expected: 'at most 64 letters, digits, `_`, `.`, `:` or `-`',
  parse: (value) => (/^[\w.:-]{1,64}$/.test(value) ? value : undefined),
};

/** The content of a PEM file, given by its path. */
export const pemFile: Kind<Secret> = {
  expected: 'the path of a readable PEM file',
  parse: (path) => {
    try {
      const content = readTextFile(path);
      return content.includes('-----BEGIN ') ? new Secret(content) : undefined;
    } catch {
      return undefined;
    }
  },
};

export const hosts = list(
  (value) => (URL.parse(`http://${value}`)?.hostname === value ? value : undefined),
  'host names such as gateway.example',
);

const proxyAddresses = listOrNone((value) => {
  if (PROXY_NETWORKS.includes(value)) return value;
  // A proxy that could have any address would be any client.
  return readRange(value)?.prefix === 0 ? undefined : sourceIn(value);
}, 'addresses or ranges of proxies such as 10.0.0.0/8');
const PROXY_NETWORKS: readonly string[] = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Addresses and ranges of proxies. A number of proxies is rejected: a client that connects directly could then choose its
 * address.
 */
export const proxies: Kind<readonly string[]> = {
  ...proxyAddresses,
  expected: `${proxyAddresses.expected}; a number of proxies is not accepted`,
};

/** A list that may be empty, which the operator states as `none`. */
function listOrNone(
  parseItem: (value: string) => string | undefined,
  expected: string,
): Kind<readonly string[]> {
  const items = list(parseItem, `none, or ${expected}`);
  return { ...items, parse: (value) => (value === 'none' ? [] : items.parse(value)) };
}

function list(parseItem: (value: string) => string | undefined, expected: string): Kind<readonly string[]> {
  return {
    expected: `${expected}, separated by commas`,
    parse: (value) =>
      every(
        value.split(',').map((item) => item.trim()),
        parseItem,
      ),
  };
}

/** The items that are not empty, or undefined if one is invalid. */
function every(
  items: readonly string[],
  parseItem: (value: string) => string | undefined,
): readonly string[] | undefined {
  const parsed = items.filter((item) => item !== '').map(parseItem);
  return parsed.every((item) => item !== undefined) ? parsed : undefined;
}

/** An address or a range, in its canonical notation. */
function sourceIn(value: string): string | undefined {
  const range = readRange(value);
  if (!range) return undefined;
  return value.includes('/') ? `${range.address}/${range.prefix}` : range.address;
}

const WILDCARD = '*';
/** An origin as the Fetch standard writes it. `URL` has none for an unknown scheme. */
const APP_ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+(:\d{1,5})?$/;

function isOrigin(value: string): boolean {
  const origin = URL.parse(value)?.origin;
  if (value.includes(WILDCARD) || origin === undefined) return false;
  return origin === 'null' ? APP_ORIGIN.test(value) : origin === value;
}

function isRedisAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && hasWholePassword(url);
}

function isServerAddress(value: string): boolean {
  const url = URL.parse(`redis://${value}`);
  return (
    url !== null && url.hostname !== '' && url.port !== '' && /^[^/?#]+$/.test(value) && canDecode(value)
  );
}

/** Whether the password can be decoded and is all in its place: a `/`, `?` or `#` in it would end the host, and leave its `@` behind. */
const hasWholePassword = ({ href, pathname, search, hash }: URL): boolean =>
  !`${pathname}${search}${hash}`.includes('@') && canDecode(href);

/** Whether every `%` begins the code of a character of UTF-8. */
function canDecode(value: string): boolean {
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
