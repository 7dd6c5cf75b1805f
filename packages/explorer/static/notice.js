// Short messages above the page, with a way to undo the reported action.
import { element } from './dom.js';

const list = document.getElementById('notices');
/** Milliseconds; those with a button stay longer. */
const SHORT = 4000;
const LONG = 10_000;

/** @param action label and function of a button, such as Undo */
export function notify(text, action = null) {
  const end = () => {
    clearTimeout(timer);
    item.remove();
    // The button that had the focus is gone.
    if (document.activeElement === document.body) document.getElementById('run').focus();
  };
  const act = () => {
    action.run();
    end();
  };
  const item = element.div(
    element.span(text),
    action && element.button({ class: 'button', click: act }, action.label),
    element.button({ class: 'icon', 'aria-label': 'Dismiss', click: end }, '×'),
  );
  const timer = setTimeout(() => item.remove(), action === null ? SHORT : LONG);
  // One at a time: several would cover the response.
  list.replaceChildren(item);
}

/**
 * Reports an action, and undoes it on request.
 * @param show called after either
 */
export function notifyUndoable(text, undo, show) {
  const run = () => {
    undo();
    show();
  };
  show();
  notify(text, { label: 'Undo', run });
}
