import { EXAMPLES } from './examples.ts';
import { filesIn, packageFolder } from './files.ts';
import { dataElement } from './html.ts';
import { contentSecurityPolicy, type Link, linkBar, type Page, SHARED_FILES } from './page.ts';

const PATH = '/explorer';
/** Where Altair's own files are. */
export const CLIENT_FILES = PATH;
const altairFolder = (): string => packageFolder('altair-static');

/**
 * Altair runs the scripts that readers write for their requests in a frame, which takes them from whomever its address
 * names. So only the gateway's pages may frame it, and whoever opens it as a window gets no hold of it.
 */
const FRAME_HEADERS = {
  'content-security-policy': contentSecurityPolicy({
    'base-uri': ["'self'"],
    'frame-ancestors': ["'self'"],
    'script-src': ["'unsafe-eval'"],
    'style-src': ["'unsafe-inline'"],
  }),
  'cross-origin-opener-policy': 'same-origin',
};

/**
 * Altair, served by the gateway itself: it needs no other network.
 * @param authorization sent with every request and socket; null: the reader brings a credential.
 */
export const clientPage = (links: readonly Link[], authorization: string | null): Page => ({
  path: PATH,
  label: 'Explorer',
  policy: {
    'base-uri': ["'self'"],
    'font-src': ["'self'", 'data:'],
    'frame-src': ["'self'"],
    // Angular and the editor write styles as they go.
    'style-src': ["'unsafe-inline'"],
    'worker-src': ["'self'", 'blob:'],
  },
  files: () =>
    filesIn(`${altairFolder()}/dist`, CLIENT_FILES, (name) =>
      name.startsWith('iframe-sandbox/') ? FRAME_HEADERS : {},
    ),
  render: async () => {
    altairFolder();
    const { renderAltair } = await import('altair-static');
    const page = renderAltair({
      baseURL: `${CLIENT_FILES}/`,
      serveInitialOptionsInSeperateRequest: `${SHARED_FILES}/client.js`,
    });
    return page
      .replace('<title>Altair</title>', '<title>Explorer of the learning platform graph</title>')
      .replace('</head>', () => `<link href="${SHARED_FILES}/pages.css" rel="stylesheet"></head>`)
      .replace(
        '<body>',
        () => `<body class="client">${linkBar(links, PATH).text}${settings(authorization).text}`,
      );
  },
});

const settings = (authorization: string | null) =>
  dataElement('settings', {
    initialName: 'Examples',
    initialQuery: EXAMPLES,
    initialSubscriptionRequestHandlerId: 'graphql-ws',
    initialSettings: { theme: 'system', 'banners.disable': true, 'alert.disableUpdateNotification': true },
    instanceStorageNamespace: 'gateway_explorer_',
    ...(authorization === null
      ? {}
      : { initialHeaders: { authorization }, initialSubscriptionsPayload: { authorization } }),
  });
