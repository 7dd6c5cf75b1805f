// The text editors of the explorer. `editor/bundle.ts` bundles this file with CodeMirror and graphql-js for browsers.
import {
  autocompletion,
  CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  insertCompletionText,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { diagnosticCount, forceLinting, lintGutter, lintKeymap, openLintPanel } from '@codemirror/lint';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorSelection, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, hoverTooltip, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { getSchema, graphql, updateSchema } from 'cm6-graphql';
import { buildSchema, Kind, parse, print, separateOperations } from 'graphql';
import { element, withCode } from '../static/dom.js';
import { searchPanel } from './search-panel.js';
import {
  completedField,
  fieldOfArguments,
  isInSelections,
  placeAt,
  toggled,
  toggledArgument,
} from './selection.js';
import {
  headersSupport,
  readJson,
  variablesProblem,
  variablesSkeleton,
  variablesSupport,
} from './variables.js';
import { hangingIndent } from './wrapping.js';

const COLORS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.definitionKeyword], color: 'var(--violet)' },
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
    { tag: [tags.string, tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warm)' },
    { tag: [tags.variableName, tags.special(tags.variableName)], color: 'var(--violet)' },
    { tag: [tags.comment, tags.lineComment], color: 'var(--quiet)', fontStyle: 'italic' },
  ]),
);

const THEME = EditorView.theme({
  '&': { height: '100%', fontSize: '0.875rem', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '0.75rem 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: 'none', color: 'var(--quiet)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection) !important',
  },
  '.cm-matchingBracket, .cm-selectionMatch': {
    backgroundColor: 'var(--selection) !important',
    outline: 'none',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--warm-soft)', outline: '1px solid var(--warm)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--selection)', outline: '2px solid var(--warm)' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--accent-soft)',
    border: 'none',
    color: 'var(--accent)',
    padding: '0 0.4em',
  },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '0.5rem 2rem 0.5rem 0.75rem', fontFamily: 'var(--sans)' },
  '.cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label': {
    fontSize: '0.8125rem',
    margin: '0.1rem 0.4rem 0.1rem 0',
  },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '0.25rem' },
  '.cm-textfield': {
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line)',
    borderRadius: '0.4rem',
    padding: '0.25rem 0.5rem',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line)',
    borderRadius: '0.4rem',
    padding: '0.25rem 0.6rem',
  },
  '.cm-panel.cm-search [name=close]': {
    color: 'var(--quiet)',
    fontSize: '1.1rem',
    padding: '0 0.5rem',
    right: '0.25rem',
    top: '0.35rem',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line)',
    borderRadius: '0.5rem',
    boxShadow: 'var(--shadow)',
  },
  // The tooltip itself must not clip: the documentation of a completion is a box beside it.
  '.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mono)',
    maxHeight: '18rem',
    borderRadius: '0.45rem',
  },
  '.cm-tooltip-autocomplete > ul > li': { padding: '0.15rem 0.6rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent)',
  },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal' },
  '.cm-tooltip.cm-completionInfo': {
    padding: '0.5rem 0.75rem',
    maxWidth: '24rem',
    fontFamily: 'var(--sans)',
    lineHeight: '1.45',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--danger)' },
  '.cm-diagnosticText': { color: 'var(--ink)' },
  '.cm-panel.cm-panel-lint ul': { maxHeight: '9rem' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': {
    backgroundColor: 'var(--accent-soft) !important',
    color: 'var(--ink) !important',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1.5px',
    textUnderlineOffset: '0.25em',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--danger-soft)' },
  '.cm-gutter-lint': { width: '1em' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0.35em 0.1em' },
  // A read-only text has no selection.
  '.cm-content[contenteditable=false]': { caretColor: 'transparent' },
  '.cm-panel.cm-search button, .cm-panel.cm-search label': { textTransform: 'capitalize' },
  '.cm-panel.cm-search [name=select]': { display: 'none' },
  '.cm-panel.cm-search:has(output)': { display: 'flex', alignItems: 'center' },
  '.cm-panel.cm-search:has(output) input[main-field]': { flex: '1', minWidth: '4rem', maxWidth: '16rem' },
  '.cm-panel.cm-search output': {
    minWidth: '4.5rem',
    color: 'var(--quiet)',
    fontSize: '0.8125rem',
  },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', padding: '0.4rem 0.75rem' },
});

const COMMON = [
  COLORS,
  THEME,
  drawSelection(),
  EditorView.lineWrapping,
  hangingIndent,
  search({ top: true }),
  highlightSelectionMatches(),
  keymap.of(searchKeymap),
];

/** Suggestions for introspection come last. */
const compareCompletions = (one, other) =>
  one.label.startsWith('__') - other.label.startsWith('__') || one.label.localeCompare(other.label);

/** The description of a suggested field, argument or value. Backticks enclose code. */
function describe({ documentation, deprecationReason, isDeprecated }) {
  const parts = [documentation, isDeprecated ? `Deprecated: ${deprecationReason ?? ''}` : null];
  const text = parts.filter(Boolean).join(' ').replaceAll(/\s+/g, ' ');
  return text === '' ? null : element.div(withCode(text));
}

/** Inserts a field together with what it needs to be valid. */
function insertField(view, { label }, from, to) {
  const { state } = view;
  const change = completedField(state.doc.toString(), from, to, getSchema(state), label);
  view.dispatch(
    change === null
      ? insertCompletionText(state, label, from, to)
      : {
          changes: change.changes,
          selection: EditorSelection.cursor(change.cursor),
          userEvent: 'input.complete',
          scrollIntoView: true,
        },
  );
}

/** Keywords of schema definitions, which cannot be run. */
const DEFINITIONS = /^(?:directive|enum|extend|input|interface|scalar|schema|type|union)$/;

/** The suggestions of `cm6-graphql`, which inserts names alone and gives no types of arguments. */
async function suggestions({ state, pos, explicit }) {
  const text = state.doc.toString();
  const isOpening = /[({]\s*$/.test(text.slice(0, pos)) && text[pos - 1] === '(';
  const [source] = state.languageDataAt('autocomplete', pos);
  const found = await source(new CompletionContext(state, pos, explicit || isOpening));
  if (!found) return null;
  const field = fieldOfArguments(text, pos, getSchema(state));
  const isOutside = field === null && !isInSelections(text, pos);
  const options = found.options
    .filter(({ label }) => !isOutside || !DEFINITIONS.test(label))
    .map((option) => {
      const argument = field?.args.find(({ name }) => name === option.label);
      return argument && option.detail === ''
        ? { ...option, detail: String(argument.type), apply: `${argument.name}: ` }
        : { ...option, apply: insertField };
    });
  return { ...found, options };
}

/** The field under the pointer: its type and description. */
const fieldHover = hoverTooltip((view, position) => {
  const { state } = view;
  const place = placeAt(state.doc.toString(), position, getSchema(state));
  const word = state.wordAt(position);
  const [type, name] = place?.field?.split('.') ?? [];
  if (!word || name !== state.sliceDoc(word.from, word.to)) return null;
  const field = getSchema(state).getType(type).getFields()[name];
  const create = () => ({
    dom: element.div(
      { class: 'field-hover' },
      element.code(`${name}: ${field.type}`),
      describe({ documentation: field.description }),
    ),
  });
  return { pos: word.from, end: word.to, above: true, create };
});

/** A language of an editor, with its support. */
export const graphqlLanguage = (schema, onShowInDocs) => [
  lineNumbers(),
  lintGutter(),
  autocompletion({ override: [suggestions] }),
  fieldHover,
  graphql(schema, { onShowInDocs, onCompletionInfoRender: describe }),
];
export const variablesLanguage = (context) => [
  json(),
  variablesSupport(context),
  placeholder('{ "name": "value" }'),
];
export const headersLanguage = () => [json(), headersSupport(), placeholder('{ "x-name": "value" }')];
export const responseLanguage = () => [
  json(),
  EditorState.readOnly.of(true),
  EditorView.editable.of(false),
  search({ createPanel: searchPanel }),
  foldGutter(),
  keymap.of(foldKeymap),
];

const editing = (commands) => [
  history(),
  bracketMatching(),
  closeBrackets(),
  indentOnInput(),
  autocompletion({ compareCompletions, icons: false }),
  keymap.of([
    // The page handles it: without this, the editor would insert an empty line.
    { key: 'Mod-Enter', run: () => commands.run() },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...lintKeymap,
    ...defaultKeymap,
    ...historyKeymap,
  ]),
];

/** An editor that shows one of several texts. Each keeps its cursor, its undo history and its scroll position. */
class Editor {
  #view;
  #extensions;
  #key = null;
  /** By key, for the texts that are not shown. */
  #kept = new Map();

  /**
   * @param options.language one of the languages above
   * @param options.label accessible name
   * @param options.onChange called with the text after each edit. Omitted: it cannot be edited
   * @param options.onRun called for Ctrl+Enter or ⌘Enter
   * @param options.onMove called after the cursor has moved, or the text has changed
   * @param options.onProblems called with the number of problems when it may have changed
   */
  constructor(parent, { language, label, onChange, onRun, onMove, onProblems }) {
    this.#extensions = [
      COMMON,
      language,
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      onChange === undefined
        ? []
        : editing({
            run: () => {
              onRun();
              return true;
            },
          }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange?.(update.state.doc.toString());
        if (update.docChanged || update.selectionSet) onMove?.();
        onProblems?.(diagnosticCount(update.state));
      }),
    ];
    this.#view = new EditorView({ parent, state: this.#stateOf('') });
  }

  #stateOf(doc) {
    return EditorState.create({ doc, extensions: this.#extensions });
  }

  /** Shows a text under a key: as it was left, if it was shown before and has not changed since. */
  show(key, text) {
    if (key === this.#key && this.text === text) return;
    const view = this.#view;
    if (this.#key !== null) this.#kept.set(this.#key, { state: view.state, scroll: view.scrollSnapshot() });
    this.#key = key;
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    if (kept?.state.doc.toString() === text) {
      view.setState(kept.state);
      view.dispatch({ effects: kept.scroll });
    } else view.setState(this.#stateOf(text));
  }

  /** Drops the state under a key. */
  forget(key) {
    this.#kept.delete(key);
    if (this.#key === key) this.#key = null;
  }

  /** Replaces the text in a way that can be undone. */
  replace(text) {
    this.#change({ from: 0, to: this.#view.state.doc.length, insert: text });
  }

  /** Makes changes that can be undone, and moves the cursor. */
  change(changes, cursor) {
    this.#change(changes);
    this.moveTo(cursor);
  }

  #change(changes) {
    this.#view.dispatch({ changes, annotations: isolateHistory.of('full') });
  }

  moveTo(position) {
    const cursor = Math.min(position, this.#view.state.doc.length);
    this.#view.dispatch({ selection: EditorSelection.cursor(cursor), scrollIntoView: true });
  }

  /** @param line, column from 1 */
  moveToLine(line, column) {
    const { doc } = this.#view.state;
    this.moveTo(doc.line(Math.min(line, doc.lines)).from + column - 1);
    this.focus();
  }

  focus() {
    this.#view.focus();
  }

  search() {
    openSearchPanel(this.#view);
  }

  /** Opens the list of problems. */
  showProblems() {
    openLintPanel(this.#view);
  }

  validate() {
    forceLinting(this.#view);
  }

  /** Switches completion and validation to another schema. */
  useSchema(schema) {
    if (getSchema(this.#view.state) !== schema) updateSchema(this.#view, schema);
  }

  get text() {
    return this.#view.state.doc.toString();
  }

  get position() {
    return this.#view.state.selection.main.head;
  }
}

export const openEditor = (parent, options) => new Editor(parent, options);

/** The operations of a document, with their place in it; none if it cannot be parsed. */
export function operationsIn(text) {
  try {
    return parse(text)
      .definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
      .map((definition) => ({
        definition,
        name: definition.name?.value ?? null,
        operation: definition.operation,
        from: definition.loc.start,
        to: definition.loc.end,
      }));
  } catch {
    return [];
  }
}

/** One operation of a document with the fragments that it uses. A document without others stays as it is written. */
export function operationAlone(text, name) {
  const document = parse(text);
  const isAlone = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length === 1;
  return isAlone ? text : print(separateOperations(document)[name ?? '']);
}

export { buildSchema, placeAt, readJson, toggled, toggledArgument, variablesProblem, variablesSkeleton };
