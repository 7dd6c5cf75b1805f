// The saved operations of the panel: in folders, which can be renamed, downloaded and read from a file.
import { download, element } from './dom.js';
import { openField } from './inline-field.js';
import { notify, notifyUndoable } from './notice.js';
import { checkpoint, entries, record } from './operation-history.js';

const FILE = 'saved-operations.json';
const MEMBERS = ['folder', 'title', 'document', 'variables'];

/** A saved operation as the file holds it. */
const inFile = (operation) => Object.fromEntries(MEMBERS.map((name) => [name, operation[name]]));

/**
 * The saved operations by folder, with their actions.
 * @param saved the entries that pass the filter
 * @param options.itemOf a list item of an entry, given its further buttons
 * @param options.onChange called after each change
 */
export function savedSection(saved, { itemOf, onChange }) {
  const folders = [...new Set(saved.map(({ folder }) => folder ?? ''))].sort();
  const listOf = (name) =>
    element.ul(
      { class: 'entries' },
      saved
        .filter(({ folder = '' }) => folder === name)
        .map((entry) => itemOf(entry, moveButton(entry, onChange))),
    );
  return element.section(
    element.h2('Saved'),
    saved.length === 0
      ? element.p({ class: 'quiet' }, 'Save keeps the operation of the active tab here.')
      : folders.map((name) => (name === '' ? listOf(name) : folderOf(name, listOf(name), onChange))),
    element.p({ class: 'row' }, saved.length === 0 ? null : downloadButton(), openButton(onChange)),
  );
}

const folderOf = (name, list, onChange) =>
  element.details(
    { open: true, class: 'folder' },
    element.summary(`${name} (${list.children.length})`),
    list,
    element.button(
      {
        class: 'icon',
        'aria-label': `Rename folder ${name}`,
        click: ({ currentTarget }) =>
          ask(currentTarget, `Name of the folder ${name}`, name, (renamed) => {
            for (const entry of entries().filter(({ kind, folder }) => kind === 'saved' && folder === name))
              record({ ...entry, folder: renamed });
            onChange();
          }),
      },
      'Rename folder',
    ),
  );

const moveButton = (entry, onChange) =>
  element.button(
    {
      class: 'icon',
      'aria-label': `Move ${entry.title} to a folder`,
      title: 'Move to a folder',
      click: ({ currentTarget }) =>
        ask(currentTarget, `Folder of ${entry.title}`, entry.folder ?? '', (folder) => {
          record({ ...entry, folder });
          onChange();
        }),
    },
    '↳',
  );

/** Asks for a folder in the place of a button. */
function ask(button, label, value, onAccept) {
  const known = new Set(entries().map(({ folder }) => folder));
  const list = element.datalist(
    { id: 'folders' },
    [...known].filter(Boolean).map((folder) => element.option({ value: folder })),
  );
  const attributes = {
    value,
    list: list.id,
    placeholder: 'Folder…',
    'aria-label': label,
    autocomplete: 'off',
  };
  openField(button, attributes, { onEnd: () => list.remove(), onAccept }).after(list);
}

const downloadButton = () =>
  element.button(
    {
      class: 'button',
      click: () => {
        const operations = entries()
          .filter(({ kind }) => kind === 'saved')
          .map((entry) => inFile({ folder: '', ...entry }));
        download(FILE, `${JSON.stringify({ operations }, null, 2)}\n`, 'application/json');
      },
    },
    'Download all',
  );

/** Reads saved operations from a file, in addition to those that are there. */
function openButton(onChange) {
  const input = element.input({
    type: 'file',
    accept: '.json,application/json',
    hidden: true,
    change: async () => {
      const operations = operationsIn(await input.files[0].text());
      if (operations === null) return notify('This file does not hold saved operations.');
      const restore = checkpoint();
      for (const operation of operations.toReversed()) record({ ...operation, kind: 'saved' });
      notifyUndoable(`${operations.length} saved operations were read.`, restore, onChange);
    },
  });
  return element.span(element.button({ class: 'button', click: () => input.click() }, 'Open file…'), input);
}

/** The operations in a downloaded file. Null: it is another file. */
function operationsIn(text) {
  const isComplete = (operation) => MEMBERS.every((name) => typeof operation[name] === 'string');
  try {
    const { operations } = JSON.parse(text);
    return operations.every(isComplete) ? operations.map(inFile) : null;
  } catch {
    return null;
  }
}
