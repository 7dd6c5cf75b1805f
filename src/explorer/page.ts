import type { Files } from './files.ts';
import { html, type Markup } from './html.ts';

/** Sources that a page needs in addition to the gateway's own, by Content Security Policy directive (CSP level 3). */
export type ContentPolicy = Readonly<Record<string, readonly string[]>>;

/** A page for people. */
export interface Page {
  path: string;
  /** Label in the link bar. */
  label: string;
  policy: ContentPolicy;
  /** Files of this page alone, by URL path. Throws `MissingPackage` like {@link render}. */
  files?(): Files | Promise<Files>;
  /** Renders the whole document. Rejects with `MissingPackage` if a package it needs is not installed. */
  render(): string | Promise<string>;
}

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

export type Link = Pick<Page, 'path' | 'label'>;

/** Navigation between the pages. */
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
  /** URLs of scripts that the page's own script depends on. */
  libraries?: readonly string[];
  /** URL of the page's own script, a module. */
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
