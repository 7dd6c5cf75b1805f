// The items of an event stream, newest first, with the events of its connection in between.
import { arrange, counted, element } from './dom.js';
import { shortJson, showJson } from './json-view.js';

/** Items that a log holds, and those of them on the page. */
const MOST = 5000;
const MOST_SHOWN = 200;

/** Members of an item that describe its position in the stream, not its content. */
const POSITION = new Set(['__typename', 'cursor', 'gap', 'replayed']);

/** The log of one stream. */
export class LiveLog {
  /** Newest first. */
  #entries = [];
  /** While paused: the entries that came since are not shown. */
  #waiting = null;
  filter = '';
  /** Items that pass the filter. */
  matches = 0;

  addEvent(result) {
    this.#add({ at: new Date(), result, gap: gapIn(result) });
  }

  /** @param isWarning whether the note is a warning */
  addNote(text, isWarning = false) {
    this.#add({ at: new Date(), note: text, isWarning });
  }

  #add(entry) {
    if (this.#waiting !== null) this.#waiting += 1;
    this.#entries.unshift(entry);
    this.#entries.splice(MOST);
  }

  get isPaused() {
    return this.#waiting !== null;
  }

  set isPaused(isPaused) {
    this.#waiting = isPaused ? 0 : null;
  }

  get waiting() {
    return this.#waiting ?? 0;
  }

  get events() {
    return this.#entries.filter(({ result }) => result);
  }

  get gaps() {
    return this.#entries.filter(({ gap }) => gap).length;
  }

  /** The items as JSON lines, oldest first. */
  get text() {
    return this.events
      .toReversed()
      .map(({ at, result }) => `${JSON.stringify({ at: at.toISOString(), ...result })}\n`)
      .join('');
  }

  /** Shows the items that pass the filter. */
  showIn(list) {
    const term = this.filter.trim().toLowerCase();
    const passes = (entry) => {
      if (term === '') return true;
      entry.search ??= (entry.note ?? JSON.stringify(entry.result)).toLowerCase();
      return entry.search.includes(term);
    };
    const matching = this.#entries.slice(this.waiting).filter(passes);
    this.matches = matching.filter(({ result }) => result).length;
    const shown = matching.slice(0, MOST_SHOWN);
    for (const entry of shown) entry.item ??= itemOf(entry);
    // The newest item is open; the visitor may open and close others.
    const newest = shown.find(({ result }) => result);
    for (const entry of shown)
      if (entry.result && !entry.isKept) entry.item.firstChild.open = entry === newest;
    arrange(
      list,
      shown.length > 0 || term === ''
        ? shown.map(({ item }) => item)
        : [element.li({ class: 'note' }, `Nothing matches “${this.filter.trim()}”.`)],
    );
  }
}

/** The gap of an item: events may be missing before it. */
const gapIn = ({ data }) => Object.values(data ?? {}).find((value) => value?.gap)?.gap ?? null;
const isReplayed = ({ data }) => Object.values(data ?? {}).some((value) => value?.replayed === true);

/** The values of an item in one line. */
function digestOf(value) {
  if (typeof value !== 'object' || value === null) return value === null ? [] : [String(value)];
  return Object.entries(value).flatMap(([name, member]) => (POSITION.has(name) ? [] : digestOf(member)));
}

function itemOf(entry) {
  const { at, result, note, isWarning, gap } = entry;
  const time = element.time({ datetime: at.toISOString() }, at.toLocaleTimeString());
  if (note !== undefined) return element.li({ class: isWarning ? 'note warning' : 'note' }, time, ' ', note);
  const content = element.pre();
  showJson(content, shortJson(result));
  const heading = element.summary(
    {
      click: () => {
        entry.isKept = true;
      },
    },
    time,
    isReplayed(result) ? element.span({ class: 'badge no' }, 'replayed') : null,
    gap
      ? element.span(
          { class: 'badge warning' },
          `gap${gap.reason ? ` (${gap.reason})` : ''}: events may be missing before this item`,
        )
      : null,
    element.span({ class: 'digest' }, digestOf(result).join(' · ') || '—'),
  );
  return element.li({ class: gap ? 'gap' : null }, element.details(heading, content));
}

/** The summary of a log for the controls. */
export const logSummary = (log) =>
  [
    `${log.filter.trim() === '' ? '' : `${log.matches} of `}${counted(log.events.length, 'item')}`,
    log.gaps > 0 ? counted(log.gaps, 'gap') : null,
    log.isPaused ? `paused, ${log.waiting} waiting` : null,
  ]
    .filter(Boolean)
    .join(' · ');
