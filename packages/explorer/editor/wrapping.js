// Wrapped lines are indented like their first part.
import { Decoration, EditorView, ViewPlugin } from '@codemirror/view';

/** Columns that a continued line is indented by, beyond the line itself; no more than this. */
const MORE = 2;
const MOST = 24;

function decorationsOf(view) {
  const ranges = [];
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const columns = Math.min(MOST, /^\s*/.exec(line.text)[0].length + MORE);
      const style = `padding-left: calc(${columns}ch + 6px); text-indent: -${columns}ch`;
      ranges.push(Decoration.line({ attributes: { style } }).range(line.from));
      at = line.to + 1;
    }
  return Decoration.set(ranges);
}

export const hangingIndent = [
  ViewPlugin.fromClass(
    class {
      constructor(view) {
        this.decorations = decorationsOf(view);
      }

      update(update) {
        if (update.docChanged || update.viewportChanged) this.decorations = decorationsOf(update.view);
      }
    },
    { decorations: ({ decorations }) => decorations },
  ),
  // Inherited, the indent would also move elements in a line, such as a fold mark.
  EditorView.theme({ '.cm-line > *': { textIndent: '0' } }),
];
