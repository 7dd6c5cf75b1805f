/** What `shape.ts` and `program.ts` write into memory. All words are 32 bits, little-endian. */

/** Member of a shape: address and length of its quoted key; kind, flags; address of the shape of its rows. */
export const MEMBER_SIZE: u32 = 16;

/** Any value. */
export const KIND_ANY: u8 = 0;
/** A string or a number. */
export const KIND_ID: u8 = 1;
/** A list of strings and numbers. */
export const KIND_IDS: u8 = 2;
export const KIND_OBJECT: u8 = 3;
/** A list of rows. */
export const KIND_LIST: u8 = 4;
/** A list of rows, or any other value. */
export const KIND_WRAPPED: u8 = 5;

export const FLAG_REQUIRED: u8 = 1;
export const FLAG_NULLABLE: u8 = 2;

/**
 * A program: number of fields, characters that every row adds to the response, then its fields. A field: address and
 * length of its quoted key with the colon; kind, flags, and the word of its member in a record; address of the program
 * of its rows; the word of the flag under which it is null, 0 if there is none.
 */
export const PROGRAM_HEAD: u32 = 8;
export const FIELD_SIZE: u32 = 24;

/** A constant, part of the key's text. */
export const WRITE_CONSTANT: u8 = 0;
export const WRITE_STRING: u8 = 1;
export const WRITE_ID: u8 = 2;
export const WRITE_INT: u8 = 3;
export const WRITE_FLOAT: u8 = 4;
export const WRITE_BOOLEAN: u8 = 5;
export const WRITE_STRINGS: u8 = 6;
export const WRITE_IDS: u8 = 7;
export const WRITE_OBJECT: u8 = 8;
export const WRITE_LIST: u8 = 9;
/** An object from the same row. */
export const WRITE_ROW: u8 = 10;

/** Null is written as null. */
export const FIELD_NULLABLE: u8 = 1;
/** An absent member is written as null. */
export const FIELD_OPTIONAL: u8 = 2;
