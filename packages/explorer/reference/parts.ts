import type { FieldError } from '../graph.ts';
import { html, type Markup } from '../html.ts';
import type { ReadableField, ReadableInput } from '../schema-reading.ts';
import { addressOf, ERRORS, linksIn } from './addresses.ts';
import type { Catalog, Entry } from './catalog.ts';
import { inline, prose } from './prose.ts';

/** A type in SDL notation, linked. */
export function typeLink(catalog: Catalog, { type, typeName }: ReadableInput): Markup {
  const address = addressOf(catalog, typeName);
  if (address === null) return html`${type}`;
  const start = type.indexOf(typeName);
  return html`${type.slice(0, start)}<a href="${address}">${typeName}</a>${type.slice(start + typeName.length)}`;
}

export const defaultOf = ({ defaultValue }: ReadableInput): Markup | null =>
  defaultValue === null ? null : html` = ${defaultValue}`;

export const text = (catalog: Catalog, description: string): Markup => prose(description, linksIn(catalog));

export const credentialBadge = (credential: string | null): Markup | null =>
  credential === null
    ? null
    : html`<span class="badge ${credential.split(' ')[0] ?? ''}">${credential}</span>`;

/** Badge of a mutation that takes an idempotency key, with a link to the directive that passes one. */
export const keyBadge = (catalog: Catalog, field: ReadableField | null): Markup | null =>
  field?.takesKey
    ? html` <a class="badge" href="${addressOf(catalog, '@idempotent')}">idempotency key</a>`
    : null;

export const deprecationNote = (catalog: Catalog, reason: string | null): Markup | null =>
  reason === null
    ? null
    : html`<p class="deprecated"><span class="badge warning">Deprecated</span> ${inline(reason, linksIn(catalog))}</p>`;

/** Arguments of a field or directive, or members of an input, each with an anchor. */
export const inputList = (catalog: Catalog, inputs: readonly ReadableInput[]): Markup =>
  html`<dl class="members">${inputs.map(
    (input) =>
      html`<div id="${input.name}"><dt><code><a class="name" href="#${input.name}">${input.name}</a>: ${typeLink(catalog, input)}${defaultOf(input)}</code>${
        input.type.endsWith('!') && input.defaultValue === null
          ? html` <span class="badge required">required</span>`
          : null
      }</dt><dd>${deprecationNote(catalog, input.deprecation)}${text(catalog, input.description)}</dd></div>`,
  )}</dl>`;

/** The platform calls of a field. */
export const callList = (catalog: Catalog, { costs }: ReadableField): Markup | null =>
  costs.length === 0
    ? null
    : html`<ul class="calls" aria-label="Platform calls">${costs.map(
        ({ route, often }) => html`<li><code>${route}</code> ${inline(often, linksIn(catalog))}</li>`,
      )}</ul>`;

export const assumptions = (catalog: Catalog, field: ReadableField): Markup | null =>
  field.assumptions.length === 0
    ? null
    : html`<p class="assumed">Price assumes ${field.assumptions.map(
        (assumption, index) => html`${index === 0 ? '' : ', '}${inline(assumption, linksIn(catalog))}`,
      )}.</p>`;

export const errorLinks = (errors: readonly FieldError[]): Markup | null =>
  errors.length === 0
    ? null
    : html`<details class="errors"><summary>${errors.length} errors of its own</summary><p>${errors.map(
        ({ code }, index) =>
          html`${index === 0 ? '' : ', '}<a href="${ERRORS}#${code}"><code>${code}</code></a>`,
      )}</p></details>`;

/** When the graph changed here, newest first. */
export const changeList = (catalog: Catalog, { changes }: Entry): Markup | null =>
  changes.length === 0
    ? null
    : html`<section><h2 id="s-history">History</h2><ul class="changes">${changes.map(
        ({ date, breaking, message }) =>
          html`<li><time datetime="${date}">${date}</time> ${inline(quoted(message), linksIn(catalog))}${
            breaking ? html` <span class="badge breaking">breaking</span>` : null
          }</li>`,
      )}</ul></section>`;

/** Names in messages of the comparison, as code. */
export const quoted = (message: string): string => message.replaceAll(/'([^']+)'/g, '`$1`');
