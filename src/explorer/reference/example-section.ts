import { OperationTypeNode } from 'graphql';
import { dataElement, html, type Markup } from '../html.ts';
import { linksIn } from './addresses.ts';
import type { Entry } from './catalog.ts';
import type { Example } from './examples.ts';
import { codeBlock, inline } from './prose.ts';
import type { Shell } from './shell.ts';

/** The example of an entry, with a button that runs it. */
export function exampleSection({ catalog, runs }: Shell, { example, type }: Entry): Markup | null {
  if (!example) return null;
  const { document, variables, identity, needs } = example;
  const hasVariables = Object.keys(variables).length > 0;
  return html`<section class="example"><h2 id="s-example">Example</h2>
${type ? html`<p>The shortest way to a <code>${type.name}</code>:</p>` : null}
<div class="code"><p class="code-title">Operation</p>${codeBlock(document.trimEnd(), 'graphql')}</div>
${
  hasVariables
    ? html`<div class="code"><p class="code-title">Variables</p>${codeBlock(JSON.stringify(variables, null, 2), 'json')}</div>`
    : null
}
${
  needs === null
    ? runs
      ? html`<div class="run"><p><button type="button" class="button primary" hidden>Run</button> <span class="quiet">${purpose(example)}</span></p>
<div class="outcome" aria-live="polite"></div></div>
${dataElement('example', { query: document, variables, identity, streams: example.operation === OperationTypeNode.SUBSCRIPTION })}`
      : null
    : html`<p class="quiet">To run it, you need ${inline(needs, linksIn(catalog))}.</p>`
}</section>`;
}

function purpose({ identity, operation }: Example): string {
  const as = identity === null ? 'without a credential' : `as the demo ${identity}`;
  return operation === OperationTypeNode.MUTATION
    ? `Runs ${as} and changes the data of the embedded platform.`
    : `Runs ${as}.`;
}
