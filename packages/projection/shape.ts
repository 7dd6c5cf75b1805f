import { isRecord } from './is-record.ts';

/** Kinds of members, which determine how they are checked and recorded: see `assembly/layout.ts`. */
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

/** The positions of the rows in a text. */
export interface Recording {
  readonly projector: {
    write(recording: Recording, records: readonly number[], program: Uint8Array): Written | null;
  };
  /** Of the text's outermost rows. */
  readonly shape: Shape;
  readonly text: Buffer;
  readonly isAscii: boolean;
  /** Records of the rows, in words: see `assembly/index.ts`. */
  readonly index: Int32Array;
}

/** Rows as JSON, with the counts that response limits need. */
export interface Written {
  readonly json: Buffer;
  readonly objects: number;
  readonly characters: number;
}

/** Words of a record before its members: start and end of the row, end of the record. */
export const ROW_HEAD = 3;

/** The shape of rows: the members that are recorded, and how far they are checked. */
export class Shape {
  readonly members: Member[] = [];
  /** Whether a member contains other rows. */
  hasRows = false;
  #View: ViewClass | null = null;

  add(member: Member): void {
    if (member.shape) this.hasRows = true;
    this.members.push(member);
  }

  /** The number of a member. -1: not recorded. */
  numberOf(name: string): number {
    return this.members.findIndex((member) => member.name === name);
  }

  /** The row of a record. */
  row(recording: Recording, record: number): RowView {
    this.#View ??= newViewClass(this);
    return new this.#View(recording, record);
  }

  /** Rows that follow each other in the index. */
  rows(recording: Recording, first: number, count: number): RowView[] {
    const views: RowView[] = [];
    let record = first;
    for (let number = 0; number < count; number += 1) {
      views.push(this.row(recording, record));
      record = recording.index[record + 2] ?? 0;
    }
    return views;
  }
}

/**
 * The shape of rows of a wire type.
 * @param known the shapes that the schema may refer to.
 * @throws Error if it has parts that only the check of parsed rows supports.
 */
export function shapeOf(schema: unknown, known: ReadonlyMap<unknown, Shape> = new Map()): Shape {
  const { $ref, $defs } = isRecord(schema) ? schema : {};
  const referred = known.get($ref);
  if (referred) return referred;
  const definition = isRecord($defs) ? $defs[String($ref)] : schema;
  if (!isRecord(definition) || !isRecord(definition.properties))
    throw new Error('rows of this wire type cannot be recorded');
  const { properties, required } = definition;
  const shape = new Shape();
  const shapes = $ref === undefined ? known : new Map(known).set($ref, shape);
  const names = Array.isArray(required) ? required : [];
  for (const [name, member] of Object.entries(properties))
    shape.add({ name, isRequired: names.includes(name), ...toMember(member, shapes) });
  return shape;
}

function toMember(schema: unknown, known: ReadonlyMap<unknown, Shape>): Omit<Member, 'name' | 'isRequired'> {
  const plain = { isNullable: false, shape: null };
  const { leaf, anyOf, type, items } = isRecord(schema) ? schema : {};
  if (leaf !== undefined) return { ...plain, kind: KIND.any, isNullable: true };
  if (isId(schema)) return { ...plain, kind: KIND.id };
  if (Array.isArray(anyOf) && anyOf.length === 2) {
    const [only, ...others] = anyOf.filter((option) => !isRecord(option) || option.type !== 'null');
    if (others.length === 0) return { ...toMember(only, known), isNullable: true };
  }
  if (type !== 'array') return { ...plain, kind: KIND.object, shape: shapeOf(schema, known) };
  return isId(items)
    ? { ...plain, kind: KIND.ids }
    : { ...plain, kind: KIND.list, shape: shapeOf(items, known) };
}

const isId = (schema: unknown): boolean =>
  isRecord(schema) &&
  Array.isArray(schema.anyOf) &&
  schema.anyOf.length === 2 &&
  schema.anyOf.every((option) => isRecord(option) && (option.type === 'string' || option.type === 'integer'));

const QUOTE = 0x22;
const LETTER_N = 0x6e;
/** Clears the highest bit, which marks a member that is a plain value. */
const PLACE = 0x7fff_ffff;

/** A row of a text that was not parsed. Its members read like those of a parsed row. */
export abstract class RowView {
  abstract readonly shape: Shape;
  readonly recording: Recording;
  /** Word of its record. */
  readonly record: number;
  #wasRead = false;
  #parsed: Readonly<Record<string, unknown>> | null = null;

  constructor(recording: Recording, record: number) {
    this.recording = recording;
    this.record = record;
  }

  /**
   * A plain value. The first one is parsed alone, because many operations read only the ID of a row; the second parses the
   * whole row, unless it contains rows.
   */
  protected valueOf(name: string, from: number, to: number): unknown {
    if (this.#parsed) return this.#parsed[name];
    if (!this.#wasRead || this.shape.hasRows) {
      this.#wasRead = true;
      return valueAt(this.recording, from, to);
    }
    const { recording, record } = this;
    const row = parse(recording, recording.index[record] ?? 0, recording.index[record + 1] ?? 0);
    this.#parsed = isRecord(row) ? row : {};
    return this.#parsed[name];
  }
}

type ViewClass = new (recording: Recording, record: number) => RowView;

/** Makes a class with a getter for each member of a shape. */
function newViewClass(shape: Shape): ViewClass {
  class View extends RowView {
    get shape(): Shape {
      return shape;
    }
  }
  for (const [number, { name, kind, shape: rows }] of shape.members.entries()) {
    const word = ROW_HEAD + 2 * number;
    const isObject = kind === KIND.object;
    Object.defineProperty(View.prototype, name, {
      enumerable: true,
      get(this: View): unknown {
        const { recording, record } = this;
        const at = recording.index[record + word] ?? 0;
        if (at === 0) return undefined;
        const second = recording.index[record + word + 1] ?? 0;
        if (at < 0) return this.valueOf(name, at & PLACE, second);
        return isObject ? rows?.row(recording, at) : rows?.rows(recording, at, second);
      },
    });
  }
  return View;
}

function valueAt(recording: Recording, from: number, to: number): unknown {
  const { text } = recording;
  const first = text[from];
  if (first === QUOTE && recording.isAscii) {
    const plain = text.toString('latin1', from + 1, to - 1);
    return plain.includes('\\') ? parse(recording, from, to) : plain;
  }
  return first === LETTER_N ? null : parse(recording, from, to);
}

const parse = ({ text, isAscii }: Recording, from: number, to: number): unknown =>
  JSON.parse(text.toString(isAscii ? 'latin1' : 'utf8', from, to));
