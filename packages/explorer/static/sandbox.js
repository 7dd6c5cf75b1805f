// Loads Apollo Sandbox, and says so if Apollo's network does not deliver it.
const settings = JSON.parse(document.getElementById('settings').textContent);
const loading = document.getElementById('loading');
const unreachable = document.getElementById('unreachable');
const sandbox = document.getElementById('sandbox');
/** Milliseconds after which the network counts as unreachable. */
const PATIENCE = 8000;

const endpoint = new URL('/graphql', location.href);
const subscriptions = new URL(endpoint);
subscriptions.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';

function show(element) {
  for (const one of [loading, unreachable, sandbox]) one.hidden = one !== element;
}

function load() {
  show(loading);
  const script = document.createElement('script');
  const timer = setTimeout(() => end(false), PATIENCE);
  const end = (isLoaded) => {
    clearTimeout(timer);
    script.onload = null;
    script.onerror = null;
    if (isLoaded) return start();
    script.remove();
    show(unreachable);
  };
  script.onload = () => end(true);
  script.onerror = () => end(false);
  script.src = settings.script;
  document.head.append(script);
}

function start() {
  show(sandbox);
  new window.EmbeddedSandbox({
    target: '#sandbox',
    initialEndpoint: endpoint.href,
    initialSubscriptionEndpoint: subscriptions.href,
    endpointIsEditable: false,
    runTelemetry: false,
    initialState: settings.initialState,
  });
}

document.getElementById('retry').addEventListener('click', load);
load();
