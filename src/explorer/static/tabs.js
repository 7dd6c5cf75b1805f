// The tabs of the explorer, kept in the browser between visits.
const KEY = 'gateway.explorer';
const MOST_TABS = 40;
/** Characters; browsers refuse more than some five million. */
const LONGEST = 1_000_000;

const EMPTY = { title: null, document: '', variables: '', headers: '' };

export class Tabs {
  #examples;
  /** Left to right. */
  all = [];
  active;

  /** @param examples the tabs of the first visit */
  constructor(examples) {
    this.#examples = examples.map(({ title, document, variables }) => ({
      ...EMPTY,
      title,
      document: document.trimEnd(),
      variables: variables ? JSON.stringify(variables, null, 2) : '',
    }));
    const stored = storedTabs();
    this.#fill(stored ?? { tabs: this.#examples, active: 0 });
  }

  open() {
    if (this.all.length >= MOST_TABS) return;
    this.active = { ...EMPTY };
    this.all.push(this.active);
    this.save();
  }

  /** Closes a tab; the last one leaves an empty tab. */
  close(tab) {
    const index = this.all.indexOf(tab);
    this.all.splice(index, 1);
    if (this.all.length === 0) this.open();
    else if (tab === this.active) this.active = this.all[Math.max(0, index - 1)];
    this.save();
  }

  /** Opens the examples that are missing, and restores those that were edited. */
  restoreExamples() {
    const others = this.all.filter(({ title }) => !this.#examples.some((example) => example.title === title));
    this.#fill({ tabs: [...this.#examples, ...others], active: 0 });
    this.save();
  }

  save() {
    const text = JSON.stringify({ tabs: this.all, active: this.all.indexOf(this.active) });
    try {
      if (text.length <= LONGEST) localStorage.setItem(KEY, text);
    } catch {
      // A browser without storage forgets the tabs when the page closes.
    }
  }

  #fill({ tabs, active }) {
    this.all = tabs.map((tab) => ({ ...tab }));
    this.active = this.all[active] ?? this.all[0];
  }
}

/** Null: nothing usable is stored. */
function storedTabs() {
  try {
    const { tabs, active } = JSON.parse(localStorage.getItem(KEY));
    const isUsable = tabs.length > 0 && tabs.length <= MOST_TABS && tabs.every(isTab);
    return isUsable ? { tabs, active } : null;
  } catch {
    return null;
  }
}

const isTab = (tab) => ['document', 'variables', 'headers'].every((name) => typeof tab?.[name] === 'string');
