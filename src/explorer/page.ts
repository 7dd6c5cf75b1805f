import type { Files } from './files.ts';
import { html, type Markup } from './html.ts';

/** Sources beyond the gateway's own that a page needs, by directive of the Content Security Policy (CSP level 3). */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** A page that people read. */
export interface Page {
  path: string;
  /** What the link bar calls it. */
  label: string;
  policy: ContentPolicy;
  /** Its files beyond those that the pages share, by path. Fails with `MissingPackage`, as below. */
  files?(): Files | Promise<Files>;
  /** The whole document. Rejects with `MissingPackage` where what it is made of is not installed. */
  render(): string | Promise<string>;
}

/** Where the files that the pages share are. */
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

/** The `Content-Security-Policy` of a page: the gateway's own files, and what the page names. */
export function contentSecurityPolicy(policy: ContentPolicy): string {
  const directives = new Set([...Object.keys(OWN_SOURCES), ...Object.keys(policy)]);
  return [...directives]
    .map((directive) => {
      const sources = [...(OWN_SOURCES[directive] ?? []), ...(policy[directive] ?? [])];
      const real = sources.filter((source) => source !== "'none'");
      return `${directive} ${(real.length > 0 ? real : ["'none'"]).join(' ')}`;
    })
    .join('; ');
}

export type Link = Pick<Page, 'path' | 'label'>;

/** What leads from page to page. */
export const linkBar = (
  links: readonly Link[],
  current: string,
): Markup => html`<nav class="link-bar" aria-label="Pages">
<strong>Learning platform graph</strong>
${links.map(
  ({
    path,
    label,
  }) => html`<a href="${path}"${path === current ? html` aria-current="page"` : null}>${label}</a>
`,
)}</nav>`;

export interface Document {
  title: string;
  links: readonly Link[];
  path: string;
  /** Addresses of scripts that the page's own builds on. */
  libraries?: readonly string[];
  /** The address of the page's own script, a module. */
  script?: string;
  body: Markup;
}

export const renderDocument = ({ title, links, path, libraries = [], script, body }: Document): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${SHARED_FILES}/icon.svg">
<link rel="stylesheet" href="${SHARED_FILES}/pages.css">
</head>
<body>
${linkBar(links, path)}
${body}
${libraries.map(
  (address) => html`<script src="${address}" defer></script>
`,
)}${
  script === undefined
    ? null
    : html`<script src="${script}" type="module"></script>
`
}</body>
</html>
`.text;
