import { Image } from './image.ts';
import { KIND, ROW_HEAD, type Shape } from './shape.ts';

/** Formats of a written member: see `assembly/layout.ts`. */
export const WRITE = {
  constant: 0,
  string: 1,
  id: 2,
  int: 3,
  float: 4,
  boolean: 5,
  strings: 6,
  ids: 7,
  object: 8,
  list: 9,
  row: 10,
} as const;

/** Fields of an object that are plain members of its row. */
export interface PlainFields {
  readonly fields: readonly PlainField[];
  /** Characters that the response limit counts for every object: keys, and a constant for each value. */
  readonly characters: number;
}

export interface PlainField {
  readonly kind: (typeof WRITE)[keyof typeof WRITE];
  /** The key with its colon, as JSON, and the value of a constant. */
  readonly text: string;
  /** Null: the object is of the same row. */
  readonly member?: string | null;
  /** Whether null is written as null. */
  readonly isNullable?: boolean;
  /** Whether an absent member is written as null. */
  readonly isOptional?: boolean;
  /** A flag of the row: if it is true, the field is null. Null: none. */
  readonly nullIf?: string | null;
  /** Of an object, or of the objects of a list. */
  readonly rows?: PlainFields;
}

const FIELD_SIZE = 24;
const HEAD = 8;

/** The program that writes fields of rows of a shape. Null: the shape has no such members. */
export function programFor(plain: PlainFields, shape: Shape): Uint8Array | null {
  const image = new Image();
  return place(image, plain, shape) === null ? null : image.finish();
}

function place(image: Image, { fields, characters }: PlainFields, shape: Shape): number | null {
  const at = image.reserve(HEAD + fields.length * FIELD_SIZE);
  image.word(at, fields.length);
  image.word(at + 4, characters);
  for (const [index, field] of fields.entries()) {
    const address = at + HEAD + index * FIELD_SIZE;
    image.text(address, field.text);
    const flags = (field.isNullable ? 1 : 0) | (field.isOptional ? 2 : 0);
    image.word(address + 8, field.kind | (flags << 8));
    if (field.kind === WRITE.constant) continue;
    let rowShape: Shape | null = shape;
    if (field.kind !== WRITE.row) {
      const number = shape.numberOf(field.member ?? '');
      const member = shape.members[number];
      if (!member) return null;
      image.word(address + 12, ROW_HEAD + 2 * number);
      if (field.nullIf) {
        const flag = shape.numberOf(field.nullIf);
        if (flag === -1) return null;
        image.word(address + 20, ROW_HEAD + 2 * flag);
      }
      if (field.rows && (field.kind === WRITE.object) !== (member.kind === KIND.object)) return null;
      rowShape = member.shape;
    }
    if (!field.rows) continue;
    const rows = rowShape && place(image, field.rows, rowShape);
    if (rows === null) return null;
    image.word(address + 16, rows);
  }
  return at;
}
