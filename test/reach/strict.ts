import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isId } from './wire-walk.ts';

/** The documented schema of each leaf of a wire type. */
const LEAVES: Record<string, TSchema> = {
  string: Type.String(),
  number: Type.Number(),
  boolean: Type.Boolean(),
  object: Type.Record(Type.String(), Type.Unknown()),
  strings: Type.Array(Type.String()),
  list: Type.Array(Type.Unknown()),
  instant: Type.Union([Type.String(), Type.Number()]),
  'string or strings': Type.Union([Type.String(), Type.Array(Type.String())]),
  'string or boolean': Type.Union([Type.String(), Type.Boolean()]),
  any: Type.Unknown(),
};

/** Checks a value against a wire type whose leaves must be of their documented type, null or absent. */
export function strictChecker(schema: TSchema): (value: unknown) => boolean {
  const validator = Compile(strict(schema));
  return (value) => validator.Check(value);
}

/** Replaces the leaves, which are unchecked in production, by their documented schemas. */
function strict(schema: TSchema): TSchema {
  const { leaf } = schema as { leaf?: string };
  if (leaf !== undefined) {
    const documented = LEAVES[leaf];
    if (!documented) throw new Error(`no leaf is documented as ${leaf}`);
    const nullable = Type.Union([documented, Type.Null()]);
    return Type.IsOptional(schema) ? Type.Optional(nullable) : nullable;
  }
  if (isId(schema)) return Type.IsOptional(schema) ? Type.Optional(Type.String()) : Type.String();
  // A spread would lose the hidden properties of TypeBox schemas.
  const copy = Object.defineProperties({}, Object.getOwnPropertyDescriptors(schema)) as Record<
    string,
    unknown
  >;
  for (const key of ['properties', '$defs'] as const) {
    const inner = copy[key];
    if (isSchemas(inner)) {
      copy[key] = Object.fromEntries(Object.entries(inner).map(([name, value]) => [name, strict(value)]));
    }
  }
  if (isSchema(copy.items)) copy.items = strict(copy.items);
  if (Array.isArray(copy.anyOf)) copy.anyOf = copy.anyOf.filter(isSchema).map(strict);
  return copy as TSchema;
}

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null;
const isSchemas = (value: unknown): value is Record<string, TSchema> =>
  isSchema(value) && Object.values(value).every(isSchema);
