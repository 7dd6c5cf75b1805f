// The panel of operations: saved ones, those that were run or closed, and the examples. Opening one never replaces a tab.
import { element, replaceKeepingFocus } from './dom.js';
import { notifyUndoable } from './notice.js';
import { checkpoint, clear, entries, record, remove } from './operation-history.js';
import { savedSection } from './saved-operations.js';

const panel = document.getElementById('library');
const input = document.getElementById('library-search');
const content = document.getElementById('library-content');

const TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

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
      savedSection(saved, { itemOf: entryItem, onChange: show }),
      section(
        'History',
        past.map((entry) => entryItem(entry, saveButton(entry))),
        'Operations that you run, and tabs that you close, appear here.',
      ),
      past.length === 0
        ? ''
        : element.p(element.button({ class: 'button', click: clearHistory }, 'Clear history')),
      section('Examples', examples.filter(passes).map(exampleItem), 'No example matches.'),
    ]);
  };
  const clearHistory = () => {
    const undo = checkpoint();
    clear();
    notifyUndoable('The history is empty.', undo, show);
  };
  const removeEntry = (entry) => {
    remove(entry.id);
    notifyUndoable(`${entry.title} was removed.`, () => record(entry), show);
  };
  const exampleItem = (example) =>
    element.li(
      element.button({ class: 'entry', click: () => onOpen(example) }, element.strong(example.title)),
    );
  const saveButton = (entry) =>
    element.button(
      {
        class: 'icon',
        'aria-label': `Save ${entry.title}`,
        title: 'Save',
        click: () => {
          record({ ...entry, id: undefined, kind: 'saved', headers: '' });
          show();
        },
      },
      '☆',
    );
  const entryItem = (entry, button) => {
    const { id, title, document: text, variables, headers, kind, at, sender } = entry;
    const about = [kind === 'closed' ? 'closed' : null, TIME.format(at), sender];
    return element.li(
      element.button(
        {
          class: 'entry',
          title: text.slice(0, 400),
          click: () =>
            onOpen({
              title: kind === 'run' ? null : title,
              document: text,
              variables,
              headers,
              saved: kind === 'saved' ? id : null,
            }),
        },
        element.strong(title),
        element.span({ class: 'quiet' }, about.filter(Boolean).join(' · ')),
        element.code(
          { class: 'quiet' },
          text.replaceAll(/#.*$/gm, '').replaceAll(/\s+/g, ' ').trim().slice(0, 80),
        ),
      ),
      button,
      element.button(
        { class: 'icon', 'aria-label': `Remove ${title}`, click: () => removeEntry(entry) },
        '×',
      ),
    );
  };
  input.addEventListener('input', show);
  return { show };
}

const section = (title, items, none) =>
  element.section(
    element.h2(title),
    items.length === 0 ? element.p({ class: 'quiet' }, none) : element.ul({ class: 'entries' }, items),
  );
