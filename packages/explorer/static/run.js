// Runs the example of a page as a demo user of the embedded platform, and shows the platform calls that it made.
import { counted, element } from './dom.js';
import { eventsIn, post } from './execution.js';
import { showJson } from './json-view.js';

const section = document.querySelector('.run');
const button = section?.querySelector('button');
const outcome = section?.querySelector('.outcome');
const MOST_EVENTS = 20;
let running = null;

const identityOf = async (name) => {
  if (name === null) return null;
  const response = await fetch(document.querySelector('.reference').dataset.identities);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json())[name];
};

const request = async ({ query, variables, identity, streams }, signal) => {
  const authorization = await identityOf(identity);
  const headers = {
    ...(streams ? { accept: 'text/event-stream' } : {}),
    ...(authorization === null ? {} : { authorization }),
  };
  return post({ query, variables, extensions: { upstream: true } }, headers, signal);
};

const block = (value) => {
  const code = element.code();
  showJson(code, JSON.stringify(value, null, 2));
  return element.pre({ tabindex: 0 }, code);
};

const line = (text, className = 'summary') => element.p({ class: className }, text);

/** The platform calls of the operation, from `extensions.upstream`. */
const callsOf = ({ calls, shared, ms, routes = [] }) => {
  const reads = shared === 0 ? '' : `, ${counted(shared, 'read')} shared`;
  const items = routes.map((route) =>
    element.li(
      element.code(route.route),
      ` ${route.calls === 1 ? '' : `${route.calls} times, `}${route.ms} ms`,
    ),
  );
  return [
    line(`${counted(calls, 'platform call')}${reads}, ${ms} ms`),
    element.ul({ class: 'calls' }, items),
  ];
};

const showResult = async (response) => {
  const { extensions, ...result } = await response.json();
  outcome.replaceChildren(
    ...(extensions?.upstream ? callsOf(extensions.upstream) : [line(`HTTP ${response.status}`)]),
    block(result),
  );
};

const showEvents = async (response) => {
  outcome.replaceChildren(
    line('Waiting for events. The first item is the position at which the stream starts.'),
  );
  for await (const { event, data } of eventsIn(response.body)) {
    if (event === 'next') outcome.append(block(JSON.parse(data)));
    while (outcome.children.length > MOST_EVENTS + 1) outcome.children[1].remove();
  }
};

const run = async () => {
  if (running) return running.abort();
  const example = JSON.parse(document.getElementById('example').textContent);
  running = new AbortController();
  button.textContent = 'Stop';
  outcome.replaceChildren(line('Running…'));
  try {
    const response = await request(example, running.signal);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    await (isStream ? showEvents(response) : showResult(response));
  } catch (problem) {
    if (problem.name !== 'AbortError')
      outcome.replaceChildren(line(String(problem.message), 'summary failed'));
  } finally {
    running = null;
    button.textContent = 'Run again';
  }
};

if (button) {
  button.hidden = false;
  button.addEventListener('click', run);
}
