// The response of the active tab: as JSON, as a table, with its platform calls, or as a live log.
import { copyText } from './copy.js';
import { counted, download, element, replaceKeepingFocus } from './dom.js';
import { errorList } from './error-list.js';
import { LiveLog, logSummary } from './live-log.js';
import { csvOf, listsIn, tableOf } from './table-view.js';
import { timelineOf } from './timeline.js';

const byId = (id) => document.getElementById(id);
const [meta, empty, errorPane] = ['meta', 'empty', 'errors'].map(byId);
const [resultPane, tablePane, callsPane, eventList] = ['result', 'table', 'calls', 'events'].map(byId);
const [views, listChoice, logControls] = ['views', 'list-choice', 'log-controls'].map(byId);
const [filter, pause] = ['log-filter', 'log-pause'].map(byId);

/** Views of a response. */
const VIEWS = ['json', 'table', 'calls'];

export class ResponsePane {
  #editor;
  #run = null;
  #view = 'json';
  #shown = null;
  /** Chosen list by path, when a response has several. */
  #list = null;

  #onLocation;

  /**
   * @param editor for JSON that cannot be edited
   * @param onLocation called with line and column when the visitor follows an error into the operation
   */
  constructor(editor, onLocation) {
    this.#editor = editor;
    this.#onLocation = onLocation;
    for (const view of VIEWS)
      byId(`view-${view}`).addEventListener('click', () => {
        this.#view = view;
        this.#show();
      });
    byId('search-response').addEventListener('click', () => this.search());
    byId('copy-response').addEventListener('click', ({ currentTarget }) =>
      copyText(this.#text(), currentTarget),
    );
    byId('download-response').addEventListener('click', () => this.#download());
    filter.addEventListener('input', () => {
      this.#run.log.filter = filter.value;
      this.#showLog();
    });
    pause.addEventListener('click', () => {
      const { log } = this.#run;
      log.isPaused = !log.isPaused;
      this.#show();
    });
    listChoice.addEventListener('change', () => {
      this.#list = listChoice.value;
      this.#shown = null;
      this.#show();
    });
  }

  /** @param run of the active tab, or null */
  show(run) {
    this.#run = run;
    this.#show();
  }

  forget(tab) {
    this.#editor.forget(tab.id);
  }

  /** Opens the search in the response. */
  search() {
    if (this.#run?.log) return filter.focus();
    if (!this.#run?.text) return;
    this.#view = 'json';
    this.#show();
    this.#editor.search();
  }

  focus() {
    const shown = [eventList, tablePane, callsPane].find((pane) => !pane.hidden);
    if (shown) shown.focus();
    else this.#editor.focus();
  }

  #show() {
    const run = this.#run;
    this.#showStatus();
    empty.hidden = run !== null;
    const { log = null, text = null } = run ?? {};
    const lists = listsOf(run);
    const upstream = run?.upstream ?? null;
    const isPossible = { json: text !== null, table: lists.length > 0, calls: upstream !== null };
    const view = isPossible[this.#view] ? this.#view : 'json';
    byId('view-table').title = isPossible.table ? '' : 'The response has no list.';
    byId('search-response').disabled = view !== 'json';
    for (const name of VIEWS) {
      const button = byId(`view-${name}`);
      button.disabled = !isPossible[name];
      button.setAttribute('aria-pressed', String(name === view));
    }
    views.hidden = text === null;
    logControls.hidden = log === null;
    byId('copy-response').hidden = byId('download-response').hidden = run === null || (!text && !log);
    byId('search-response').hidden = !text;
    resultPane.hidden = text === null || view !== 'json';
    tablePane.hidden = text === null || view !== 'table';
    callsPane.hidden = text === null || view !== 'calls';
    listChoice.hidden = tablePane.hidden || lists.length < 2;
    eventList.hidden = log === null;
    const errors = run?.result?.errors ?? [];
    errorPane.hidden = text === null || log !== null || errors.length === 0 || run.isStale === true;
    if (!errorPane.hidden && this.#shown?.text !== text)
      errorPane.replaceChildren(...errorList(errors, this.#onLocation));
    for (const pane of [resultPane, tablePane, callsPane])
      pane.classList.toggle('stale', run?.isStale === true);
    if (log) this.#showLog();
    if (text !== null && view === 'json') this.#editor.show(run.tab.id, text);
    if (text === null || (this.#shown?.text === text && this.#shown.view === view)) return;
    this.#shown = { text, view };
    if (view === 'table') this.#showTable(lists);
    if (view === 'calls') callsPane.replaceChildren(...timelineOf(upstream));
  }

  #showStatus() {
    const { status: known = null, details = [], action = null, log } = this.#run ?? {};
    const isPaused = known?.kind === 'live' && log?.isPaused === true;
    const status = isPaused ? { kind: 'busy', label: known.label.replace('Live', 'Paused') } : known;
    const parts = [
      status ? element.span({ class: `status ${status.kind}` }, status.label) : null,
      details.length > 0 ? element.span(details.join(' · ')) : null,
    ].filter(Boolean);
    // A status region that is written again with the same text would be read out again.
    const text = parts.map((part) => part.textContent).join(' ');
    if (meta.textContent !== text || meta.querySelector('.status')?.className !== parts[0]?.className)
      meta.replaceChildren(...parts.flatMap((part) => [part, ' ']).slice(0, -1));
    const button = byId('run-action');
    button.hidden = action === null;
    if (action) {
      button.textContent = action.label;
      button.onclick = action.run;
    }
  }

  #showLog() {
    const { log } = this.#run;
    if (filter.value !== log.filter) filter.value = log.filter;
    pause.hidden = !this.#run.isOpen;
    pause.setAttribute('aria-pressed', String(log.isPaused));
    pause.textContent = log.isPaused ? 'Resume' : 'Pause';
    log.showIn(eventList);
    const summary = logSummary(log);
    if (byId('log-summary').textContent !== summary) byId('log-summary').textContent = summary;
  }

  #showTable(lists) {
    const chosen = this.#listOf(lists);
    listChoice.replaceChildren(
      ...lists.map(({ path, rows }) =>
        element.option({ value: path, selected: path === chosen.path }, `${path} (${rows.length})`),
      ),
    );
    replaceKeepingFocus(tablePane, [tableOf(chosen, () => this.#showTable(lists))]);
  }

  #listOf(lists) {
    return lists.find(({ path }) => path === this.#list) ?? lists[0];
  }

  /** The current view, as text. */
  #text() {
    const { log, text } = this.#run;
    if (log) return log.text;
    return tablePane.hidden ? text : csvOf(this.#listOf(listsOf(this.#run)));
  }

  #download() {
    const { log, title } = this.#run;
    const name = title.replaceAll(/[^\w-]+/g, '-');
    if (log) download(`${name}.jsonl`, log.text, 'application/jsonl');
    else if (tablePane.hidden) download(`${name}.json`, this.#text(), 'application/json');
    else download(`${name}.csv`, this.#text(), 'text/csv');
  }
}

/** The lists in a response, found once. */
function listsOf(run) {
  if (!run?.result) return [];
  run.lists ??= listsIn(run.result.data);
  return run.lists;
}

export const newLog = () => new LiveLog();

const sizeOf = (length) => (length < 1000 ? `${length} bytes` : `${(length / 1000).toFixed(1)} kB`);

/** Status and details of a response, for its run. */
export function outcomeOf({ status, ms, text, result }) {
  const errors = result?.errors?.length ?? 0;
  const isFailed = status >= 400 || result === null || (errors > 0 && !result.data);
  const calls = result?.extensions?.upstream?.calls;
  const code = result?.errors?.[0]?.extensions?.code;
  return {
    status: {
      kind: isFailed ? 'error' : errors > 0 ? 'warning' : 'ok',
      label: isFailed ? `${status} ${code ?? 'Failed'}` : String(status),
    },
    details: [
      ...(errors > 0 ? [counted(errors, 'error')] : []),
      ...(ms === undefined ? [] : [`${Math.round(ms)} ms`]),
      ...(calls === undefined ? [] : [counted(calls, 'platform call')]),
      sizeOf(text.length),
    ],
  };
}
