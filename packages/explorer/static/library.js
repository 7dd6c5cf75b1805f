// The panel of operations: saved ones, those that were run or closed, and the examples. Opening one never replaces a tab.
import { element, replaceKeepingFocus } from './dom.js';
import { notify } from './notice.js';
import { clear, entries, record, remove } from './operation-history.js';

const panel = document.getElementById('library');
const input = document.getElementById('library-search');
const content = document.getElementById('library-content');

const KINDS = { run: 'run', closed: 'closed', saved: 'saved' };

/**
 * Shows the panel of operations.
 * @param options.examples tabs to start from
 * @param options.onOpen called with the content of a tab
 */
export function openLibrary({ examples, onOpen }) {
  const show = () => {
    if (panel.hidden) return;
    const term = input.value.trim().toLowerCase();
    const passes = ({ title, document: text }) => `${title} ${text}`.toLowerCase().includes(term);
    const all = entries().filter(passes);
    const saved = all.filter(({ kind }) => kind === 'saved');
    const past = all.filter(({ kind }) => kind !== 'saved');
    replaceKeepingFocus(content, [
      section('Saved', saved.map(entryItem), 'Save keeps the operation of the active tab here.'),
      section(
        'History',
        past.map(entryItem),
        'Operations that you run, and tabs that you close, appear here.',
      ),
      past.length === 0
        ? ''
        : element(
            'p',
            {},
            element('button', { type: 'button', class: 'button', click: clearHistory }, 'Clear history'),
          ),
      section('Examples', examples.filter(passes).map(exampleItem), 'No example matches.'),
    ]);
  };
  const clearHistory = () => {
    const undo = clear();
    show();
    notify('The history is empty.', {
      label: 'Undo',
      run: () => {
        undo();
        show();
      },
    });
  };
  const removeEntry = (entry) => {
    remove(entry.id);
    show();
    notify(`${entry.title} was removed.`, {
      label: 'Undo',
      run: () => {
        record(entry);
        show();
      },
    });
  };
  const exampleItem = (example) =>
    element(
      'li',
      {},
      element(
        'button',
        { type: 'button', class: 'entry', click: () => onOpen(example) },
        element('strong', {}, example.title),
      ),
    );
  const entryItem = (entry) => {
    const { title, document: text, variables, kind, at, identity } = entry;
    const about = [KINDS[kind], new Date(at).toLocaleString(), identity ? `as ${identity}` : null];
    return element(
      'li',
      {},
      element(
        'button',
        {
          type: 'button',
          class: 'entry',
          title: text.slice(0, 400),
          click: () =>
            onOpen({
              title: kind === 'run' ? null : title,
              document: text,
              variables,
              headers: entry.headers,
            }),
        },
        element('strong', {}, title),
        element('span', { class: 'quiet' }, about.filter(Boolean).join(' · ')),
      ),
      kind === 'saved'
        ? null
        : element(
            'button',
            {
              type: 'button',
              class: 'icon',
              'aria-label': `Save ${title}`,
              title: 'Save',
              click: () => {
                record({ ...entry, kind: 'saved', headers: '' });
                show();
              },
            },
            '☆',
          ),
      element(
        'button',
        { type: 'button', class: 'icon', 'aria-label': `Remove ${title}`, click: () => removeEntry(entry) },
        '×',
      ),
    );
  };
  input.addEventListener('input', show);
  return { show };
}

const section = (title, items, none) =>
  element(
    'section',
    {},
    element('h2', {}, title),
    items.length === 0 ? element('p', { class: 'quiet' }, none) : element('ul', { class: 'entries' }, items),
  );
