import { readFileSync, statSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The value of one variable in an environment. */
export interface Given {
  /** Without surrounding white space. Empty: not set. */
  readonly text: string;
  /** `file`: the variable with the suffix `_FILE` names it. */
  readonly source: 'default' | 'environment' | 'file';
  /** Why the text cannot be used. Null: it can. */
  readonly problem: string | null;
}

/** Maximum size of a file in bytes; a larger one was named by mistake. */
const LARGEST_FILE = 262_144;

/** Also where a text in another encoding than UTF-8 was decoded. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const UNPRINTABLE = /[\u0000-\u001f\u007f\ufffd]/;
const QUOTED = /^(['"`]).*\1$/s;
/** Pages for operators have it where a value is theirs. */
const PLACEHOLDER = '…';

/**
 * Reads a value from its variable, or from the file that the variable with the suffix `_FILE` names. One rule for both and for
 * every variable: white space around the value is not part of it, nor are line ends of another system and byte order marks.
 * Values that are probably mistakes are rejected: in quotes, which `docker run --env-file` passes on, or of several lines.
 */
export function readValue(environment: Environment, name: string, mayBeFile: boolean): Given {
  const text = isInjected(environment, name) ? '' : textOf(environment, name);
  const path = mayBeFile ? textOf(environment, `${name}_FILE`) : '';
  if (path === '')
    return text === '' ? NOT_SET : { text, source: 'environment', problem: problemOf(name, text) };
  if (text !== '')
    return { text: '', source: 'file', problem: `${name} and ${name}_FILE are both set: set one of them` };
  return readFileValue(name, path);
}

const NOT_SET: Given = { text: '', source: 'default', problem: null };

const textOf = (environment: Environment, name: string): string => environment[name]?.trim() ?? '';

/** The text of a small file, without a byte order mark or white space around it. @throws if it cannot be read. */
export function readTextFile(path: string): string {
  if (statSync(path).size > LARGEST_FILE) throw new RangeError('it is too large');
  return readFileSync(path, 'utf8').trim();
}

function readFileValue(name: string, path: string): Given {
  try {
    const text = readTextFile(path);
    // Only during a rotation is there another secret.
    const isMissing = text === '' && !name.endsWith('_ALSO');
    const problem = isMissing ? `${name}_FILE is empty` : problemOf(`${name}_FILE`, text);
    return { text, source: 'file', problem };
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'it is too large';
    return { text: '', source: 'file', problem: `${name}_FILE cannot be read: ${reason}` };
  }
}

function problemOf(label: string, text: string): string | null {
  if (UNPRINTABLE.test(text))
    return `${label} has several lines or characters that are no text: it must be one line of UTF-8`;
  if (QUOTED.test(text)) return `${label} is in quotes, which would be part of the value: remove them`;
  if (text.includes(PLACEHOLDER))
    return `${label} has a placeholder (${PLACEHOLDER}): put your value in its place`;
  return null;
}

/**
 * A value from a Service in Kubernetes, or a link of Docker: `METRICS_PORT=tcp://10.0.0.1:9464` where a Service is named
 * `metrics`.
 */
const SERVICE_ADDRESS = /^(tcp|udp|sctp):\/\//;
/** A name from a Service in Kubernetes, or a link of Docker: `REDIS_SERVICE_HOST`, `REDIS_PORT_6379_TCP`, `REDIS_ENV_TERM`. */
const SERVICE_NAME = /_(SERVICE|PORT|ENV)(_|$)/;

/**
 * Whether the hosting platform has set a variable, and not the operator: by its value, or by a name that the gateway does not
 * have.
 */
export function isInjected(environment: Environment, name: string): boolean {
  const text = textOf(environment, name);
  if (SERVICE_ADDRESS.test(text)) return true;
  // Docker's links: `REDIS_NAME=/gateway/redis`.
  if (name.endsWith('_NAME') && /^\/[^/]+\/[^/]+$/.test(text)) return true;
  // Upsun describes each relationship: that of a service named `redis` in REDIS_CLUSTER=abcdefg1234567-main-bvxea6i.
  const { PLATFORM_PROJECT: project } = environment;
  return Boolean(project && name.endsWith('_CLUSTER') && text.startsWith(`${project}-`));
}

/** Whether a name that the gateway does not have is of a kind that platforms add for each service. */
export const isOfService = (name: string): boolean => SERVICE_NAME.test(name);
