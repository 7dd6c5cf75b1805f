import type { GraphQLSchema } from 'graphql';
import type { FieldCosts } from '../graph/cost.ts';
import { html, type Markup } from './html.ts';
import { type Link, type Page, renderDocument, SHARED_FILES } from './page.ts';
import { type ReadableField, type ReadableInput, type ReadableType, readSchema } from './schema-reading.ts';

const SECTIONS: readonly [kind: ReadableType['kind'], title: string][] = [
  ['operations', 'Operations'],
  ['type', 'Types'],
  ['input', 'Inputs'],
  ['enum', 'Enums'],
  ['scalar', 'Scalars'],
];

/** Schema reference: every type with its descriptions, the credential each field requires, and its platform calls. */
export const schemaPage = (
  links: readonly Link[],
  { schema, costs }: { schema: GraphQLSchema; costs: FieldCosts },
): Page => ({
  path: '/schema',
  label: 'Schema',
  policy: {},
  render: () => {
    const types = readSchema(schema, costs);
    const known = new Set(types.map(({ name }) => name));
    const sections = SECTIONS.map(([kind, title]) => ({
      title,
      types: types.filter((type) => type.kind === kind),
    }));
    return renderDocument({
      title: 'Schema',
      links,
      path: '/schema',
      styles: [`${SHARED_FILES}/schema.css`],
      body: html`<div class="schema">
<aside><nav aria-label="Types">${sections.map(
        ({ title, types }) =>
          html`<details open><summary>${title}</summary><ul>${types.map(
            ({ name }) => html`<li><a href="#${name}">${name}</a></li>`,
          )}</ul></details>`,
      )}</nav></aside>
<main id="content">
<h1>Schema</h1>
<p class="lead">Every type and field, with the credential it requires and the maximum platform calls it makes. Fields
without calls listed make none. The price of an operation also counts the objects and bytes of its response, with the
assumed lengths of lists and sizes of values. <code>npm run explain</code> shows the price of a whole operation.</p>
${sections.map(({ title, types }) => html`<h2>${title}</h2>${types.map((type) => typeArticle(type, known))}`)}
</main>
</div>`,
    });
  },
});

const typeArticle = ({ name, kind, description, fields, values }: ReadableType, known: ReadonlySet<string>) =>
  html`<article id="${name}">
<h3><a href="#${name}">${name}</a> <small>${kind === 'operations' ? 'root' : kind}</small></h3>
${prose(description)}
${fields.length === 0 ? null : html`<dl>${fields.map((field) => fieldEntry(name, field, known))}</dl>`}
${
  values.length === 0
    ? null
    : html`<dl>${values.map(
        (value) => html`<div><dt><code>${value.name}</code></dt><dd>${prose(value.description)}</dd></div>`,
      )}</dl>`
}
</article>
`;

const fieldEntry = (type: string, field: ReadableField, known: ReadonlySet<string>) =>
  html`<div id="${type}.${field.name}">
<dt><code><a class="field" href="#${type}.${field.name}">${field.name}</a>: ${typeLink(field, known)}${defaultOf(
    field,
  )}</code>${field.credential === null ? null : html` <span class="badge ${badgeClass(field.credential)}">${field.credential}</span>`}</dt>
<dd>${prose(field.description)}
${field.args.length === 0 ? null : html`<ul class="arguments">${field.args.map((arg) => argumentItem(arg, known))}</ul>`}
${
  field.costs.length === 0
    ? null
    : html`<ul class="costs" aria-label="Platform calls">${field.costs.map(
        ({ route, often }) => html`<li><code>${route}</code> ${inlineCode(often)}</li>`,
      )}</ul>`
}
${
  field.assumptions.length === 0
    ? null
    : html`<p class="assumed">Assumed: ${field.assumptions.map((text, index) => html`${index === 0 ? '' : ', '}${inlineCode(text)}`)}</p>`
}</dd></div>
`;

const argumentItem = (argument: ReadableInput, known: ReadonlySet<string>) =>
  html`<li><code>${argument.name}: ${typeLink(argument, known)}${defaultOf(argument)}</code> ${inlineCode(
    argument.description,
  )}</li>`;

const defaultOf = ({ defaultValue }: ReadableInput) =>
  defaultValue === null ? null : html` = ${defaultValue}`;

/** The type in SDL notation, linked if the page describes it. */
function typeLink({ type, typeName }: ReadableInput, known: ReadonlySet<string>): Markup {
  if (!known.has(typeName)) return html`${type}`;
  const [before = '', after = ''] = type.split(typeName);
  return html`${before}<a href="#${typeName}">${typeName}</a>${after}`;
}

const badgeClass = (credential: string): string => credential.split(' ')[0] ?? '';

/** Renders a description as paragraphs with inline code. */
const prose = (text: string): readonly Markup[] =>
  text === '' ? [] : text.split(/\n{2,}/).map((paragraph) => html`<p>${inlineCode(paragraph)}</p>`);

const inlineCode = (text: string): readonly Markup[] =>
  text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
