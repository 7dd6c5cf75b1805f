import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { BOUNDS } from '../../src/config/bounds.ts';
import { type Bounds, type Config, readConfig } from '../../src/config/config.ts';

const MODULE = pathToFileURL(join(import.meta.dirname, '../../src/config/bounds.ts')).href;

/** `NODE_OPTIONS` that start a gateway process with other bounds. */
export function withBounds(bounds: Partial<Bounds>): string {
  const script = `import { BOUNDS } from ${JSON.stringify(MODULE)}; Object.assign(BOUNDS, ${JSON.stringify(bounds)});`;
  return `--import data:text/javascript,${encodeURIComponent(script)}`;
}

/** Bounds that tests set like variables, beside them. */
const SETTABLE = {
  LIMIT_ALIASES: 'aliases',
  LIMIT_BODY: 'bodyLimit',
  LIMIT_DEPTH: 'depth',
  LIMIT_DOCUMENT_MEMORY: 'documentMemory',
  LIMIT_HELD: 'held',
  LIMIT_LAG: 'lagLimit',
  LIMIT_OBJECTS: 'objects',
  LIMIT_REJECTED_SIGN_INS: 'rejectedSignIns',
  LIMIT_RESPONSE: 'responseLength',
  LIMIT_SIGN_IN: 'signIns',
  LIMIT_UPSTREAM_CALLS: 'platformCalls',
  OPERATION_TIMEOUT: 'operationTimeout',
  SESSION_CHECK_INTERVAL: 'sessionCheckInterval',
} as const satisfies Record<string, keyof Bounds>;

const isSettable = (name: string): name is keyof typeof SETTABLE => Object.hasOwn(SETTABLE, name);

/** The configuration of a gateway in this process, from variables and bounds. */
export function readTestConfig(settings: Readonly<Record<string, string>>): Config {
  const { environment, bounds } = settingsIn(settings);
  return readConfig(environment, { ...BOUNDS, ...bounds });
}

/** Divides settings of a test into variables of the gateway and bounds that no variable sets. */
export function settingsIn(given: Readonly<Record<string, string>>) {
  const [inBounds = [], rest = []] = [true, false].map((is) =>
    Object.entries(given).filter(([name]) => isSettable(name) === is),
  );
  const changed = inBounds.flatMap(([name, value]) =>
    isSettable(name) ? [[SETTABLE[name], Number(value)]] : [],
  );
  const bounds: Partial<Bounds> = Object.fromEntries(changed);
  return { environment: Object.fromEntries(rest), bounds };
}
