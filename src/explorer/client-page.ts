import { EXAMPLES } from './examples.ts';
import { filesIn, packageFolder } from './files.ts';
import { dataElement } from './html.ts';
import { contentSecurityPolicy, type Link, type Page, SHARED_FILES, siteHeader } from './page.ts';

const PATH = '/explorer';
/** Base path of Altair's own files. */
export const CLIENT_FILES = PATH;
const altairFolder = (): string => packageFolder('altair-static');

/**
 * Altair runs users' request scripts in a frame that accepts scripts from any parent named in its URL. So only the
 * gateway's pages may frame it, and a page that opens it in a window gets no handle to it.
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
 * Altair, served by the gateway itself, so that it needs no internet access.
 * @param authorization sent with every request and socket. Null: users bring their own credential.
 */
export const clientPage = (links: readonly Link[], authorization: string | null): Page => ({
  path: PATH,
  label: 'Explorer',
  policy: {
    'base-uri': ["'self'"],
    'font-src': ["'self'", 'data:'],
    'frame-src': ["'self'"],
    // Angular and the editor create inline styles.
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
      .replace('<title>Altair</title>', '<title>Learning platform graph: explorer</title>')
      .replace('</head>', () => `<link href="${SHARED_FILES}/frame.css" rel="stylesheet"></head>`)
      .replace(
        '<body>',
        () => `<body class="client">${siteHeader(links, PATH).text}${settings(authorization).text}`,
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
