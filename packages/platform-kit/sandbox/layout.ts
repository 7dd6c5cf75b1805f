import { html, raw } from 'hono/html';

const STYLE = `
  :root { color-scheme: light dark; accent-color: var(--accent); --paper: #fff; --raised: #f5f8f8; --ink: #182124; --quiet: #556368;
          --line: #dbe3e4; --edge: #7b8a8e; --accent: #17685f; --accent-soft: #e1f1ee; --on-accent: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #11171a; --raised: #192125; --ink: #e7eded; --quiet: #9dacb0;
            --line: #2a3539; --edge: #6f7f84; --accent: #5fcabd; --accent-soft: #143531; --on-accent: #06211e; }
  }
  *, *::before, *::after { box-sizing: border-box; }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; }
  header { display: flex; align-items: center; gap: 1.5rem; height: 3.25rem; padding: 0 1.25rem; line-height: 1;
           border-bottom: 1px solid var(--line); font-size: .9375rem; white-space: nowrap; }
  header .brand { display: flex; align-items: center; gap: .6rem; color: inherit; font-weight: 650; text-decoration: none;
           letter-spacing: -.01em; }
  header nav { display: flex; gap: .125rem; min-width: 0; overflow-x: auto; scrollbar-width: none; }
  header nav a { padding: .55rem .75rem; border-radius: .5rem; color: var(--quiet); text-decoration: none; }
  header nav a:hover { background: var(--raised); color: var(--ink); }
  header nav a[aria-current] { background: var(--accent-soft); color: var(--accent); }
  header nav a:focus-visible { outline-offset: -2px; }
  @media (max-width: 48rem) {
    header:has(nav) { gap: .5rem; padding: 0 .75rem; }
    header:has(nav) .brand span { position: absolute; clip-path: inset(50%); }
  }
  main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
  h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.02em; }
  h2 { margin: 0 0 .75rem; font-size: 1.15rem; } h3 { margin: 1rem 0 .25rem; font-size: 1rem; }
  a { color: var(--accent); }
  section, form.card { border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.4rem; margin: 1.25rem 0; }
  label { display: block; margin: .75rem 0; }
  input, select, textarea { display: block; font: inherit; color: inherit; width: 100%; margin-top: .25rem;
           padding: .5rem .65rem; border: 1px solid var(--edge); border-radius: .5rem; background: var(--paper); }
  input[type=checkbox] { display: inline; width: auto; margin: 0 .4rem 0 0; }
  button { font: inherit; font-weight: 600; padding: .5rem 1.1rem; margin: .5rem .5rem 0 0; border-radius: .5rem;
           border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); cursor: pointer; }
  button.quiet { background: none; color: inherit; border-color: var(--line); font-weight: 400; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
  .message { border-left: 4px solid var(--accent); padding: .5rem 1rem; overflow-wrap: anywhere; }
  summary { padding: .35rem 0; cursor: pointer; }
  .hint { color: var(--quiet); font-size: .9375rem; overflow-wrap: anywhere; }
  pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--raised);
        font-size: .875rem; }
  table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
  td, th { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; overflow-wrap: anywhere; }
  th { min-width: 8.5rem; }
`;

/** Result of the `html` template: text in which every inserted value is escaped. */
export type Markup = ReturnType<typeof html>;

/** Pages of the gateway, by path. */
const GATEWAY_PAGES: Readonly<Record<string, string>> = {
  '/': 'Start',
  '/explorer': 'Explorer',
  '/schema': 'Reference',
  '/map': 'Map',
  '/sandbox': 'Apollo Sandbox',
};

/** The gateway's. */
const ICON = html`<svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#17685f"/><path d="M16 7 24 21H8z" fill="none" stroke="#fff" stroke-width="2"/><g fill="#fff"><circle cx="16" cy="7" r="3"/><circle cx="24" cy="21" r="3"/><circle cx="8" cy="21" r="3"/></g></svg>`;

/**
 * The frame of every page of the platform.
 * @param gateway the origin of the gateway, for links to it. Null: unknown.
 */
export function layout(title: string, content: Markup, gateway: string | null = null): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <title>${title} · Sandbox platform</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <header>
          ${
            gateway === null
              ? html`<span class="brand">${ICON}<span>Sandbox platform</span></span>`
              : html`<a class="brand" href="${gateway}/">${ICON}<span>Learning platform graph</span></a>
                  <nav aria-label="Pages">
                    ${Object.entries(GATEWAY_PAGES).map(
                      ([path, label]) => html`<a href="${gateway}${path}">${label}</a> `,
                    )}<a href="" aria-current="page">${title}</a>
                  </nav>`
          }
        </header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
}
