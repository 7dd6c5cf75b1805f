// The explorer: tabs, editors, and the runs that belong to the tabs.
import { copyText } from './copy.js';
import { formatted, openEditor, operationsIn } from './editor.js';
import { runOnce, runStream } from './execution.js';
import { chooseIdentity, chosenIdentity } from './identity.js';
import { showJson } from './json-view.js';
import { Tabs } from './tabs.js';

const { examples, sdl, identities } = JSON.parse(document.getElementById('settings').textContent);
const tabs = new Tabs(examples);
/** Runs by tab; a stream continues while another tab is shown. */
const runs = new Map();
/** Items of a stream that stay on the page. */
const MOST_EVENTS = 200;

const [runButton, identitySelect, tabList, meta, eventList, empty, resultPane, preset] = [
  'run',
  'identity',
  'tabs',
  'meta',
  'events',
  'empty',
  'result',
  'preset',
].map((id) => document.getElementById(id));

const edited = (name) => (text) => {
  tabs.active[name] = text;
  tabs.save();
  if (name === 'document') showTabs();
};
const editorOf = (name, language, label) =>
  openEditor(document.getElementById(name), {
    language,
    label,
    sdl,
    onChange: edited(name),
    onRun: toggleRun,
  });
const editors = {
  document: editorOf('document', 'graphql', 'Operation'),
  variables: editorOf('variables', 'json', 'Variables, as JSON'),
  headers: editorOf('headers', 'json', 'Headers, as JSON'),
};
const response = openEditor(resultPane, { language: 'response', label: 'Response' });

// Requests.

/** What the active tab sends. @throws Error whose message is fit for display */
function requestOf(tab) {
  const operations = operationsIn(tab.document);
  const position = editors.document.position;
  const operation = operations.find(({ from, to }) => position >= from && position <= to) ?? operations[0];
  return {
    isStream: operation?.operation === 'subscription',
    body: {
      query: tab.document,
      variables: objectIn(tab.variables, 'variables'),
      ...(operation?.name ? { operationName: operation.name } : {}),
    },
    headers: headersOf(tab),
  };
}

function headersOf(tab) {
  const own = objectIn(tab.headers, 'headers');
  const isGiven = Object.keys(own).some((name) => name.toLowerCase() === 'authorization');
  const identity = chosenIdentity(identities);
  return isGiven || !identity ? own : { authorization: identity.authorization, ...own };
}

function objectIn(text, name) {
  if (text.trim() === '') return {};
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`The ${name} are not a JSON object.`);
  return value;
}

async function toggleRun() {
  const tab = tabs.active;
  const running = runs.get(tab);
  if (running?.isOpen) return stop(running);
  const run = {
    tab,
    isOpen: true,
    abort: new AbortController(),
    status: 'Running…',
    result: null,
    events: null,
  };
  runs.set(tab, run);
  show();
  try {
    const { isStream, body, headers } = requestOf(tab);
    if (isStream) await followStream(run, body, headers);
    else await showResponse(run, body, headers);
  } catch (error) {
    if (run.isOpen) run.status = error instanceof TypeError ? 'The gateway did not respond.' : error.message;
  }
  run.isOpen = false;
  show();
}

async function showResponse(run, body, headers) {
  const { status, ms, size, result } = await runOnce(body, headers, run.abort.signal);
  const calls = result.extensions?.upstream?.calls;
  run.status = [
    String(status),
    `${Math.round(ms)} ms`,
    ...(calls === undefined ? [] : [`${calls} platform ${calls === 1 ? 'call' : 'calls'}`]),
    size < 1000 ? `${size} bytes` : `${(size / 1000).toFixed(1)} kB`,
    ...(result.errors ? [`${result.errors.length} ${result.errors.length === 1 ? 'error' : 'errors'}`] : []),
  ].join(' · ');
  run.result = result;
}

async function followStream(run, body, headers) {
  run.events = [];
  const refusal = await runStream(body, headers, run.abort.signal, {
    state: (state, detail) => {
      run.status = STATES[state](detail);
      show();
    },
    event: (result) => {
      run.events.unshift({ at: new Date(), result });
      run.events.splice(MOST_EVENTS);
      show();
    },
  });
  if (refusal) {
    run.events = null;
    run.result = refusal.result;
    run.status = `${refusal.status} · The stream was refused`;
  } else if (run.isOpen) run.status = 'The stream has ended';
}

const STATES = {
  connecting: (resumes) => (resumes ? 'Connecting again, after the last item received…' : 'Connecting…'),
  connected: (resumes) => (resumes ? 'Live, resumed after the last item received' : 'Live'),
  waiting: (seconds) => `The connection was lost. Next attempt in ${seconds} s…`,
};

function stop(run) {
  run.isOpen = false;
  run.status = 'Stopped';
  run.abort.abort();
  show();
}

// What the page shows.

const titleOf = ({ title, document: text }) => title ?? operationsIn(text)[0]?.name ?? 'New operation';

function showTabs() {
  tabList.replaceChildren(
    ...tabs.all.map((tab) => {
      const item = document.createElement('li');
      const select = document.createElement('button');
      select.textContent = titleOf(tab);
      if (runs.get(tab)?.isOpen) select.className = 'live';
      if (tab === tabs.active) select.setAttribute('aria-current', 'true');
      select.addEventListener('click', () => activate(tab));
      const close = document.createElement('button');
      close.className = 'close';
      close.textContent = '×';
      close.setAttribute('aria-label', `Close ${titleOf(tab)}`);
      close.addEventListener('click', () => closeTab(tab));
      item.append(select, close);
      return item;
    }),
  );
}

function activate(tab) {
  tabs.active = tab;
  tabs.save();
  load();
}

function closeTab(tab) {
  runs.get(tab)?.abort.abort();
  runs.delete(tab);
  tabs.close(tab);
  load();
}

/** Shows the active tab in the editors. */
function load() {
  const { document: text, variables, headers } = tabs.active;
  editors.document.load(text);
  editors.variables.load(variables);
  editors.headers.load(headers);
  document.getElementById('variables-pane').open = variables !== '';
  document.getElementById('headers-pane').open = headers !== '';
  show();
  tabList.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

let shownResult = null;

function show() {
  const run = runs.get(tabs.active);
  showTabs();
  runButton.textContent = run?.isOpen ? 'Stop' : 'Run';
  meta.textContent = run?.status ?? '';
  empty.hidden = run !== undefined;
  resultPane.hidden = !run?.result;
  eventList.hidden = !run?.events;
  if (run?.result && run.result !== shownResult) response.load(JSON.stringify(run.result, null, 2));
  shownResult = run?.result ?? null;
  if (run?.events) showEvents(run.events);
}

/** Adds the items that are new; the list has the newest first. */
function showEvents(events) {
  if (eventList.shown !== events) eventList.replaceChildren();
  eventList.shown = events;
  const [newest] = eventList.children;
  const known = newest ? events.findIndex((event) => event.item === newest) : events.length;
  for (const event of events.slice(0, known === -1 ? events.length : known).reverse()) {
    event.item = document.createElement('li');
    const time = document.createElement('time');
    time.dateTime = event.at.toISOString();
    time.textContent = event.at.toLocaleTimeString();
    const content = document.createElement('pre');
    showJson(content, event.result);
    event.item.append(time, content);
    eventList.prepend(event.item);
  }
  while (eventList.children.length > events.length) eventList.lastChild.remove();
}

function showIdentity() {
  const identity = chosenIdentity(identities);
  if (identitySelect) identitySelect.value = identity?.id ?? '';
  preset.hidden = identity === null;
  preset.textContent = identity ? `authorization: ${identity.authorization}` : '';
}

// Actions.

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curl() {
  const { isStream, body, headers } = requestOf(tabs.active);
  const lines = Object.entries({
    'content-type': 'application/json',
    ...(isStream ? { accept: 'text/event-stream' } : {}),
    ...headers,
  }).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)} \\\n`);
  const address = new URL('/graphql', location.href).href;
  return `curl -s${isStream ? 'N' : ''} ${address} \\\n${lines.join('')}  -d ${quoted(JSON.stringify(body))}`;
}

runButton.addEventListener('click', toggleRun);
identitySelect?.addEventListener('change', () => {
  chooseIdentity(identitySelect.value);
  showIdentity();
});
document.getElementById('new-tab').addEventListener('click', () => {
  tabs.open();
  load();
  editors.document.focus();
});
document.getElementById('format').addEventListener('click', () => {
  const text = formatted(tabs.active.document);
  if (text !== null) editors.document.replace(text);
});
document.getElementById('copy').addEventListener('click', async ({ currentTarget }) => {
  try {
    await copyText(curl(), currentTarget);
  } catch (error) {
    meta.textContent = error.message;
  }
});
document.getElementById('reset').addEventListener('click', () => {
  for (const run of runs.values()) run.abort.abort();
  runs.clear();
  tabs.restoreExamples();
  load();
});

showIdentity();
load();
