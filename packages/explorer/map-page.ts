import { fileAt, folderOf } from './files.ts';
import type { Graph } from './graph.ts';
import { dataElement, html } from './html.ts';
import { type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';
import { type ReadableType, readSchema } from './schema-reading.ts';

const LAYOUT_SCRIPT = `${SHARED_FILES}/viz-global.js`;
const ZOOM_SCRIPT = `${SHARED_FILES}/svg-pan-zoom.min.js`;

/** A map of the types and their relations, laid out by Graphviz in the browser. */
export const mapPage = (links: readonly Link[], graph: Graph): Page => ({
  path: '/map',
  label: 'Map',
  policy: {
    // Graphviz is compiled to WebAssembly.
    'script-src': ["'wasm-unsafe-eval'"],
    // Pan and zoom set inline styles on the drawing.
    'style-src': ["'unsafe-inline'"],
  },
  requires: ['@viz-js/viz', 'svg-pan-zoom'],
  files: () =>
    new Map([
      [LAYOUT_SCRIPT, fileAt(`${folderOf('@viz-js/viz')}/viz-global.js`)],
      [ZOOM_SCRIPT, fileAt(`${folderOf('svg-pan-zoom')}/../dist/svg-pan-zoom.min.js`)],
    ]),
  render: () =>
    renderDocument({
      title: 'Map',
      links,
      path: '/map',
      styles: [`${SHARED_FILES}/map.css`],
      libraries: [LAYOUT_SCRIPT, ZOOM_SCRIPT],
      script: `${SHARED_FILES}/map.js`,
      body: html`<main class="map" id="content">
<h1 class="unseen">Map of the types</h1>
<div class="panel">
<label for="find">Find a type or field</label>
<input class="field" id="find" type="search" placeholder="Course" autocomplete="off">
<ul id="found" aria-label="Found"></ul>
<fieldset><legend>Start from</legend>
<label><input type="radio" name="root" value="Query" checked> Queries</label>
<label><input type="radio" name="root" value="Mutation"> Mutations</label>
<label><input type="radio" name="root" value="Subscription"> Subscriptions</label>
</fieldset>
<label class="check"><input type="checkbox" id="fields"> Show fields</label>
<section id="details" aria-live="polite" aria-label="Chosen type"></section>
</div>
<div class="canvas">
<div id="drawing"><p class="message" role="status">Drawing the map…</p></div>
<div class="zoom" role="group" aria-label="Zoom">
<button class="button" id="closer" aria-label="Zoom in">+</button>
<button class="button" id="farther" aria-label="Zoom out">−</button>
<button class="button" id="whole">Whole map</button>
</div>
</div>
</main>
${dataElement('types', mapTypes(readSchema(graph)))}`,
    }),
});

/** The types as the map shows them. Connections are skipped: their fields lead directly to the rows. */
const mapTypes = (types: readonly ReadableType[]) => {
  const isWrapping = (name: string): boolean => /(Connection|Edge)$|^PageInfo$/.test(name);
  const objects = types.filter(
    ({ kind, name }) => (kind === 'operations' || kind === 'type') && !isWrapping(name),
  );
  const names = new Set(objects.map(({ name }) => name));
  const rowsOf = new Map(
    types
      .filter(({ name }) => name.endsWith('Connection'))
      .map(({ name, fields }) => [name, fields.find((field) => field.name === 'nodes')?.typeName]),
  );
  return objects.map(({ name, kind, description, fields }) => ({
    name,
    isRoot: kind === 'operations',
    description,
    fields: fields.map((field) => {
      const target = rowsOf.get(field.typeName) ?? field.typeName;
      return {
        name: field.name,
        type: field.type,
        leadsTo: names.has(target) ? target : null,
        calls: field.costs.length,
      };
    }),
  }));
};
