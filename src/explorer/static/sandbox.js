// Starts Apollo Sandbox if its script was loaded.
const endpoint = new URL('/graphql', location.href);
const subscriptions = new URL(endpoint);
subscriptions.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';
const target = document.getElementById('content');

if (window.EmbeddedSandbox) {
  new window.EmbeddedSandbox({
    target: '#content',
    initialEndpoint: endpoint.href,
    initialSubscriptionEndpoint: subscriptions.href,
    endpointIsEditable: false,
    runTelemetry: false,
    initialState: JSON.parse(document.getElementById('initial-state').textContent),
  });
} else {
  target.append(document.getElementById('offline').content);
}
