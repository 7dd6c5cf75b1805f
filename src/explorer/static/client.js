// Starts Altair with the gateway's URLs, derived from the page's own.
const endpoint = new URL('/graphql', location.href);
const subscriptions = new URL(endpoint);
subscriptions.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';

// A refused connection raises an error and then a close. Altair ends the subscription on the error, while its client would
// reconnect after the close; without this, restarting the gateway would end every subscription.
window.WebSocket = class extends WebSocket {
  set onerror(_listener) {}
};

window.AltairGraphQL.init({
  endpointURL: endpoint.href,
  subscriptionsEndpoint: subscriptions.href,
  ...JSON.parse(document.getElementById('settings').textContent),
});
