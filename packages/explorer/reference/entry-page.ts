import { html, type Markup } from '../html.ts';
import type { ReadableField, ReadableType, ReadableValue } from '../schema-reading.ts';
import { addressOf, ERRORS, linksIn, pathOf } from './addresses.ts';
import type { Catalog, Entry, Use } from './catalog.ts';
import { exampleSection } from './example-section.ts';
import {
  assumptions,
  callList,
  changeList,
  credentialBadge,
  defaultOf,
  deprecationNote,
  errorLinks,
  inputList,
  keyBadge,
  text,
  typeLink,
} from './parts.ts';
import { inline } from './prose.ts';
import { RETRY_RULE, retryText } from './retry.ts';
import { renderPage, SECTION_KINDS, type Shell } from './shell.ts';

/** The page of a root field, a type or a directive. */
export const renderEntry = (shell: Shell, entry: Entry): string =>
  renderPage(shell, {
    title: entry.coordinate,
    path: pathOf(entry),
    section: entry.section,
    body: html`<article>
<header><h1><code>${entry.section === 'directives' ? `@${entry.name}` : entry.name}</code></h1>
<p class="marks"><span class="badge kind">${SECTION_KINDS[entry.section]}</span>${credentialBadge(entry.field?.credential ?? null)}${keyBadge(shell.catalog, entry.field)}</p></header>
${deprecationNote(shell.catalog, entry.deprecation)}
<div class="lead">${text(shell.catalog, entry.description)}</div>
${entry.field ? rootFieldParts(shell.catalog, entry, entry.field) : typeParts(shell.catalog, entry)}
${exampleSection(shell, entry)}
${entry.field ? costSection(shell.catalog, entry, entry.field) : null}
${entry.field ? errorSection(shell.catalog, entry) : null}
${useSection(shell.catalog, entry.uses)}
${changeList(shell.catalog, entry)}
</article>`,
  });

function rootFieldParts(catalog: Catalog, { args }: Entry, field: ReadableField): Markup {
  const [payload, of] = returnedType(catalog, field);
  return html`<pre class="signature" tabindex="0"><code>${signature(catalog, field)}</code></pre>
${args.length === 0 ? null : html`<section><h2 id="s-arguments">Arguments</h2>${inputList(catalog, args)}${memberLists(catalog, args)}</section>`}
${
  payload
    ? html`<section><h2 id="s-returns">Returns</h2><p>${typeLink(catalog, field)}${
        of === null ? '' : html`, a page of <a href="${addressOf(catalog, of)}"><code>${of}</code></a>`
      }${field.alwaysFilled ? '; null only with an error' : ''}.</p>${brief(catalog, payload)}</section>`
    : null
}`;
}

/** The type that a field returns, or the items of its connection with their name. */
function returnedType(catalog: Catalog, field: ReadableField): [ReadableType | undefined, string | null] {
  const type = catalog.types.get(field.typeName);
  const nodes = type?.fields.find(({ name }) => name === 'nodes');
  return nodes ? [catalog.types.get(nodes.typeName), nodes.typeName] : [type, null];
}

/** Members of the input objects among arguments, one level down. */
const memberLists = (catalog: Catalog, args: Entry['args']): Markup =>
  html`${args
    .flatMap(({ name, typeName }) => {
      const type = catalog.types.get(typeName);
      return type?.kind === 'input' ? [{ name, type }] : [];
    })
    .map(
      ({ name, type }) => html`<h3>Members of <code>${name}</code></h3>${inputList(catalog, type.fields)}`,
    )}`;

const signature = (catalog: Catalog, field: ReadableField): Markup =>
  html`${field.name}${
    field.args.length === 0
      ? null
      : html`(${field.args.map(
          (argument, index) =>
            html`${field.args.length > 1 ? '\n  ' : index === 0 ? '' : ', '}${argument.name}: ${typeLink(catalog, argument)}${defaultOf(argument)}`,
        )}${field.args.length > 1 ? '\n' : ''})`
  }: ${typeLink(catalog, field)}`;

/** The fields of a type in one line each. */
const brief = (catalog: Catalog, { name, fields }: ReadableType): Markup | null =>
  fields.length === 0
    ? null
    : html`<table class="brief"><caption>Fields of <code>${name}</code></caption><tbody>${fields.map(
        (field) =>
          html`<tr><th scope="row"><a href="${addressOf(catalog, `${name}.${field.name}`)}"><code>${field.name}</code></a></th><td><code>${typeLink(catalog, field)}</code></td><td>${inline(firstSentence(field.description), linksIn(catalog))}</td></tr>`,
      )}</tbody></table>`;

export const firstSentence = (description: string): string =>
  /^[\s\S]*?\.(?=\s|$)/.exec(description)?.[0] ?? description;

function typeParts(catalog: Catalog, { type, args }: Entry): Markup | null {
  if (!type)
    return args.length === 0
      ? null
      : html`<section><h2 id="s-arguments">Arguments</h2>${inputList(catalog, args)}</section>`;
  if (type.kind === 'input')
    return html`<section><h2 id="s-members">Members</h2>${inputList(catalog, type.fields)}</section>`;
  if (type.values.length > 0)
    return html`<section><h2 id="s-values">Values</h2>${valueList(catalog, type.values)}</section>`;
  if (type.fields.length === 0) return null;
  return html`<section><h2 id="s-fields">Fields</h2><dl class="members">${type.fields.map((field) => fieldEntry(catalog, type.name, field))}</dl></section>`;
}

const valueList = (catalog: Catalog, values: readonly ReadableValue[]): Markup =>
  html`<dl class="members">${values.map(
    ({ name, description, deprecation }) =>
      html`<div id="${name}"><dt><code><a class="name" href="#${name}">${name}</a></code></dt><dd>${deprecationNote(catalog, deprecation)}${text(catalog, description)}</dd></div>`,
  )}</dl>`;

const fieldEntry = (catalog: Catalog, type: string, field: ReadableField): Markup =>
  html`<div id="${field.name}"><dt><code><a class="name" href="#${field.name}">${field.name}</a>: ${typeLink(catalog, field)}</code>${credentialBadge(field.credential)}</dt>
<dd>${deprecationNote(catalog, field.deprecation)}${text(catalog, field.description)}
${
  field.args.length === 0
    ? null
    : html`<ul class="arguments">${field.args.map(
        (argument) =>
          html`<li><code>${argument.name}: ${typeLink(catalog, argument)}${defaultOf(argument)}</code> ${inline(argument.description, linksIn(catalog))}</li>`,
      )}</ul>`
}${callList(catalog, field)}${assumptions(catalog, field)}${
  field.costs.length === 0 ? null : errorLinks(catalog.errorsOf(`${type}.${field.name}`))
}</dd></div>`;

function costSection(catalog: Catalog, { price }: Entry, field: ReadableField): Markup {
  return html`<section><h2 id="s-cost">Cost</h2>
${callList(catalog, field) ?? html`<p>Makes no platform call.</p>`}
${assumptions(catalog, field)}
${
  price === null
    ? null
    : html`<p>The example above is priced at ${counted(price.calls, 'platform call')}, ${counted(price.objects, 'object')} and ${counted(price.bytes, 'byte')} at most, before it runs.</p>`
}</section>`;
}

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

const errorSection = (catalog: Catalog, { coordinate, section }: Entry): Markup =>
  html`<section><h2 id="s-errors">Errors</h2>
<table class="codes"><thead><tr><th scope="col">Code</th><th scope="col">Retry</th><th scope="col">When</th></tr></thead><tbody>${catalog
    .errorsOf(coordinate)
    .map(
      ({ code, cause }) =>
        html`<tr><th scope="row"><a href="${ERRORS}#${code}"><code>${code}</code></a></th><td>${retryOf(catalog, code, section === 'mutations')}</td><td>${inline(cause ?? catalog.source.errorCodes[code]?.meaning ?? '', linksIn(catalog))}</td></tr>`,
    )}</tbody></table>
<div class="quiet">${text(catalog, RETRY_RULE)}</div>
<p class="quiet">Nested fields can add their own, and <a href="${ERRORS}#any-operation">any operation</a> can be refused as a whole.</p></section>`;

function retryOf(catalog: Catalog, code: string, ofMutation: boolean): string {
  const error = catalog.source.errorCodes[code];
  return error ? retryText(error, ofMutation) : '';
}

const useSection = (catalog: Catalog, uses: readonly Use[]): Markup | null =>
  uses.length === 0
    ? null
    : html`<section><h2 id="s-used-by">Used by</h2><ul class="uses">${uses.map(
        ({ label, coordinate }) =>
          html`<li><a href="${addressOf(catalog, coordinate)}"><code>${label}</code></a></li>`,
      )}</ul></section>`;
