// The lists of a response as tables.
import { element } from './dom.js';

const MOST_ROWS = 500;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lists of objects in a result that are in no other list, as `{ path, rows }`. */
export function listsIn(value, path = []) {
  if (Array.isArray(value)) return value.some(isObject) ? [{ path: path.join('.'), rows: value }] : [];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => listsIn(member, [...path, name]));
}

/** The members of a row by dotted name. Lists stay as they are. */
function flat(row, prefix = '') {
  if (!isObject(row)) return [[prefix || 'value', row]];
  return Object.entries(row).flatMap(([name, value]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    return isObject(value) ? flat(value, path) : [[path, value]];
  });
}

const columnsOf = (rows) => [...new Set(rows.flatMap((row) => flat(row).map(([name]) => name)))];

/** A cell as text. A list of objects with one member each shows their values. */
function textOf(value) {
  if (value === undefined || value === null) return value === null ? 'null' : '';
  if (!Array.isArray(value)) return String(value);
  return value
    .map((item) =>
      flat(item)
        .map(([, member]) => textOf(member))
        .join(' '),
    )
    .join(', ');
}

/** The rows in the order that the visitor has chosen, or else as they came. Missing values come last. */
function sorted({ rows, order }) {
  if (!order) return rows;
  const memberOf = (row) => new Map(flat(row)).get(order.column) ?? null;
  const sign = order.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [first, second] = [memberOf(one), memberOf(other)];
    if (first === null || second === null) return (first === null) - (second === null);
    if (typeof first === 'number' && typeof second === 'number') return sign * (first - second);
    return sign * textOf(first).localeCompare(textOf(second), undefined, { numeric: true });
  });
}

/** The order after a click on a column: ascending, descending, as it came. */
const nextOrder = (order, column) => {
  if (order?.column !== column) return { column, isDescending: false };
  return order.isDescending ? null : { column, isDescending: true };
};

const columnHead = (list, column, onSort) => {
  const order = list.order?.column === column ? (list.order.isDescending ? 'descending' : 'ascending') : null;
  const arrow = { ascending: ' ↑', descending: ' ↓' }[order] ?? '';
  return element.th(
    { scope: 'col', 'aria-sort': order },
    element.button(
      {
        'data-field': column,
        title: 'Sort',
        click: () => {
          list.order = nextOrder(list.order, column);
          onSort();
        },
      },
      column,
      element.span({ 'aria-hidden': 'true' }, arrow),
    ),
  );
};

/**
 * A table of the rows.
 * @param list its `order` is the visitor's choice
 * @param onSort called after a click on a column
 */
export function tableOf(list, onSort) {
  const { path, rows } = list;
  const columns = columnsOf(rows);
  const shown = sorted(list).slice(0, MOST_ROWS);
  const left = rows.length - shown.length;
  return element.table(
    element.caption(`${path}: ${rows.length} rows${left === 0 ? '' : `, the first ${MOST_ROWS} shown`}`),
    element.thead(element.tr(columns.map((column) => columnHead(list, column, onSort)))),
    element.tbody(
      shown.map((row) => {
        const values = new Map(flat(row));
        return element.tr(columns.map((name) => cell(values.get(name))));
      }),
    ),
  );
}

/** Characters that a cell shows in one line. */
const SHORT = 36;

/** A long list or text is cut, and complete in the tooltip. */
function cell(value) {
  const text = textOf(value);
  if (typeof value === 'number') return element.td({ class: 'number' }, text);
  if (text.length <= SHORT) return element.td({ class: 'short' }, text);
  const count = Array.isArray(value) && value.some(isObject) ? `${value.length}: ` : '';
  return element.td({ title: text }, element.div({ class: 'cut' }, count, text));
}

/** The rows in their order as CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe. */
export function csvOf(list) {
  const columns = columnsOf(list.rows);
  const quoted = (value) => {
    const text = textOf(value ?? undefined);
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = sorted(list).map((row) => {
    const values = new Map(flat(row));
    return columns.map((name) => quoted(values.get(name))).join(',');
  });
  return `${[columns.map(quoted).join(','), ...lines].join('\r\n')}\r\n`;
}
