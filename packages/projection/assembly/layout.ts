/** Memory layout of the shapes and programs that `shape.ts` and `program.ts` write. All words are 32 bits, little-endian. */

/** Member of a shape: address and length of its quoted key; kind, flags; address of the shape of its rows. */
export const MEMBER_SIZE: u32 = 16;

/** Kind of a member. */
export enum Kind {
  Any,
  /** A string or a whole number. */
  Id,
  /** A list of strings and whole numbers. */
  Ids,
  Object,
  /** A list of rows. */
  List,
  /** A list of rows, or any other value. */
  Wrapped,
}

export const FLAG_REQUIRED: u8 = 1;
export const FLAG_NULLABLE: u8 = 2;

/**
 * A program: number of fields, characters that every row adds to the response, then its fields. A field: address and
 * length of its quoted key with the colon; kind, flags, and the word of its member in a record; address of the program
 * of its rows; the word of the flag under which it is null, 0 if there is none.
 */
export const PROGRAM_HEAD: u32 = 8;
export const FIELD_SIZE: u32 = 24;

/** Format of a written field. */
export enum Write {
  /** A constant, part of the key's text. */
  Constant,
  String,
  Id,
  Int,
  Float,
  Boolean,
  Strings,
  Ids,
  Object,
  List,
  /** An object from the same row. */
  Row,
}

/** Null is written as null. */
export const FIELD_NULLABLE: u8 = 1;
/** An absent member is written as null. */
export const FIELD_OPTIONAL: u8 = 2;
