import { isNameOfId } from '../contract/ids.ts';
import { nameOf, type Route } from '../contract/routes.ts';
import type { Gateway } from './gateway.ts';
import { isRecord, type Json, parseJson } from './json.ts';
import { MEMBER_NAME, textsIn } from './shown-name.ts';

/** An entry of `PLATFORM_SHAPES`. */
export interface FittingShape {
  /** JSON pointer of the rows or the record. */
  at?: string;
  /** The platform's name of each member, by the gateway's. */
  members?: Readonly<Record<string, string>>;
}

/** Levels of a response that are searched for its rows or its record. */
const DEPTH = 5;

/**
 * The entry with which the gateway could read a response that it cannot read, or whose members have other names. Candidates are
 * tried with the gateway's own reader. Null: none is needed, or none is found.
 */
export function fittingShape(
  gateway: Gateway,
  route: Route,
  bytes: Buffer,
): { id: string; shape: FittingShape } | null {
  const known = gateway.shapeable(nameOf(route));
  const parsed = parseJson(bytes.toString('utf8'));
  if (!known || !parsed) return null;
  const texts = textsIn(parsed.json);
  const reads = (json: unknown): boolean => {
    const { rejection, leftOut } = gateway.read(nameOf(route), Buffer.from(JSON.stringify(json)));
    return rejection === null && leftOut.size === 0;
  };
  const isRead = reads(parsed.json);
  // Names that may be values are not printed.
  const places = [...placesIn(parsed.json)].filter(({ steps }) =>
    steps.every((step) => MEMBER_NAME.test(step) && !texts.has(step.toLowerCase())),
  );
  for (const { steps, value } of isRead ? places.slice(0, 1) : places) {
    const rows = Array.isArray(value) ? value.filter(isRecord) : isRecord(value) ? [value] : [];
    for (const members of renamings(rows, known.members, texts)) {
      if (!reads(renamed(value, members))) continue;
      const isNeeded = steps.length > 0 || Object.keys(members).length > 0;
      if (!isNeeded) return null;
      const at = steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
      const shape = { ...(at && { at }), ...(Object.keys(members).length > 0 && { members }) };
      return { id: known.id, shape };
    }
  }
  return null;
}

interface Place {
  steps: readonly string[];
  value: unknown;
}

/** The response, and the lists and records in it, level by level. */
function* placesIn(json: unknown): Generator<Place> {
  let level: Place[] = [{ steps: [], value: json }];
  for (let depth = 0; depth < DEPTH && level.length > 0; depth += 1) {
    yield* level;
    level = level.flatMap(({ steps, value }) =>
      isRecord(value)
        ? Object.entries(value).flatMap(([name, inner]) =>
            typeof inner === 'object' && inner !== null ? [{ steps: [...steps, name], value: inner }] : [],
          )
        : [],
    );
  }
}

/** Candidate names for the members that rows lack: those that are spelled differently, then each that may be the missing ID. */
function* renamings(
  rows: readonly Json[],
  members: readonly string[],
  texts: ReadonlySet<string>,
): Generator<Record<string, string>> {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const unknown = names.filter(
    (name) => !members.includes(name) && MEMBER_NAME.test(name) && !texts.has(name.toLowerCase()),
  );
  const missing = members.filter((member) => !names.includes(member));
  const spelled = Object.fromEntries(
    missing.flatMap((member) => {
      const name = unknown.find((one) => plain(one) === plain(member));
      return name === undefined ? [] : [[member, name]];
    }),
  );
  yield spelled;
  const ids = missing.filter((member) => isNameOfId(member) && !(member in spelled));
  const free = unknown.filter((name) => !Object.values(spelled).includes(name) && identifies(rows, name));
  // A name with the same ending, as in `nid`, before any other.
  const likely = free.toSorted((one, other) => Number(/id$/i.test(other)) - Number(/id$/i.test(one)));
  for (const member of ids) for (const name of likely) yield { ...spelled, [member]: name };
}

const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Whether a member of each row has a value that no other row has. */
function identifies(rows: readonly Json[], name: string): boolean {
  const values = rows.map((row) => row[name]);
  const isId = (value: unknown): boolean =>
    (typeof value === 'string' && value !== '' && value.length <= 256) || Number.isSafeInteger(value);
  return values.every(isId) && new Set(values).size === values.length;
}

function renamed(value: unknown, members: Readonly<Record<string, string>>): unknown {
  const names = new Map(Object.entries(members).map(([member, name]) => [name, member]));
  const inRow = (row: unknown): unknown =>
    isRecord(row)
      ? Object.fromEntries(Object.entries(row).map(([name, inner]) => [names.get(name) ?? name, inner]))
      : row;
  return Array.isArray(value) ? value.map(inRow) : inRow(value);
}
