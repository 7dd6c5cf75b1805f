// The text editors of the explorer. `editor/bundle.ts` bundles this file with CodeMirror and graphql-js for browsers.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { lintKeymap } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { graphql } from 'cm6-graphql';
import { buildSchema, Kind, parse, print } from 'graphql';

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
  '.cm-matchingBracket': { backgroundColor: 'var(--selection) !important', outline: 'none' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--accent-soft)',
    border: 'none',
    color: 'var(--accent)',
    padding: '0 0.4em',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--line)',
    borderRadius: '0.5rem',
    boxShadow: 'var(--shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '18rem' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '0.15rem 0.6rem' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent)',
  },
  '.cm-completionInfo': { padding: '0.5rem 0.75rem', maxWidth: '24rem', fontFamily: 'var(--sans)' },
  '.cm-diagnostic': { fontFamily: 'var(--sans)', padding: '0.4rem 0.75rem' },
});

const COMMON = [COLORS, THEME, drawSelection(), EditorView.lineWrapping];

/**
 * Opens an editor in an element.
 * @param options.language `graphql`, `json`, or `response` for JSON that cannot be edited
 * @param options.label accessible name
 * @param options.sdl the schema, for completion and validation of GraphQL
 * @param options.onChange called with the text after each edit of the user
 * @param options.onRun called for Ctrl+Enter or ⌘Enter
 */
export function openEditor(parent, { language, label, sdl, onChange, onRun }) {
  const isResponse = language === 'response';
  const extensions = [
    COMMON,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    language === 'graphql' ? [lineNumbers(), graphql(buildSchema(sdl))] : json(),
    isResponse
      ? [EditorState.readOnly.of(true), EditorView.editable.of(false), foldGutter(), keymap.of(foldKeymap)]
      : [
          history(),
          bracketMatching(),
          closeBrackets(),
          indentOnInput(),
          autocompletion(),
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                onRun();
                return true;
              },
            },
            ...closeBracketsKeymap,
            ...completionKeymap,
            ...lintKeymap,
            ...defaultKeymap,
            ...historyKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) onChange(update.state.doc.toString());
          }),
        ],
  ];
  const stateOf = (doc) => EditorState.create({ doc, extensions });
  const view = new EditorView({ parent, state: stateOf('') });
  return {
    /** Replaces the text, and the history with it. */
    load: (text) => view.setState(stateOf(text)),
    /** Replaces the text in a way that can be undone. */
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    focus: () => view.focus(),
    get position() {
      return view.state.selection.main.head;
    },
  };
}

/** The operations of a document, with their place in it; none if it cannot be parsed. */
export function operationsIn(text) {
  try {
    return parse(text)
      .definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
      .map(({ name, operation, loc }) => ({
        name: name?.value ?? null,
        operation,
        from: loc.start,
        to: loc.end,
      }));
  } catch {
    return [];
  }
}

/** The document in canonical form, below its first comment. Null: it cannot be parsed, or printing would lose comments. */
export function formatted(text) {
  const [intro = ''] = /^(?:\s*#.*\n)*/.exec(text) ?? [];
  const rest = text.slice(intro.length);
  try {
    return rest.includes('#') ? null : `${intro}${print(parse(rest))}\n`;
  } catch {
    return null;
  }
}
