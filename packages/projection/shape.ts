import type { TSchema } from 'typebox';
import { isRecord } from './is-record.ts';

/** How a member is checked and recorded: see `assembly/layout.ts`. */
export const KIND = { any: 0, id: 1, ids: 2, object: 3, list: 4, wrapped: 5 } as const;
type Kind = (typeof KIND)[keyof typeof KIND];

export interface Member {
  readonly name: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** The shape of the rows in it. */
  readonly shape: Shape | null;
}

/** The form of rows: the members that are recorded, and how far they are checked. */
export class Shape {
  readonly members: Member[] = [];
  readonly #numbers = new Map<string, number>();
  #hasRows = false;

  add(member: Member): this {
    if (member.shape) this.#hasRows = true;
    this.#numbers.set(member.name, this.members.push(member) - 1);
    return this;
  }

  /** The number of a member. Undefined: not recorded. */
  numberOf(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  /** Whether a member contains other rows. */
  get hasRows(): boolean {
    return this.#hasRows;
  }
}

/** Words of a record before its members: start and end of the row, end of the record. */
export const ROW_HEAD = 3;

/** A wire type that {@link shapeOf} cannot describe. */
class UnknownWireType extends Error {
  override readonly name = 'UnknownWireType';
}

/** The shape of rows of a wire type. Null: it has parts that only the check of parsed rows supports. */
export function shapeOf(schema: TSchema): Shape | null {
  try {
    return toShape(schema, new Map());
  } catch (error) {
    if (error instanceof UnknownWireType) return null;
    throw error;
  }
}

function toShape(schema: unknown, known: Map<string, Shape>): Shape {
  if (!isRecord(schema)) throw new UnknownWireType();
  const { $ref, $defs, properties, required } = schema;
  if (typeof $ref === 'string') {
    const shape = known.get($ref);
    if (shape) return shape;
    const definition = isRecord($defs) ? $defs[$ref] : null;
    if (!isRecord(definition)) throw new UnknownWireType();
    return fill(known.set($ref, new Shape()).get($ref) ?? new Shape(), definition, known);
  }
  if (schema.type !== 'object' || !isRecord(properties)) throw new UnknownWireType();
  return fill(new Shape(), { properties, required }, known);
}

function fill(
  shape: Shape,
  { properties, required }: Record<string, unknown>,
  known: Map<string, Shape>,
): Shape {
  if (!isRecord(properties)) throw new UnknownWireType();
  const names = Array.isArray(required) ? required : [];
  for (const [name, schema] of Object.entries(properties))
    shape.add({ name, isRequired: names.includes(name), ...toMember(schema, known) });
  return shape;
}

function toMember(schema: unknown, known: Map<string, Shape>): Omit<Member, 'name' | 'isRequired'> {
  if (!isRecord(schema)) throw new UnknownWireType();
  const plain = { isNullable: false, shape: null };
  if ('leaf' in schema) return { ...plain, kind: KIND.any, isNullable: true };
  if (isId(schema)) return { ...plain, kind: KIND.id };
  if (Array.isArray(schema.anyOf)) {
    const others = schema.anyOf.filter((option) => !isRecord(option) || option.type !== 'null');
    const [only] = others;
    if (others.length !== 1 || schema.anyOf.length !== 2) throw new UnknownWireType();
    return { ...toMember(only, known), isNullable: true };
  }
  if (schema.type === 'array')
    return isId(schema.items)
      ? { ...plain, kind: KIND.ids }
      : { ...plain, kind: KIND.list, shape: toShape(schema.items, known) };
  return { ...plain, kind: KIND.object, shape: toShape(schema, known) };
}

const isId = (schema: unknown): boolean =>
  isRecord(schema) &&
  Array.isArray(schema.anyOf) &&
  schema.anyOf.length === 2 &&
  schema.anyOf.every((option) => isRecord(option) && (option.type === 'string' || option.type === 'number'));
