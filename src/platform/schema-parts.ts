import type { TSchema } from 'typebox';

/** The JSON Schema keywords of wire types, and their annotations. */
export interface Parts {
  leaf?: string;
  properties?: Readonly<Record<string, TSchema>>;
  required?: readonly string[];
  items?: TSchema;
  anyOf?: readonly TSchema[];
  $ref?: string;
  $defs?: Readonly<Record<string, TSchema>>;
  /** Members that the contract promises in every row. Undefined: the contract does not show this object. */
  promised?: readonly string[];
  /** Targets of `$ref`. */
  definitions: Readonly<Record<string, TSchema>>;
}

/** The keywords of a schema, or of what it refers to. */
export function partsOf(schema: TSchema, outer: Parts['definitions'] = {}): Parts {
  const parts = schema as Omit<Parts, 'definitions'>;
  const definitions = { ...outer, ...parts.$defs };
  const named = parts.$ref === undefined ? undefined : definitions[parts.$ref];
  return { ...(named ? (named as Omit<Parts, 'definitions'>) : parts), definitions };
}

/** Of a nullable structure, the structure. Null: the schema is none, or several. */
export function structureOf({ anyOf, definitions }: Parts): Parts | null {
  const [only, another] = (anyOf ?? [])
    .map((one) => partsOf(one, definitions))
    .filter(({ properties, items }) => properties || items);
  return only && !another ? only : null;
}
