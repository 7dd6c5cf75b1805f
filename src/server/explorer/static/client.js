// Starts Altair with the gateway's addresses, found from the page's own.
const endpoint = new URL('/graphql', location.href);
const subscriptions = new URL(endpoint);
subscriptions.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';

window.AltairGraphQL.init({
  endpointURL: endpoint.href,
  subscriptionsEndpoint: subscriptions.href,
  ...JSON.parse(document.getElementById('settings').textContent),
});
