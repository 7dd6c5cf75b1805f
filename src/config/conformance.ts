import { CONFORMANCE_VARIABLES } from 'learning-platform-kit/conformance/variables';
import { Secret } from './secret.ts';

/** The variables that are set, by name. IDs count as secrets: no value is ever printed. */
export type ConformanceValues = ReadonlyMap<string, Secret>;

/** Tokens are sent in a header, which allows nothing else. */
const VISIBLE_ASCII = /^[\x21-\x7e]{1,8000}$/;

/** Reads the variables; `problems` names the invalid ones, without their values. */
export function readConformanceValues(environment: Readonly<Record<string, string | undefined>>): {
  values: ConformanceValues;
  problems: readonly string[];
} {
  const given = Object.keys(CONFORMANCE_VARIABLES).flatMap((name) => {
    const text = environment[name]?.trim();
    return text ? [[name, text] as const] : [];
  });
  const problems = given.flatMap(([name, text]) => {
    if (name.endsWith('_TOKEN') && !VISIBLE_ASCII.test(text))
      return `${name} must be visible ASCII characters without spaces, and without \`Bearer\``;
    if (name.endsWith('_URI') && !URL.canParse(text)) return `${name} must be an absolute URL`;
    return [];
  });
  return { values: new Map(given.map(([name, text]) => [name, new Secret(text)])), problems };
}
