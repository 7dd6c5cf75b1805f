import { html, raw } from 'hono/html';

const STYLE = `
  :root { color-scheme: light dark; --line: #8884; --accent: #2a7f78; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; }
  h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 0 0 .5rem; }
  section, form.card { border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem; margin: 1rem 0; }
  label { display: block; margin: .5rem 0; }
  input, select, textarea { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .5rem; }
  input[type=checkbox] { width: auto; }
  button { font: inherit; padding: .45rem 1rem; margin: .5rem .5rem 0 0; border-radius: .4rem;
           border: 1px solid var(--accent); background: var(--accent); color: #fff; cursor: pointer; }
  button.quiet { background: none; color: inherit; border-color: var(--line); }
  .message { border-left: 4px solid var(--accent); padding: .5rem 1rem; }
  .hint { opacity: .75; font-size: .9rem; }
  pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; }
  table { border-collapse: collapse; width: 100%; } td, th { text-align: left; padding: .25rem .5rem .25rem 0; }
`;

/** Result of the `html` template: text in which every inserted value is escaped. */
export type Markup = ReturnType<typeof html>;

/** The frame of every page of the platform. */
export function layout(title: string, content: Markup): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`;
}
