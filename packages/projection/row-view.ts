import { isRecord } from './is-record.ts';
import type { Recording } from './projector.ts';
import { KIND, ROW_HEAD, type Shape } from './shape.ts';

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

/** Makes views of rows of a shape. */
export class Views {
  readonly #shape: Shape;
  /** The views of all nested shapes, by shape: a shape may contain itself. */
  readonly #known: Map<Shape, Views>;
  #View: ViewClass | null = null;

  constructor(shape: Shape, known = new Map<Shape, Views>()) {
    this.#shape = shape;
    this.#known = known.set(shape, this);
  }

  one(recording: Recording, record: number): RowView {
    this.#View ??= this.#newClass();
    return new this.#View(recording, record);
  }

  /** Rows that follow each other in the index. */
  list(recording: Recording, first: number, count: number): RowView[] {
    const views: RowView[] = [];
    let record = first;
    for (let number = 0; number < count; number += 1) {
      views.push(this.one(recording, record));
      record = recording.index[record + 2] ?? 0;
    }
    return views;
  }

  /** Makes a class with a getter for each member. */
  #newClass(): ViewClass {
    const shape = this.#shape;
    class View extends RowView {
      get shape(): Shape {
        return shape;
      }
    }
    for (const [number, { name, kind, shape: rows }] of shape.members.entries()) {
      const word = ROW_HEAD + 2 * number;
      const nested = rows && (this.#known.get(rows) ?? new Views(rows, this.#known));
      const isObject = kind === KIND.object;
      Object.defineProperty(View.prototype, name, {
        enumerable: true,
        get(this: View): unknown {
          const { recording, record } = this;
          const at = recording.index[record + word] ?? 0;
          if (at === 0) return undefined;
          const second = recording.index[record + word + 1] ?? 0;
          if (at < 0) return this.valueOf(name, at & PLACE, second);
          return isObject ? nested?.one(recording, at) : nested?.list(recording, at, second);
        },
      });
    }
    return View;
  }
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
