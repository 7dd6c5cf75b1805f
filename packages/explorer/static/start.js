// The start page: code for the chosen client and identity, and the response to it.
import { codeFor } from './client-code.js';
import { copyText } from './copy.js';
import { element } from './dom.js';
import { post } from './execution.js';
import { chooseIdentity, chosenIdentity } from './identity.js';
import { showJson } from './json-view.js';
import { linkTo } from './share.js';

const { identities } = JSON.parse(document.getElementById('settings').textContent);
const endpoint = new URL('/graphql', location.href).href;
const radios = [...document.querySelectorAll('input[name=identity]')];
const clients = [...document.querySelectorAll('[data-client]')];
/** Shown without demo identities: the reader replaces the token. */
const OWN = {
  authorization: 'Bearer YOUR_ACCESS_TOKEN',
  document: 'query Me {\n  me { handle firstName }\n}',
};

/** One line is shorter in a terminal. */
const oneLine = (text) => text.replace(/\s+/g, ' ');

let client = 'curl';
/** Number of the latest request: earlier ones may respond later. */
let latest = 0;

const identity = () => chosenIdentity(identities) ?? identities[0] ?? OWN;

function showCode() {
  const chosen = identity();
  const { document: text, authorization } = chosen;
  document.getElementById('snippet').textContent = codeFor(client, {
    endpoint,
    document: client === 'curl' ? oneLine(text) : text,
    operation: 'query',
    variables: null,
    headers: { authorization },
  });
  document.getElementById('open').href = linkTo({ document: chosen.document, identity: chosen.id ?? null });
  for (const button of clients) button.setAttribute('aria-pressed', String(button.dataset.client === client));
}

function showIdentity() {
  const { id, about, authorization } = identity();
  for (const radio of radios) radio.checked = radio.value === id;
  if (about === undefined) return;
  document.getElementById('about').textContent = about;
  document.getElementById('credential').textContent = `authorization: ${authorization}`;
}

async function showAnswer() {
  const answer = document.getElementById('answer');
  if (!answer) return;
  const timing = document.getElementById('timing');
  const { authorization, document: query } = identity();
  latest += 1;
  const own = latest;
  const startedAt = performance.now();
  // Of another identity.
  answer.replaceChildren();
  timing.textContent = 'Waiting for the response…';
  timing.className = 'quiet';
  try {
    const response = await post({ query }, { authorization });
    const result = await response.json();
    if (own !== latest) return;
    timing.textContent = `Response, ${Math.round(performance.now() - startedAt)} ms`;
    showJson(answer, JSON.stringify(result, null, 2));
  } catch {
    if (own === latest) showFailure(timing);
  }
}

function showFailure(timing) {
  const retry = element.button({ class: 'button', click: showAnswer }, 'Try again');
  timing.className = 'failed';
  timing.replaceChildren('The gateway did not respond. ', retry);
}

function showAll() {
  showIdentity();
  showCode();
  return showAnswer();
}

document.getElementById('endpoint').textContent = endpoint;
for (const button of document.querySelectorAll('[data-copy]'))
  button.addEventListener('click', () =>
    copyText(document.getElementById(button.dataset.copy).textContent, button),
  );
for (const button of clients)
  button.addEventListener('click', () => {
    client = button.dataset.client;
    showCode();
  });
for (const radio of radios)
  radio.addEventListener('change', () => {
    chooseIdentity(radio.value);
    void showAll();
  });
void showAll();
