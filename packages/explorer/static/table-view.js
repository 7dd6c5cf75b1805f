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
  const items = value.map((item) =>
    flat(item)
      .map(([, member]) => textOf(member))
      .join(' '),
  );
  return items.join(', ');
}

/** A table of the rows. */
export function tableOf({ path, rows }) {
  const columns = columnsOf(rows);
  const shown = rows.slice(0, MOST_ROWS);
  const left = rows.length - shown.length;
  return element(
    'table',
    {},
    element(
      'caption',
      {},
      `${path}: ${rows.length} rows${left === 0 ? '' : `, the first ${MOST_ROWS} shown`}`,
    ),
    element(
      'thead',
      {},
      element(
        'tr',
        {},
        columns.map((name) => element('th', { scope: 'col' }, name)),
      ),
    ),
    element(
      'tbody',
      {},
      shown.map((row) => {
        const values = new Map(flat(row));
        return element(
          'tr',
          {},
          columns.map((name) => cell(values.get(name))),
        );
      }),
    ),
  );
}

const cell = (value) => element('td', { class: typeof value === 'number' ? 'number' : null }, textOf(value));

/** The rows as CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe. */
export function csvOf({ rows }) {
  const columns = columnsOf(rows);
  const quoted = (value) => {
    const text = textOf(value ?? undefined);
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = rows.map((row) => {
    const values = new Map(flat(row));
    return columns.map((name) => quoted(values.get(name))).join(',');
  });
  return `${[columns.map(quoted).join(','), ...lines].join('\r\n')}\r\n`;
}
