import { readFileSync } from 'node:fs';
import { isRecord } from '../lib/is-record.ts';
import { UnexpectedShape } from './body.ts';
import type { Read } from './wire.ts';

/** A configured response shape: the place of the rows or the record, and the names of members, where no rule can derive them. */
export interface ResponseShape {
  /** Path of the rows, the record or the value. Empty: the response itself. */
  at: readonly string[];
  /** The member that the gateway reads, by the platform's own name. */
  members: ReadonlyMap<string, string>;
}

/** Shapes by the name of their route, as in `GET /edu/v1/note/list`. */
export type Shapes = ReadonlyMap<string, ResponseShape>;

/** The properties of a shape, as the file states them. */
export interface ShapedRoute {
  id: string;
  name: string;
  read: Read<unknown>;
  /** Members of its rows that the gateway may store: none may be another member of the platform, which may be personal. */
  storable: object;
}

/**
 * Reads a file of shapes: `{"listNotes": {"at": "/payload/items", "members": {"noteId": "nid"}}}`, by the ID of the route.
 * @throws Error that names the file and says everything that is wrong with it.
 */
export function readShapes(path: string, routes: readonly ShapedRoute[]): Shapes {
  const problems: string[] = [];
  const entries = Object.entries(parsed(path)).flatMap(([id, entry]) => {
    const named = routes.filter((route) => route.id === id);
    const [route] = named;
    if (!route) {
      problems.push(`has no route ${id}: the IDs are in docs/platform-api.md`);
      return [];
    }
    const shape = shapeIn(entry, route, (problem) => problems.push(`${id}: ${problem}`));
    return named.map(({ name }): [string, ResponseShape] => [name, shape]);
  });
  if (problems.length > 0)
    throw new Error(problems.map((problem) => `PLATFORM_SHAPES (${path}) ${problem}`).join('\n'));
  return new Map(entries);
}

function parsed(path: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (isRecord(json)) return json;
  } catch (error) {
    throw new Error(
      `PLATFORM_SHAPES (${path}) cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  throw new Error(`PLATFORM_SHAPES (${path}) is not an object of routes by their IDs`);
}

function shapeIn(
  entry: unknown,
  { read, storable }: ShapedRoute,
  problem: (text: string) => void,
): ResponseShape {
  const { at = '', members = {}, ...others } = isRecord(entry) ? entry : { entry };
  for (const name of Object.keys(others)) problem(`${name} is unknown: an entry has \`at\` and \`members\``);
  if (typeof at !== 'string' || !/^(\/.*)?$/s.test(at))
    problem('`at` is no JSON pointer, such as /payload/items');
  if (!isRecord(members)) problem('`members` is no object of names');
  const known = isRecord(read.wire.schema) ? read.wire.schema.properties : null;
  const renamed = new Map<string, string>();
  for (const [member, name] of Object.entries(isRecord(members) ? members : {})) {
    if (typeof name !== 'string') problem(`the name of ${member} is no text`);
    else if (!isRecord(known) || !Object.hasOwn(known, member))
      problem(`the gateway reads no ${member} here`);
    else if (Object.hasOwn(storable, member))
      problem(`${member} may be stored, so no other member may become it`);
    else renamed.set(name, member);
  }
  return { at: typeof at === 'string' ? tokensOf(at) : [], members: renamed };
}

/** The reference tokens of a JSON pointer. Source: RFC 6901. */
const tokensOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));

/**
 * Converts a response to the shape that the gateway reads. Rows keep the totals beside them.
 * @throws UnexpectedShape if there is nothing at the place of the shape.
 */
export function reshaped(json: unknown, { at, members }: ResponseShape, isPaged: boolean): unknown {
  let found = json;
  let around: unknown;
  for (const token of at) {
    around = found;
    found = typeof found === 'object' && found !== null ? Reflect.get(found, token) : undefined;
  }
  if (found === undefined) throw new UnexpectedShape('nothing at the place of its shape');
  if (members.size > 0)
    found = Array.isArray(found) ? found.map((row) => renamed(row, members)) : renamed(found, members);
  if (!isPaged || !isRecord(around) || !Array.isArray(found)) return found;
  return { docs: found, total: around.total, limit: around.limit };
}

/** A member of the gateway's name that the platform sends for something else gives way. */
function renamed(row: unknown, members: ResponseShape['members']): unknown {
  if (!isRecord(row)) return row;
  const targets = new Set(members.values());
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => {
      const target = members.get(name);
      if (target !== undefined) return [[target, value]];
      return targets.has(name) ? [] : [[name, value]];
    }),
  );
}
