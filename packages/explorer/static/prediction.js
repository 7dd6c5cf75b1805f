// The platform calls that the operation at the cursor will make, while it is written.
import { counted, element, withCode } from './dom.js';

const view = document.getElementById('prediction');
const summary = document.getElementById('prediction-summary');
const list = document.getElementById('prediction-calls');
/** Milliseconds without a key press before a request. */
const PAUSE = 250;
/** Characters of an address that every server accepts. */
const LONGEST = 6000;

let timer;
let asked = '';

/** @param read returns the request: `{ query, variables, operation }`, texts; null if there is nothing to predict */
export function follow(read) {
  clearTimeout(timer);
  timer = setTimeout(() => void ask(read()), PAUSE);
}

async function ask(sent) {
  const address = sent && `/explore/prediction.json?${new URLSearchParams(sent)}`;
  if (address === asked) return;
  asked = address;
  const isAskable = address !== null && address.length <= LONGEST;
  const predicted = isAskable
    ? await fetch(address)
        .then((response) => response.json())
        .catch(() => null)
    : null;
  // Something else was written meanwhile.
  if (address !== asked) return;
  view.hidden = predicted === null;
  if (predicted) show(predicted);
}

function show({ calls, routes }) {
  summary.textContent = `Predicted: at most ${counted(calls, 'platform call')}`;
  list.replaceChildren(
    ...routes.map(({ route, calls: own, reasons }) =>
      element.li(
        element.code(route),
        ` ${own} × `,
        ...reasons.flatMap(({ field, often }, index) => [
          index === 0 ? '' : '; ',
          element.code(field),
          ' ',
          ...withCode(often),
        ]),
      ),
    ),
  );
}
