// The reference's search and copy buttons. Ctrl K, Cmd K or "/" opens the search, which loads its index then.
const reference = document.querySelector('.reference');
const dialog = document.querySelector('dialog.search');
const input = dialog.querySelector('input');
const list = dialog.querySelector('ul');
const none = dialog.querySelector('.none');
let chosen = 0;
let loading = null;

const loadIndex = () => {
  loading ??= new Promise((resolve) => {
    const script = document.createElement('script');
    script.src = reference.dataset.index;
    script.onload = () => resolve(globalThis.referenceIndex);
    script.onerror = () => {
      loading = null;
      resolve([]);
    };
    document.head.append(script);
  });
  return loading;
};

const ROOTS = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };

/** Addresses in the index start at the root of the gateway; a static copy has its own root and file names. */
const addressOf = (path) => {
  const { index } = reference.dataset;
  if (index.startsWith('/')) return path;
  const [page, anchor] = path.replace(/^\/schema\/?/, '').split('#');
  return index.replace(
    /search-index\.js$/,
    `${page === '' ? 'index' : page}.html${anchor ? `#${anchor}` : ''}`,
  );
};

const option = ([name, kind, path, description, owner], position) => {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = addressOf(path);
  link.tabIndex = -1;
  const part = (className, text) => {
    const element = document.createElement('span');
    element.className = className;
    element.textContent = text;
    return element;
  };
  link.id = `found-${position}`;
  link.setAttribute('role', 'option');
  link.append(
    part('kind', kind),
    part('name', owner === '' ? name : `${owner}${kind === 'guide' ? ' › ' : '.'}${name}`),
    part('about', description),
  );
  item.setAttribute('role', 'presentation');
  item.append(link);
  item.addEventListener('click', () => {
    if (link.pathname === location.pathname) dialog.close();
  });
  return item;
};

const choose = (position) => {
  const items = [...list.querySelectorAll('a')];
  if (items.length === 0) {
    input.removeAttribute('aria-activedescendant');
    return;
  }
  chosen = (position + items.length) % items.length;
  for (const [index, item] of items.entries()) item.setAttribute('aria-selected', String(index === chosen));
  input.setAttribute('aria-activedescendant', `found-${chosen}`);
  items[chosen].scrollIntoView({ block: 'nearest' });
};

const show = async () => {
  const text = input.value.trim();
  const index = await loadIndex();
  const found = globalThis.findInReference(index, text);
  if (text !== input.value.trim()) return;
  list.replaceChildren(...found.map(option));
  const reason = index.length === 0 ? 'The search could not be loaded.' : `Nothing matches “${text}”.`;
  none.textContent = found.length === 0 ? reason : '';
  choose(0);
};

const open = () => {
  if (dialog.open) return;
  input.value = '';
  dialog.showModal();
  input.focus();
  void show();
};

for (const button of document.querySelectorAll('.search-open')) {
  button.hidden = false;
  button.addEventListener('click', open);
  if (/Mac|iPhone|iPad/.test(navigator.platform)) button.querySelector('kbd').textContent = '⌘ K';
}
input.addEventListener('input', show);
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});
dialog.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown') choose(chosen + 1);
  else if (event.key === 'ArrowUp') choose(chosen - 1);
  // What was typed before the index came is found when it comes.
  else if (event.key === 'Enter') void loadIndex().then(() => list.querySelectorAll('a')[chosen]?.click());
  // A search field would keep the first one, to empty itself.
  else if (event.key === 'Escape') dialog.close();
  else return;
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
  const { activeElement } = document;
  // The field of the closed search has the focus until the browser draws the next frame.
  const isLeft = activeElement === input && !dialog.open;
  const isTyping = !isLeft && /^(INPUT|TEXTAREA|SELECT)$/.test(activeElement?.tagName ?? '');
  if (!isShortcut && (event.key !== '/' || isTyping)) return;
  event.preventDefault();
  open();
});

// On a page with many entries, the list of pages starts at the current one.
document.querySelector('aside [aria-current]')?.scrollIntoView({ block: 'center' });
// A phone shows it when it is asked for.
for (const button of document.querySelectorAll('.contents-open')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const isOpen = reference.classList.toggle('with-contents');
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) reference.querySelector('aside').scrollIntoView();
  });
}

for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  const [label] = button.childNodes;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.closest('.code').querySelector('code').textContent);
      label.data = 'Copied';
    } catch {
      label.data = 'Select and copy';
    }
    setTimeout(() => {
      label.data = 'Copy';
    }, 2000);
  });
}

// `/schema#Course.levels` redirects to the page of that field.
const { hash } = location;
if (/^#[A-Z]\w*(\.\w+)?$/.test(hash)) {
  const isNamed = ([name, kind, , , owner]) =>
    `#${[owner || ROOTS[kind], name].filter((part) => part).join('.')}` === hash;
  void loadIndex().then((index) => {
    const target = document.getElementById(hash.slice(1)) ? undefined : index.find(isNamed);
    if (target) location.replace(addressOf(target[2]));
  });
}
