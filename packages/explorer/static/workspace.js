// The tabs of one browser window. Each window stores its own, and a new window continues with those of a closed one.
import { readStored, store } from './storage.js';

/** The ID of this window, for as long as it is open. */
const OWN = 'gateway.explorer.window';
const STORED = 'gateway.explorer.window.';
const MOST_WINDOWS = 20;
/** Milliseconds that a reloaded window waits for itself to close. */
const HANDOVER = 500;

/** `saved` is the ID of the saved operation that a tab was opened from. */
const EMPTY = { title: null, document: '', variables: '', headers: '', saved: null };
const newId = () => Math.random().toString(36).slice(2);

/** Opens the tabs of this window. @param examples the tabs of the first visit */
export async function openWorkspace(examples) {
  const own = readStored(OWN, 'sessionStorage');
  const isOwn = own !== null && (await claim(own, HANDOVER));
  const id = isOwn ? own : own === null ? ((await claimClosed()) ?? newId()) : newId();
  if (!isOwn) await claim(id);
  store(OWN, id, 'sessionStorage');
  // A duplicated window starts with a copy. Without locks, so does a new one.
  const stored = storedTabs(id) ?? storedTabs(own) ?? (navigator.locks ? null : storedTabs(storedIds()[0]));
  return new Workspace(id, stored ?? { tabs: examples, active: 0 });
}

/** Whether this window is now the only one with an ID. Only secure contexts have locks. */
const claim = (id, patience = 0) =>
  new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    const options = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    const held = (lock) => {
      resolve(lock !== null);
      // Held until the window closes.
      return lock === null ? undefined : new Promise(() => {});
    };
    navigator.locks.request(STORED + id, options, held).catch(() => resolve(false));
  });

/** The window that was closed last, or null. */
async function claimClosed() {
  if (!navigator.locks) return null;
  for (const id of storedIds()) if (await claim(id)) return id;
  return null;
}

/** IDs of the stored windows, last used first. */
function storedIds() {
  const found = [];
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(STORED)) found.push({ id: key.slice(STORED.length), at: readStored(key)?.at ?? 0 });
  } catch {
    // No storage.
  }
  return found.sort((one, other) => other.at - one.at).map(({ id }) => id);
}

/** Null: nothing usable is stored. */
function storedTabs(id) {
  const { tabs, active } = (id && readStored(STORED + id)) || {};
  return Array.isArray(tabs) && tabs.length > 0 && tabs.every(isTab) ? { tabs, active } : null;
}

const isTab = (tab) => ['document', 'variables', 'headers'].every((name) => typeof tab?.[name] === 'string');

class Workspace {
  #id;
  /** Left to right. */
  all = [];
  active;
  /** Whether the browser has stored the tabs as they are. */
  isStored = true;

  constructor(id, { tabs, active }) {
    this.#id = id;
    this.all = tabs.map((tab) => ({ ...EMPTY, ...tab, id: newId() }));
    this.active = this.all[active] ?? this.all[0];
    for (const old of storedIds().slice(MOST_WINDOWS)) localStorage.removeItem(STORED + old);
  }

  /** Opens a tab with this content, or activates the one that has it. */
  open(content = {}) {
    const tab = { ...EMPTY, ...content, id: newId() };
    const isSame = (other) => ['document', 'variables', 'headers'].every((name) => other[name] === tab[name]);
    const known = tab.document === '' ? undefined : this.all.find(isSame);
    // An empty tab is replaced.
    const blank = this.all.findIndex((other) => other === this.active && isBlank(other));
    if (known) this.active = known;
    else {
      if (blank === -1 || isBlank(tab)) this.all.push(tab);
      else this.all[blank] = tab;
      this.active = tab;
    }
    this.save();
    return this.active;
  }

  /** Closes a tab; the last one leaves an empty tab. @returns where it was */
  close(tab) {
    const index = this.all.indexOf(tab);
    this.all.splice(index, 1);
    if (this.all.length === 0) this.all.push({ ...EMPTY, id: newId() });
    if (tab === this.active) this.active = this.all[Math.min(index, this.all.length - 1)];
    this.save();
    return index;
  }

  /** Undoes {@link close}. */
  reopen(tab, index) {
    if (this.all.length === 1 && isBlank(this.all[0])) this.all.pop();
    this.all.splice(index, 0, tab);
    this.activate(tab);
  }

  activate(tab) {
    this.active = tab;
    this.save();
  }

  save() {
    const tabs = this.all.map(({ id: _, ...tab }) => tab);
    const active = this.all.indexOf(this.active);
    this.isStored = store(STORED + this.#id, { at: Date.now(), tabs, active });
  }
}

export const isBlank = ({ document, variables, headers }) =>
  `${document}${variables}${headers}`.trim() === '';
