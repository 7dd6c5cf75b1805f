import type { Recording } from './projector.ts';
import { KIND, ROW_HEAD, type Shape } from './shape.ts';

const QUOTE = 0x22;
const LETTER_N = 0x6e;

/** A row of a text that was not parsed. Its members read like those of a parsed row, each time from the text. */
export class RowView {
  readonly recording: Recording;
  /** Word of its record. */
  readonly record: number;

  constructor(recording: Recording, record: number) {
    this.recording = recording;
    this.record = record;
  }
}

export type ViewClass = new (recording: Recording, record: number) => RowView;

/** View classes by shape, and shapes by view class. */
const classes = new WeakMap<Shape, ViewClass>();
const shapes = new WeakMap<object, Shape>();

/** The shape of a view. */
export const shapeOfView = (view: RowView): Shape | undefined => shapes.get(view.constructor);

/** The class of views of a shape, with a getter for each member. */
export function viewClass(shape: Shape): ViewClass {
  const known = classes.get(shape);
  if (known) return known;
  class View extends RowView {}
  classes.set(shape, View);
  shapes.set(View, shape);
  shape.members.forEach(({ name, kind, shape: rows }, number) => {
    const word = ROW_HEAD + 2 * number;
    const nested = rows && viewClass(rows);
    const isObject = kind === KIND.object;
    Object.defineProperty(View.prototype, name, {
      enumerable: true,
      get(this: RowView): unknown {
        const { recording, record } = this;
        const at = recording.index[record + word] ?? 0;
        if (at === 0) return undefined;
        if (at < 0) return valueAt(recording, at & 0x7fffffff, recording.index[record + word + 1] ?? 0);
        if (!nested) return undefined;
        return isObject
          ? new nested(recording, at)
          : viewsAt(recording, at, recording.index[record + word + 1] ?? 0, nested);
      },
    });
  });
  return View;
}

/** Views of rows that follow each other in the index. */
export function viewsAt(recording: Recording, first: number, count: number, View: ViewClass): RowView[] {
  const views: RowView[] = [];
  let record = first;
  for (let number = 0; number < count; number += 1) {
    views.push(new View(recording, record));
    record = recording.index[record + 2] ?? 0;
  }
  return views;
}

function valueAt({ text, isAscii }: Recording, from: number, to: number): unknown {
  const first = text[from];
  if (first === QUOTE && isAscii) {
    const plain = text.toString('latin1', from + 1, to - 1);
    return plain.includes('\\') ? JSON.parse(text.toString('latin1', from, to)) : plain;
  }
  if (first === LETTER_N) return null;
  return JSON.parse(text.toString('utf8', from, to));
}
