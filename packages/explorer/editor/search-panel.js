// The search in a text that cannot be edited: one row, with the number of matches and the current one.
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import { runScopeHandlers } from '@codemirror/view';
import { element } from '../static/dom.js';

/** Maximum matches that are counted. */
const MOST = 10_000;

/** Positions of the query's matches. */
function matchesOf(query, state) {
  const matches = [];
  if (!query.valid) return matches;
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done && matches.length < MOST; next = cursor.next())
    matches.push(next.value);
  return matches;
}

const actionButton = (name, label, title, click) =>
  element.button({ name, class: 'cm-button', title, 'aria-label': title, click }, label);

/** `createPanel` of CodeMirror's search. */
export function searchPanel(view) {
  const initial = getSearchQuery(view.state);
  const field = element.input({
    class: 'cm-textfield',
    type: 'text',
    value: initial.search,
    'main-field': 'true',
    'aria-label': 'Find',
    placeholder: 'Find',
    input: () => find(),
  });
  const isCaseSensitive = element.input({
    type: 'checkbox',
    checked: initial.caseSensitive,
    'aria-label': 'Match case',
    change: () => find(),
  });
  const count = element.output();
  let matches = matchesOf(initial, view.state);

  const showCount = () => {
    const { from, to } = view.state.selection.main;
    const chosen = matches.findIndex((match) => match.from === from && match.to === to);
    const total = matches.length < MOST ? matches.length : `${MOST}+`;
    if (field.value === '') count.textContent = '';
    else if (chosen === -1) count.textContent = matches.length === 0 ? 'No match' : String(total);
    else count.textContent = `${chosen + 1} of ${total}`;
  };
  /** Searches the typed text, and selects the first match after the cursor. */
  const find = () => {
    const query = new SearchQuery({
      search: field.value,
      caseSensitive: isCaseSensitive.checked,
      literal: true,
    });
    matches = matchesOf(query, view.state);
    const { from } = view.state.selection.main;
    const match = matches.find((candidate) => candidate.from >= from) ?? matches[0];
    view.dispatch({
      effects: setSearchQuery.of(query),
      ...(match && { selection: { anchor: match.from, head: match.to }, scrollIntoView: true }),
    });
    showCount();
  };

  const dom = element.div(
    { class: 'cm-search' },
    field,
    count,
    actionButton('prev', '↑', 'Previous match (Shift+Enter)', () => findPrevious(view)),
    actionButton('next', '↓', 'Next match (Enter)', () => findNext(view)),
    element.label({ title: 'Match case' }, isCaseSensitive, 'Aa'),
    actionButton('close', '×', 'Close the search', () => {
      closeSearchPanel(view);
      view.focus();
    }),
  );
  dom.addEventListener('keydown', (event) => {
    if (runScopeHandlers(view, event, 'search-panel')) return event.preventDefault();
    if (event.key !== 'Enter' || event.target !== field) return;
    event.preventDefault();
    if (event.shiftKey) findPrevious(view);
    else findNext(view);
  });
  return {
    dom,
    top: true,
    mount: () => field.select(),
    update: ({ docChanged, selectionSet, state }) => {
      if (docChanged) matches = matchesOf(getSearchQuery(state), state);
      if (docChanged || selectionSet) showCount();
    },
  };
}
