import { KIND, type RowView, Shape, shapeOf } from 'learning-platform-projection/shape';
import type { Static, TSchema } from 'typebox';
import { LIST_KEYS, OUTCOMES, requireFulfilled } from './envelope.ts';
import { toCount } from './values.ts';
import { type Noun, type PageOf, page, type Read, reader, row, rows } from './wire.ts';

/**
 * Readers that leave a body unparsed if they can: its rows are views of it, which read like parsed rows. An executor may
 * copy their members into a response (`operations/execution/projection.ts`). The checks are the same, and what they do
 * not understand is parsed.
 *
 * A view's members are getters: it cannot be spread, and `Object.entries` finds nothing in it. So these are for routes
 * whose resolvers only name members.
 */

/** One row. */
export function recordedRow<Schema extends TSchema>(noun: Noun<Schema>): Read<Static<Schema>> {
  const parsed = row(noun);
  const shape = shapeOf(noun.schema);
  return reader(parsed.wire, (body, context) => {
    const recording = body.record(shape, false);
    return recording ? asRow<Schema>(shape.row(recording, 0)) : parsed(body, context);
  });
}

/** A list of rows. Wrapped lists are parsed. */
export function recordedRows<Schema extends TSchema>(noun: Noun<Schema>): Read<Static<Schema>[]> {
  const parsed = rows(noun);
  const shape = shapeOf(noun.schema);
  return reader(parsed.wire, (body, context) => {
    const recording = body.isList ? body.record(shape, true) : null;
    if (!recording) return parsed(body, context);
    return shape.rows(recording, 1, recording.index[0] ?? 0).map(asRow<Schema>);
  });
}

/** A paged list: rows, with `total` and `limit` if present. Bare lists are parsed. */
export function recordedPage<Schema extends TSchema>(noun: Noun<Schema>): Read<PageOf<Static<Schema>>> {
  const parsed = page(noun);
  const shape = wrapperOf(shapeOf(noun.schema));
  return reader(parsed.wire, (body, context) => {
    const recording = body.isList ? null : body.record(shape, false);
    const wrapper = recording && members(shape.row(recording, 0));
    const list = wrapper && LIST_KEYS.map((key) => wrapper[key]).find(Array.isArray);
    if (!wrapper || !list) return parsed(body, context);
    requireFulfilled(wrapper, noun);
    const { total, limit } = wrapper;
    return { rows: list, sent: list.length, positions: null, total: toCount(total), limit: toCount(limit) };
  });
}

/** A view as its row type: the module has checked the structure, and the view has a getter for each member. */
const asRow = <Schema extends TSchema>(view: RowView): Static<Schema> => view as unknown as Static<Schema>;
const members = (view: RowView): Record<string, unknown> => view as unknown as Record<string, unknown>;

function wrapperOf(rows: Shape): Shape {
  const wrapper = new Shape();
  const plain = { isRequired: false, isNullable: true };
  for (const name of LIST_KEYS) wrapper.add({ ...plain, name, kind: KIND.wrapped, shape: rows });
  for (const name of ['total', 'limit', ...OUTCOMES])
    wrapper.add({ ...plain, name, kind: KIND.any, shape: null });
  return wrapper;
}
