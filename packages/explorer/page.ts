import type { Files } from './files.ts';
import { html, type Markup } from './html.ts';

/** Sources that a page needs in addition to the gateway's own, by Content Security Policy directive (CSP level 3). */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** A page of the explorer. */
export interface Page {
  path: string;
  /** Label in the link bar. */
  label: string;
  policy: ContentPolicy;
  /** Required development dependencies, which production installs omit. */
  requires?: readonly string[];
  /** Files of this page alone, by URL path. */
  files?(): Files;
  /** Renders the whole document. */
  render(): string;
}

/** Path of the explorer: other pages link operations to it. */
export const EXPLORER = '/explorer';

/** Base path of the files that the pages share. */
export const SHARED_FILES = '/explore';

const OWN_SOURCES: ContentPolicy = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'connect-src': ["'self'"],
  'img-src': ["'self'", 'data:'],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
};

/** The `Content-Security-Policy` of a page: the gateway's own files plus the sources the page names. */
export function contentSecurityPolicy(policy: ContentPolicy): string {
  const directives = new Set([...Object.keys(OWN_SOURCES), ...Object.keys(policy)]);
  return [...directives]
    .map((directive) => {
      const sources = [...(OWN_SOURCES[directive] ?? []), ...(policy[directive] ?? [])];
      const withoutNone = sources.filter((source) => source !== "'none'");
      return `${directive} ${(withoutNone.length > 0 ? withoutNone : ["'none'"]).join(' ')}`;
    })
    .join('; ');
}

/** An entry of the navigation. */
export type Link = Pick<Page, 'path' | 'label'>;

const SITE = 'Learning platform graph';

/** Brand and navigation, the same on every page. */
const siteHeader = (
  links: readonly Link[],
  current: string,
): Markup => html`<a class="skip" href="#content">Skip to content</a>
<header class="site-header">
<a class="brand" href="${links[0]?.path ?? '/'}">${ICON}<span>${SITE}</span></a>
<nav class="site-nav" aria-label="Pages">${links.map(
  ({ path, label }) => html`
<a href="${path}"${path === current ? html` aria-current="page"` : null}>${label}</a>`,
)}
</nav>
</header>`;

const ICON = html`<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#17685f"/><path d="M16 7 24 21H8z" fill="none" stroke="#fff" stroke-width="2"/><g fill="#fff"><circle cx="16" cy="7" r="3"/><circle cx="24" cy="21" r="3"/><circle cx="8" cy="21" r="3"/></g></svg>`;

export interface Document {
  /** Names the page, without the site. Null: the start page. */
  title: string | null;
  links: readonly Link[];
  /** Path of the page, marked in the navigation. */
  path: string;
  /** URLs of style sheets beside `frame.css`. */
  styles?: readonly string[];
  /** URLs of scripts that the page's own script depends on. */
  libraries?: readonly string[];
  /** URL of the page's own script, a module. */
  script?: string;
  /** Contains an element with the ID `content`: the target of the skip link. */
  body: Markup;
}

/** A whole page: the frame around its body. */
export const renderDocument = ({
  title,
  links,
  path,
  styles = [],
  libraries = [],
  script,
  body,
}: Document): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === null ? SITE : `${title} · ${SITE}`}</title>
<link rel="icon" href="${SHARED_FILES}/icon.svg">
${[`${SHARED_FILES}/frame.css`, ...styles].map(
  (address) => html`<link rel="stylesheet" href="${address}">
`,
)}${libraries.map(
  (address) => html`<script src="${address}" defer></script>
`,
)}${
  script === undefined
    ? null
    : html`<script src="${script}" type="module"></script>
`
}</head>
<body>
${siteHeader(links, path)}
${body}
</body>
</html>
`.text;
