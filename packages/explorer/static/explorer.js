// The explorer: tabs, editors, and the runs that belong to the tabs.
import { codeFor } from './client-code.js';
import { copyText } from './copy.js';
import { counted } from './dom.js';
import { Drawer } from './drawer.js';
import {
  buildSchema,
  graphqlLanguage,
  headersLanguage,
  openEditor,
  operationAlone,
  operationsIn,
  placeAt,
  readJson,
  responseLanguage,
  toggled,
  toggledArgument,
  variablesLanguage,
  variablesProblem,
  variablesSkeleton,
} from './editor.js';
import { runOnce, runStream } from './execution.js';
import { chooseIdentity, chosenIdentity } from './identity.js';
import { openLibrary } from './library.js';
import { notify, notifyUndoable } from './notice.js';
import { entries, record } from './operation-history.js';
import { follow } from './prediction.js';
import { newLog, outcomeOf, ResponsePane } from './response-pane.js';
import { SchemaChanges, summaryOf } from './schema-changes.js';
import { contentOf, linkTo } from './share.js';
import { makeSplit } from './split.js';
import { readStored, store } from './storage.js';
import { focusActiveTab, scrollToActiveTab, showTabBar } from './tab-bar.js';
import { isBlank, openWorkspace } from './workspace.js';

const settings = JSON.parse(document.getElementById('settings').textContent);
const { identities } = settings;
const byId = (id) => document.getElementById(id);
const runButton = byId('run');
const identitySelect = byId('identity');
const copyClient = byId('copy-client');
const COPY_CLIENT = 'gateway.explorer.client';
/** Milliseconds between two looks at the schema while the page is visible: an unchanged one is not sent again. */
const SCHEMA_CHECK = 10_000;
const readSchema = async () => {
  const response = await fetch(settings.schema);
  return { tag: response.headers.get('etag'), text: await response.text() };
};

const examples = settings.examples.map(({ title, document: text, variables }) => ({
  title,
  document: text.trimEnd(),
  variables: variables ? JSON.stringify(variables, null, 2) : '',
  headers: '',
}));
const [sdl, tabs] = await Promise.all([readSchema(), openWorkspace(examples)]);
let schema = buildSchema(sdl.text);
const changes = new SchemaChanges(buildSchema);
/** Runs by tab; a stream continues while another tab is shown. */
const runs = new Map();

// Editors.

const edited = (name) => (text) => {
  tabs.active[name] = text;
  save();
  if (name === 'headers') showIdentity();
  if (name !== 'document') return showWhatIsSent();
  showTabs();
  editors.variables.validate();
  follow(toPredict);
};
let wasStored = true;
function save() {
  tabs.save();
  if (wasStored && !tabs.isStored)
    notify(
      'This browser has no room for these tabs: they are lost when the window closes. Clear the history, or close some.',
    );
  wasStored = tabs.isStored;
}

/** The request to predict calls of. Null: it cannot be sent. */
function toPredict() {
  const operation = activeOperation();
  const { document: query, variables } = tabs.active;
  if (!operation || variablesProblem(variables, operationContext())) return null;
  return { query, variables, operation: operation.name ?? '' };
}

/** The operation that the variables are for. */
const operationContext = () => ({ definition: activeOperation()?.definition ?? null, schema });
const editors = {
  document: openEditor(byId('document'), {
    language: graphqlLanguage(schema, (field, type, parent) => {
      openPanel('docs');
      if (field && parent) drawer.showTypeOrField(parent, field);
      else if (type) drawer.showTypeOrField(type.replaceAll(/[[\]!]/g, ''));
    }),
    label: 'Operation',
    onChange: edited('document'),
    onRun: toggleRun,
    onMove: () => {
      drawer.follow();
      showWhatIsSent();
    },
    onProblems: showProblems,
  }),
  variables: openEditor(byId('variables'), {
    language: variablesLanguage(operationContext),
    label: 'Variables, as JSON',
    onChange: edited('variables'),
    onRun: toggleRun,
  }),
  headers: openEditor(byId('headers'), {
    language: headersLanguage(),
    label: 'Headers, as JSON',
    onChange: edited('headers'),
    onRun: toggleRun,
  }),
};
const response = new ResponsePane(
  openEditor(byId('result'), { language: responseLanguage(), label: 'Response' }),
  (line, column) => editors.document.moveToLine(line, column),
);

/** Shows the number of the operation's problems under the editor. */
function showProblems(count) {
  const problems = byId('problems');
  problems.hidden = count === 0;
  problems.textContent = counted(count, 'problem');
}

const drawer = new Drawer({
  get schema() {
    return schema;
  },
  place: () => placeAt(editors.document.text, editors.document.position, schema),
  toggle: (type, field) => {
    const { text, position } = editors.document;
    const change = toggled(text, position, schema, type, field);
    if (change) editors.document.change(change.changes, change.cursor);
  },
  toggleArgument: (name) => {
    const { text, position } = editors.document;
    const change = toggledArgument(text, position, schema, name);
    if (change) editors.document.change(change.changes, change.cursor);
  },
  moveTo: (position) => {
    editors.document.moveTo(position);
    editors.document.focus();
  },
  changes,
});

// Requests.

/** The operation at the cursor of the active tab. */
function activeOperation() {
  const operations = operationsIn(tabs.active.document);
  const { position } = editors.document;
  return operations.find(({ from, to }) => position >= from && position <= to) ?? operations[0];
}

/** The sender of a request whose headers have a credential. */
const OWN_HEADER = 'with your own header';

/** A request that cannot be sent as it is, with the pane to correct. */
class Unsendable extends Error {
  constructor(message, pane) {
    super(message);
    this.pane = pane;
  }
}

/** The request of the active tab. @throws Unsendable */
function requestOf(tab) {
  const operation = activeOperation();
  const problem = variablesProblem(tab.variables, { definition: operation?.definition ?? null, schema });
  if (problem) throw new Unsendable(problem, 'variables');
  const own = headersIn(tab.headers);
  const isGiven = Object.keys(own).some((name) => name.toLowerCase() === 'authorization');
  const identity = chosenIdentity(identities);
  return {
    isStream: operation?.operation === 'subscription',
    isWrite: operation?.operation === 'mutation',
    identity: isGiven ? null : identity,
    /** The owner of its credential. */
    sender: isGiven ? OWN_HEADER : identity ? `as ${identity.role}` : 'signed out',
    body: {
      query: tab.document,
      variables: readJson(tab.variables),
      ...(operation?.name ? { operationName: operation.name } : {}),
    },
    headers: isGiven || !identity ? own : { authorization: identity.authorization, ...own },
  };
}

function headersIn(text) {
  try {
    const value = readJson(text);
    return Object.fromEntries(new Headers(value)) && value;
  } catch {
    throw new Unsendable('The headers are not a JSON object of names and values.', 'headers');
  }
}

async function toggleRun() {
  const tab = tabs.active;
  const running = runs.get(tab);
  if (running?.isOpen) return stop(running);
  let request;
  try {
    request = requestOf(tab);
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    runs.set(tab, {
      ...stale(running),
      tab,
      title: titleOf(tab),
      status: { kind: 'error', label: 'Not sent' },
      details: [error.message],
      action: error.pane === 'variables' ? fillIn(tab) : null,
    });
    show();
    openPane(error.pane);
    return;
  }
  const run = {
    ...stale(running),
    tab,
    title: titleOf(tab),
    isOpen: true,
    isStream: request.isStream,
    abort: new AbortController(),
    sender: request.sender,
    identityId: request.identity?.id ?? '',
    status: { kind: 'busy', label: 'Running…' },
    details: [],
  };
  runs.set(tab, run);
  record({ ...tab, id: undefined, kind: 'run', headers: '', title: titleOf(tab), sender: request.sender });
  library.show();
  show();
  try {
    if (request.isStream) await followStream(run, request);
    else await showResponse(run, request);
  } catch (error) {
    if (run.isOpen) {
      run.status = {
        kind: 'error',
        label: error instanceof TypeError ? 'The gateway did not respond' : error.message,
      };
      run.details = [
        request.isWrite
          ? 'The outcome is unknown. Check whether it took effect before you run it again.'
          : 'Run it again once the gateway is back.',
      ];
    }
  }
  run.isOpen = false;
  run.action = null;
  show();
}

/** The parts of the previous run that stay on screen until there is another response. */
const stale = (run) =>
  run?.text ? { text: run.text, result: run.result, upstream: run.upstream, isStale: true } : {};

/** Adds the required variables that are missing. */
function fillIn(tab) {
  const text = variablesSkeleton(tab.variables, operationContext());
  return (
    text && {
      label: 'Fill in',
      run: () => {
        editors.variables.replace(text);
        openPane('variables');
      },
    }
  );
}

/** Splits a response into its views. The report on platform calls has a view of its own. */
function take(run, { status, ms, text, result }) {
  Object.assign(run, outcomeOf({ status, ms, text, result }), { isStale: false, lists: undefined });
  run.details.push(run.sender);
  run.upstream = result?.extensions?.upstream ?? null;
  run.result = result;
  if (run.upstream) {
    const { upstream: _, ...extensions } = result.extensions;
    run.result = { ...result, extensions };
    if (Object.keys(extensions).length === 0) delete run.result.extensions;
  }
  run.text = result ? JSON.stringify(run.result, null, 2) : text;
}

async function showResponse(run, { body, headers }) {
  take(run, await runOnce(body, headers, run.abort.signal));
}

async function followStream(run, { body, headers }) {
  run.log = newLog();
  const live = (label) => ({ kind: 'live', label: `${label} ${run.sender}` });
  let isLost = false;
  Object.assign(run, { text: null, result: null, upstream: null, isStale: false });
  const refusal = await runStream(body, headers, run.abort.signal, {
    state: (state, detail, tryNow) => {
      run.retry = tryNow ? { label: 'Try now', run: tryNow } : null;
      if (state === 'connecting')
        run.status = { kind: 'busy', label: detail ? 'Connecting again…' : 'Connecting…' };
      if (state === 'connected') {
        run.status = live('Live');
        run.details = detail ? ['resumed after the last item received'] : [];
        if (isLost) run.log.addNote('Connected again, after the last item received.');
        isLost = false;
      }
      if (state === 'waiting') {
        // Attempts that fail are not further losses.
        if (!isLost) run.log.addNote('The connection was lost.', true);
        isLost = true;
        run.status = { kind: 'warning', label: 'The connection was lost.' };
        run.details = [`Next attempt in ${detail} s`];
      }
      show();
    },
    event: (result) => {
      run.log.addEvent(result);
      show();
    },
  });
  if (refusal) {
    run.log = null;
    take(run, refusal);
    run.details.unshift('The stream was refused');
  } else if (run.isOpen) {
    run.status = { kind: 'ok', label: 'The stream has ended' };
    run.details = [run.sender];
  }
}

function stop(run) {
  run.isOpen = false;
  run.action = null;
  run.status = { kind: 'busy', label: 'Stopped' };
  run.details = [run.sender];
  run.abort.abort();
  show();
}

// Display.

const titleOf = ({ title, document: text }) => title ?? operationsIn(text)[0]?.name ?? 'New operation';

const showTabs = () =>
  showTabBar(tabs, {
    titleOf,
    isLive: (tab) => runs.get(tab)?.isOpen === true,
    isLost: (tab) => runs.get(tab)?.status.kind === 'warning',
    onSelect: activate,
    onClose: closeTab,
    onRename: (tab, name) => {
      tab.title = name === '' ? null : name;
      save();
      showTabs();
    },
  });

function activate(tab) {
  tabs.activate(tab);
  load();
}

/** Closes a tab. It can be undone, and the history keeps its content. */
function closeTab(tab) {
  const run = runs.get(tab);
  if (run?.isOpen) stop(run);
  runs.delete(tab);
  response.forget(tab);
  const index = tabs.close(tab);
  load();
  focusActiveTab();
  if (isBlank(tab)) return;
  record({ ...tab, id: undefined, kind: 'closed', title: titleOf(tab) });
  library.show();
  notify(`${titleOf(tab)} was closed.`, {
    label: 'Undo',
    run: () => {
      tabs.reopen(tab, index);
      if (run) runs.set(tab, run);
      load();
      focusActiveTab();
    },
  });
}

/** Opens a tab with this content. */
function openTab(content) {
  tabs.open(content);
  load();
  editors.document.focus();
}

/** Shows the active tab in the editors. */
function load() {
  const { id, document: text, variables, headers } = tabs.active;
  editors.document.show(id, text);
  editors.document.useSchema(schema);
  editors.variables.show(id, variables);
  editors.headers.show(id, headers);
  byId('variables-pane').open = variables.trim() !== '';
  byId('headers-pane').open = variables.trim() === '' && headers.trim() !== '';
  drawer.follow();
  showWhatIsSent();
  show();
  scrollToActiveTab();
}

function show() {
  const run = runs.get(tabs.active) ?? null;
  if (run?.isOpen && run.log) run.action = otherIdentity(run) ?? run.retry ?? null;
  showTabs();
  runButton.textContent = run?.isOpen ? 'Stop' : 'Run';
  runButton.classList.toggle('stop', run?.isOpen === true);
  showIdentity();
  response.show(run);
}

/** A stream keeps the identity that opened it; this offers to reopen it with the current one. */
function otherIdentity(run) {
  const identity = chosenIdentity(identities);
  if (run.sender === OWN_HEADER || (identity?.id ?? '') === run.identityId) return null;
  return {
    label: `Restart as ${identity?.role ?? 'Nobody'}`,
    run: async () => {
      stop(run);
      runButton.focus();
      await toggleRun();
    },
  };
}

function showIdentity() {
  const identity = chosenIdentity(identities);
  if (identitySelect) identitySelect.value = identity?.id ?? '';
  const { headers } = tabs.active;
  const isOverruled = /"authorization"\s*:/i.test(headers);
  identitySelect?.parentElement.classList.toggle('overruled', isOverruled);
  byId('own-header').hidden = !isOverruled;
  byId('preset').hidden = identity === null || isOverruled;
  byId('preset').textContent = identity ? `authorization: ${identity.authorization}` : '';
}

/** Shows beside the names of variables and headers whether they have problems, or any content. */
function showWhatIsSent() {
  follow(toPredict);
  const { variables, headers } = tabs.active;
  const problems = {
    variables: variablesProblem(variables, operationContext()),
    headers: headersProblem(headers),
  };
  for (const [name, problem] of Object.entries(problems)) {
    const note = byId(`${name}-note`);
    note.textContent = problem ?? (tabs.active[name].trim() === '' ? '' : 'set');
    note.classList.toggle('wrong', problem !== null);
  }
}

function headersProblem(text) {
  try {
    headersIn(text);
    return null;
  } catch (error) {
    return error.message;
  }
}

// Panels beside the editor. One is open at a time.

const PANELS = 'gateway.explorer.panel';
const panels = ['docs', 'library'];

function openPanel(name) {
  for (const panel of panels) {
    byId(panel).hidden = panel !== name;
    byId(`toggle-${panel}`).setAttribute('aria-expanded', String(panel === name));
  }
  byId('panel-split').hidden = name === null;
  byId('explorer').classList.toggle('with-panel', name !== null);
  store(PANELS, name, 'sessionStorage');
  if (name === 'docs') void drawer.open();
  if (name === 'library') library.show();
}

function togglePanel(name) {
  const hadFocus = byId(name).contains(document.activeElement);
  openPanel(byId(name).hidden ? name : null);
  if (hadFocus) editors.document.focus();
}

const library = openLibrary({
  examples,
  onOpen: (content) => openTab(content),
});

/** Opens a pane below the operation, with the cursor in it. */
function openPane(name) {
  byId(`${name}-pane`).open = true;
  editors[name].validate();
  editors[name].focus();
}

// Actions.

/** Code that sends the operation at the cursor, for the chosen client. @throws Unsendable */
function clientCode() {
  const operation = activeOperation();
  if (!operation) throw new Unsendable('The operation has a syntax error.', 'document');
  const { body, headers } = requestOf(tabs.active);
  return codeFor(copyClient.value, {
    endpoint: new URL('/graphql', location.href).href,
    document: operationAlone(body.query, operation.name),
    operation: operation.operation,
    variables: body.variables ?? null,
    headers,
  });
}

async function format() {
  const tab = tabs.active;
  const { formatted } = await import('./format.js');
  const texts = { document: 'graphql', variables: 'json', headers: 'json' };
  for (const [name, language] of Object.entries(texts)) {
    const text = await formatted(tab[name], language);
    if (tabs.active !== tab) return;
    if (text === null)
      notify(`The ${name === 'document' ? 'operation has' : `${name} have`} a syntax error.`);
    else if (text !== tab[name].trimEnd()) editors[name].replace(text);
  }
}

async function share(button) {
  const { document: text, variables } = tabs.active;
  const link = linkTo({ document: text, variables, identity: chosenIdentity(identities)?.id ?? null });
  if (await copyText(link, button)) {
    const parts = [
      'operation',
      variables.trim() === '' ? null : 'variables',
      chosenIdentity(identities) ? 'identity' : null,
    ];
    notify(`Link copied: ${parts.filter(Boolean).join(', ')}, no credential.`);
    return;
  }
  window.history.replaceState(null, '', link);
  notify('The link is in the address bar: this browser does not let the page copy it.');
}

/** Opens the operation in a link, and removes it from the address. */
function openLink() {
  const content = contentOf(location.hash);
  if (content === null) return;
  window.history.replaceState(null, '', location.pathname);
  const { identity, ...rest } = content;
  if (identitySelect && identities.some(({ id }) => id === identity)) {
    const before = identitySelect.value;
    chooseIdentity(identity);
    showIdentity();
    const { role } = chosenIdentity(identities);
    if (identity !== before)
      notifyUndoable(`Signed in as ${role}, as the link says.`, () => chooseIdentity(before), show);
  }
  openTab(rest);
}

/** Saves the operation of the active tab, in place of the saved one that the tab was opened from. */
function saveOperation() {
  const tab = tabs.active;
  const before = entries().find(({ id }) => id === tab.saved);
  const saved = record({
    ...tab,
    id: tab.saved ?? undefined,
    kind: 'saved',
    headers: '',
    title: titleOf(tab),
  });
  if (saved === null) return notify('There is nothing to save in this tab.');
  tab.saved = saved.id;
  save();
  const title = titleOf(tab);
  if (before) return notifyUndoable(`${title} was saved again.`, () => record(before), library.show);
  library.show();
  notify(`${title} was saved.`, { label: 'Show', run: () => openPanel('library') });
}

const newTab = () => openTab({});

function activateBy(step) {
  const { all, active } = tabs;
  activate(all[(all.indexOf(active) + step + all.length) % all.length]);
}

/** Moves the focus to the next pane, as F6 does in other programs. */
function nextPane(step) {
  const stops = [
    { element: byId('tabs'), focus: focusActiveTab },
    ...panels.map((name) => ({ element: byId(name), focus: () => byId(`${name}-search`).focus() })),
    { element: byId('document'), focus: () => editors.document.focus() },
    { element: byId('variables-pane'), focus: () => editors.variables.focus() },
    { element: byId('headers-pane'), focus: () => editors.headers.focus() },
    { element: document.querySelector('.response'), focus: () => response.focus() },
  ].filter(({ element }) => !element.hidden && element.open !== false);
  const at = stops.findIndex(({ element }) => element.contains(document.activeElement));
  stops[(at + step + stops.length) % stops.length].focus();
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
if (isMac)
  for (const key of document.querySelectorAll('kbd')) if (key.textContent === 'Ctrl') key.textContent = '⌘';
/** Shortcuts by what is pressed, with Ctrl or ⌘ as Mod. */
const SHORTCUTS = {
  'Mod+Enter': toggleRun,
  'Mod+k': () => {
    openPanel('docs');
    drawer.search();
  },
  'Mod+Shift+f': () => response.search(),
  'Alt+Shift+f': format,
  'Mod+s': saveOperation,
  'Alt+n': newTab,
  'Alt+w': () => closeTab(tabs.active),
  'Alt+d': () => togglePanel('docs'),
  'Alt+h': () => togglePanel('library'),
  'Alt+PageDown': () => activateBy(1),
  'Alt+PageUp': () => activateBy(-1),
  F6: () => nextPane(1),
  'Shift+F6': () => nextPane(-1),
};

document.addEventListener('keydown', (event) => {
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
  const { key, code, shiftKey, altKey } = event;
  const isMod = isMac ? event.metaKey : event.ctrlKey;
  // With Alt, a Mac writes other letters.
  const letter = code.startsWith('Key') ? code.slice(3).toLowerCase() : key;
  const pressed = [isMod && 'Mod', altKey && 'Alt', shiftKey && 'Shift', letter].filter(Boolean).join('+');
  const action = SHORTCUTS[pressed];
  if (!action) return;
  event.preventDefault();
  void action();
});

const onClick = (id, act) => byId(id).addEventListener('click', ({ currentTarget }) => act(currentTarget));
onClick('run', toggleRun);
onClick('new-tab', newTab);
onClick('format', format);
onClick('share', share);
onClick('copy', async (button) => {
  try {
    const code = clientCode();
    if ((await copyText(code, button)) && /authorization/i.test(code))
      notify('The code holds the credential.');
  } catch (error) {
    if (!(error instanceof Unsendable)) throw error;
    notify(error.message);
    if (error.pane !== 'document') openPane(error.pane);
  }
});
copyClient.value = readStored(COPY_CLIENT) ?? 'curl';
// Stored by another release.
if (copyClient.value === '') copyClient.value = 'curl';
copyClient.addEventListener('change', () => store(COPY_CLIENT, copyClient.value));
onClick('save', saveOperation);
onClick('open-examples', () => {
  for (const example of examples) tabs.open(example);
  activate(tabs.all.find(({ document: text }) => text === examples[0].document) ?? tabs.active);
});
onClick('problems', () => editors.document.showProblems());
onClick('shortcuts-open', () => byId('shortcuts').showModal());
onClick('shortcuts-close', () => byId('shortcuts').close());
for (const name of panels) {
  // The first one clears the search, which handles it.
  byId(name).addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (byId(`${name}-search`).value !== '') return;
    openPanel(null);
    editors.document.focus();
  });
  onClick(`toggle-${name}`, () => togglePanel(name));
  onClick(`close-${name}`, () => {
    openPanel(null);
    byId(`toggle-${name}`).focus();
  });
}
identitySelect?.addEventListener('change', () => {
  chooseIdentity(identitySelect.value);
  showIdentity();
  show();
});
window.addEventListener('hashchange', openLink);

/** Announces changes of the schema since the visitor last looked. */
function announceChanges() {
  if (!changes.follow(sdl.text, schema)) return;
  notify(`The schema has changed since you last looked: ${summaryOf(changes.list)}.`, {
    label: 'Show',
    run: () => {
      openPanel('docs');
      drawer.showAll();
    },
  });
}

/** A gateway that was updated in the meantime has another schema. */
async function checkSchema() {
  if (document.visibilityState !== 'visible') return;
  const latest = await readSchema().catch(() => null);
  if (!latest?.text || latest.text === sdl.text || latest.tag === null) return;
  Object.assign(sdl, latest);
  schema = buildSchema(latest.text);
  editors.document.useSchema(schema);
  editors.variables.validate();
  drawer.follow();
  announceChanges();
}
document.addEventListener('visibilitychange', checkSchema);
window.addEventListener('focus', checkSchema);
setInterval(checkSchema, SCHEMA_CHECK);

const sizeOf = (selector, side) => () => document.querySelector(selector)?.getBoundingClientRect()[side] ?? 0;
makeSplit(byId('panel-split'), {
  measure: sizeOf('.panel:not([hidden])', 'width'),
  sign: 1,
  least: 220,
  most: () => innerWidth * 0.5,
});
makeSplit(byId('response-split'), {
  measure: sizeOf('.response', 'width'),
  sign: -1,
  least: 240,
  most: () => innerWidth * 0.75,
});
makeSplit(byId('below-split'), {
  measure: sizeOf('details[open] .below', 'height'),
  sign: -1,
  least: 80,
  most: () => innerHeight * 0.7,
});

// Until here, no listener handles clicks, so none is accepted.
byId('explorer').inert = false;
showIdentity();
openPanel(
  panels.includes(readStored(PANELS, 'sessionStorage')) ? readStored(PANELS, 'sessionStorage') : null,
);
load();
openLink();
announceChanges();
document.documentElement.dataset.ready = '';
