// Starts Altair with the gateway's addresses, found from the page's own.
const endpoint = new URL('/graphql', location.href);
const subscriptions = new URL(endpoint);
subscriptions.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';

// A refused connection is an error and then a close. Altair ends a subscription at the error; its client would come back
// after the close, so a gateway that restarts would be the end of everything that listens.
window.WebSocket = class extends WebSocket {
  set onerror(_listener) {}
};

window.AltairGraphQL.init({
  endpointURL: endpoint.href,
  subscriptionsEndpoint: subscriptions.href,
  ...JSON.parse(document.getElementById('settings').textContent),
});
