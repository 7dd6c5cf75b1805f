// Short messages above the page, with a way to undo what they report.
const list = document.getElementById('notices');
/** Milliseconds; those with a button stay longer. */
const SHORT = 4000;
const LONG = 10_000;

/** @param action label and function of a button, such as Undo */
export function notify(text, action = null) {
  const item = document.createElement('div');
  const message = document.createElement('span');
  message.textContent = text;
  item.append(message);
  const timer = setTimeout(() => item.remove(), action === null ? SHORT : LONG);
  const end = () => {
    clearTimeout(timer);
    item.remove();
    // The button that had the focus is gone.
    if (document.activeElement === document.body) document.getElementById('run').focus();
  };
  if (action !== null) {
    const button = document.createElement('button');
    button.className = 'button';
    button.textContent = action.label;
    button.addEventListener('click', () => {
      action.run();
      end();
    });
    item.append(button);
  }
  const close = document.createElement('button');
  close.className = 'icon';
  close.textContent = '×';
  close.setAttribute('aria-label', 'Dismiss');
  close.addEventListener('click', end);
  item.append(close);
  // One at a time: several would cover the response.
  list.replaceChildren(item);
}
