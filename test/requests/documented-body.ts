import type { TSchema } from 'typebox';

/** A leaf value, with its path in the body, as in `docs[].course.courseId`. */
export interface Leaf {
  path: string;
  /** The last name of the path. */
  name: string;
  schema: TSchema;
}

type Definitions = Readonly<Record<string, TSchema>>;

/** Depth of recursive resources. */
const DEPTH = 2;

/**
 * Creates a body of a documented schema with every documented member, one item per list, and no null for nullable
 * values.
 * @param leafValue returns the value of a leaf.
 */
export const documentedBody = (schema: TSchema, leafValue: (leaf: Leaf) => unknown): unknown =>
  bodyOf(schema, '', leafValue, {}, 0);

function bodyOf(
  schema: TSchema,
  path: string,
  leafValue: (leaf: Leaf) => unknown,
  outer: Definitions,
  depth: number,
): unknown {
  const { $defs, $ref, anyOf, type, items, properties, patternProperties } = partsOf(schema);
  const definitions = { ...outer, ...$defs };
  const go = (inner: TSchema, at: string, below = depth) => bodyOf(inner, at, leafValue, definitions, below);
  if ($ref !== undefined) {
    const definition = definitions[$ref];
    if (!definition) throw new Error(`no definition of ${$ref}`);
    return go(definition, path, depth + 1);
  }
  if (anyOf) return go(anyOf.find((branch) => partsOf(branch).type !== 'null') ?? schema, path);
  if (type === 'array' && items) {
    if (partsOf(items).$ref !== undefined && depth >= DEPTH) return [];
    return [go(items, `${path}[]`)];
  }
  if (type === 'object' && properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [
        name,
        go(inner, path === '' ? name : `${path}.${name}`),
      ]),
    );
  }
  const [open] = Object.values(patternProperties ?? {});
  if (open) return { member: go(open, `${path}.member`) };
  const name = path.replaceAll('[]', '').split('.').at(-1) ?? '';
  return leafValue({ path, name, schema });
}

/** The JSON Schema keywords that the contract uses. */
interface Parts {
  type?: string;
  format?: string;
  pattern?: string;
  const?: unknown;
  properties?: Record<string, TSchema>;
  required?: readonly string[];
  /** The mark of wire types for what `required` says in the contract. */
  promised?: readonly string[];
  patternProperties?: Record<string, TSchema>;
  items?: TSchema;
  anyOf?: readonly TSchema[];
  $ref?: string;
  $defs?: Record<string, TSchema>;
}

export const partsOf = (schema: TSchema): Parts => schema as Parts;
