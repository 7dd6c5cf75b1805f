// The list of tabs. Its elements stay the same as long as their tabs, so that the focus does not move.
import { arrange, element } from './dom.js';
import { openField } from './inline-field.js';

const list = document.getElementById('tabs');
const items = new Map();

/**
 * Shows the tabs.
 * @param options.titleOf the title of a tab
 * @param options.isLive, options.isLost whether a run of a tab is open, or has lost its connection
 * @param options.onSelect, options.onClose called with a tab
 */
export function showTabBar(tabs, { titleOf, isLive, isLost, onSelect, onClose, onRename }) {
  for (const tab of items.keys()) if (!tabs.all.includes(tab)) items.delete(tab);
  for (const tab of tabs.all) {
    const { select, close } = items.get(tab) ?? create(tab, { onSelect, onClose, onRename });
    const title = titleOf(tab);
    if (select.textContent !== title) select.textContent = title;
    select.classList.toggle('live', isLive(tab));
    select.classList.toggle('lost', isLost(tab));
    if (tab === tabs.active) select.setAttribute('aria-current', 'true');
    else select.removeAttribute('aria-current');
    close.setAttribute('aria-label', `Close ${title}`);
  }
  arrange(
    list,
    tabs.all.map((tab) => items.get(tab).item),
  );
}

function create(tab, { onSelect, onClose, onRename }) {
  const select = element.button({
    title: 'F2 or double-click renames, Delete closes',
    click: () => onSelect(tab),
    dblclick: () => rename(tab, select, onRename),
    auxclick: ({ button }) => button === 1 && onClose(tab),
    keydown: ({ key }) => {
      if (key === 'F2') rename(tab, select, onRename);
      if (key === 'Delete') onClose(tab);
    },
  });
  const close = element.button({ class: 'close', click: () => onClose(tab) }, '×');
  const parts = { item: element.li(select, close), select, close };
  items.set(tab, parts);
  return parts;
}

/** An empty name gives the tab the name of its operation again. */
const rename = (tab, select, onRename) =>
  openField(
    select,
    { value: select.textContent, 'aria-label': 'Name of the tab' },
    { acceptsOnLeave: true, onAccept: (name) => onRename(tab, name) },
  );

/** Moves the focus to the active tab. */
export function focusActiveTab() {
  const current = list.querySelector('[aria-current]');
  current?.focus();
  scrollToActiveTab();
}

export const scrollToActiveTab = () =>
  list.querySelector('li:has([aria-current])')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
