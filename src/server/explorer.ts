/** What the explorer page starts with. */
export interface ExplorerOptions {
  /** The first document that a newcomer sees. */
  document: string;
  /** Sent with every request; null: the reader brings a credential. */
  authorization: string | null;
}

const SANDBOX_SCRIPT =
  'https://embeddable-sandbox.cdn.apollographql.com/_latest/embeddable-sandbox.umd.production.min.js';

/** The page at `/`: Apollo Sandbox on this gateway's own endpoint, which the page finds from its own address. */
export function explorerPage({ document, authorization }: ExplorerOptions): string {
  const initialState = {
    document,
    pollForSchemaUpdates: false,
    ...(authorization === null ? {} : { sharedHeaders: { authorization } }),
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Learning platform graph</title>
<style>html, body, #sandbox { margin: 0; height: 100%; } noscript, #offline { font: 16px sans-serif; padding: 2rem; display: block; }</style>
</head>
<body>
<div id="sandbox"></div>
<script src="${SANDBOX_SCRIPT}"></script>
<script>
const endpoint = new URL('/graphql', location.href);
const subscriptions = new URL(endpoint);
subscriptions.protocol = endpoint.protocol === 'https:' ? 'wss:' : 'ws:';
if (window.EmbeddedSandbox) {
  new window.EmbeddedSandbox({
    target: '#sandbox',
    initialEndpoint: endpoint.href,
    initialSubscriptionEndpoint: subscriptions.href,
    endpointIsEditable: false,
    initialState: ${escapeForScript(initialState)},
  });
} else {
  document.getElementById('sandbox').innerHTML =
    '<p id="offline">Apollo Sandbox could not be loaded from its network. The graph itself is at <code>' + endpoint.pathname + '</code>.</p>';
}
</script>
</body>
</html>
`;
}

/** JSON that cannot end the script element it stands in. */
const escapeForScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
