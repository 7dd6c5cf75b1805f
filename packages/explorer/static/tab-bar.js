// The list of tabs. Its elements stay the same as long as their tabs, so that the focus stays where it is.
const list = document.getElementById('tabs');
const items = new Map();

/**
 * Shows the tabs.
 * @param options.titleOf the title of a tab
 * @param options.isLive, options.isLost whether a run of a tab is open, or has lost its connection
 * @param options.onSelect, options.onClose called with a tab
 */
export function showTabBar(tabs, { titleOf, isLive, isLost, onSelect, onClose, onRename }) {
  for (const [tab, { item }] of items) {
    if (tabs.all.includes(tab)) continue;
    item.remove();
    items.delete(tab);
  }
  for (const [index, tab] of tabs.all.entries()) {
    const parts = items.get(tab) ?? create(tab, { onSelect, onClose, onRename });
    const title = titleOf(tab);
    if (parts.select.textContent !== title) parts.select.textContent = title;
    parts.select.classList.toggle('live', isLive(tab));
    parts.select.classList.toggle('lost', isLost(tab));
    if (tab === tabs.active) parts.select.setAttribute('aria-current', 'true');
    else parts.select.removeAttribute('aria-current');
    parts.close.setAttribute('aria-label', `Close ${title}`);
    if (list.children[index] !== parts.item) list.insertBefore(parts.item, list.children[index] ?? null);
  }
}

function create(tab, { onSelect, onClose, onRename }) {
  const item = document.createElement('li');
  const select = document.createElement('button');
  select.addEventListener('click', () => onSelect(tab));
  select.addEventListener('dblclick', () => rename(tab, select, onRename));
  select.addEventListener('auxclick', ({ button }) => button === 1 && onClose(tab));
  select.addEventListener('keydown', ({ key }) => {
    if (key === 'F2') rename(tab, select, onRename);
    if (key === 'Delete') onClose(tab);
  });
  select.title = 'F2 or double-click renames, Delete closes';
  const close = document.createElement('button');
  close.className = 'close';
  close.textContent = '×';
  close.addEventListener('click', () => onClose(tab));
  item.append(select, close);
  const parts = { item, select, close };
  items.set(tab, parts);
  return parts;
}

/** An empty name gives the tab the name of its operation again. */
function rename(tab, select, onRename) {
  const input = document.createElement('input');
  input.className = 'field';
  input.value = select.textContent;
  input.setAttribute('aria-label', 'Name of the tab');
  let isOpen = true;
  const end = (isAccepted) => {
    if (!isOpen) return;
    isOpen = false;
    input.replaceWith(select);
    select.focus();
    if (isAccepted) onRename(tab, input.value.trim());
  };
  input.addEventListener('keydown', (event) => {
    event.stopPropagation();
    if (event.key === 'Enter' || event.key === 'Escape') end(event.key === 'Enter');
  });
  input.addEventListener('blur', () => end(true));
  select.replaceWith(input);
  input.select();
}

/** Moves the focus to the active tab. */
export function focusActiveTab() {
  const current = list.querySelector('[aria-current]');
  current?.focus();
  scrollToActiveTab();
}

export const scrollToActiveTab = () =>
  list.querySelector('li:has([aria-current])')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
