import { isRecord } from '../../src/lib/is-record.ts';

/** Transformations of a value along its wire type. */
export interface Steps {
  /** Replaces an optional field other than an ID; undefined omits it. */
  optional?: (value: unknown) => unknown;
  /** Replaces an object, after its fields. */
  object?: (value: Record<string, unknown>) => Record<string, unknown>;
  /** Replaces a field that the wire type does not declare. */
  unnamed?: (name: string, value: unknown) => void;
}

type Definitions = Record<string, unknown>;

/** Transforms a value along its wire type. */
export function walkWire(schema: unknown, value: unknown, steps: Steps, outer: Definitions = {}): unknown {
  if (!isRecord(schema)) return value;
  const definitions = isRecord(schema.$defs) ? { ...outer, ...schema.$defs } : outer;
  const go = (inner: unknown, held: unknown) => walkWire(inner, held, steps, definitions);
  if (typeof schema.$ref === 'string') return go(definitions[schema.$ref], value);
  if (Array.isArray(schema.anyOf)) {
    if (isId(schema)) return value;
    return go(
      schema.anyOf.find((branch) => fits(branch, value, definitions)),
      value,
    );
  }
  if (schema.type === 'array' && Array.isArray(value)) return value.map((item) => go(schema.items, item));
  if (schema.type !== 'object' || !isRecord(value) || !isRecord(schema.properties)) return value;
  const { properties, required = [] } = schema;
  const walked: Record<string, unknown> = {};
  for (const [name, held] of Object.entries(value)) {
    const property = properties[name];
    if (property === undefined) steps.unnamed?.(name, held);
    const isRequired = Array.isArray(required) && required.includes(name);
    const mayMiss = property !== undefined && !isRequired;
    const inner = go(property, held);
    const replaced = mayMiss && !holdsId(property) && steps.optional ? steps.optional(inner) : inner;
    if (replaced !== undefined) walked[name] = replaced;
    else if (isPromised(property)) walked[name] = inner;
  }
  return steps.object?.(walked) ?? walked;
}

/** An identifier: documented as a string, also accepted as a number. */
const isId = ({ anyOf }: { anyOf?: unknown }): boolean =>
  Array.isArray(anyOf) &&
  anyOf.length === 2 &&
  ['string', 'integer'].every((type) => anyOf.some((branch) => isRecord(branch) && branch.type === type));

/** Whether a field may be null but not missing. */
const isPromised = (schema: unknown): boolean => isRecord(schema) && schema.promised === true;

/** Whether a schema is an ID, or a union with one. */
const holdsId = (schema: unknown): boolean =>
  isRecord(schema) && (isId(schema) || (Array.isArray(schema.anyOf) && schema.anyOf.some(holdsId)));

function fits(branch: unknown, value: unknown, definitions: Definitions): boolean {
  if (!isRecord(branch)) return false;
  if (typeof branch.$ref === 'string') return fits(definitions[branch.$ref], value, definitions);
  if (isId(branch)) return typeof value === 'string' || typeof value === 'number';
  if (Array.isArray(branch.anyOf)) return branch.anyOf.some((inner) => fits(inner, value, definitions));
  if (branch.type === 'null') return value === null;
  if (branch.type === 'array') return Array.isArray(value);
  return branch.type === 'object' && isRecord(value);
}
