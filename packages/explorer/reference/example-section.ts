import { OperationTypeNode } from 'graphql';
import { dataElement, html, type Markup } from '../html.ts';
import { linksIn } from './addresses.ts';
import type { Entry } from './catalog.ts';
import type { Example } from './examples.ts';
import { codeBlock, inline, titledCode } from './prose.ts';
import { openerOf, type Shell } from './shell.ts';

/** The example of an entry, with a button that runs it. */
export function exampleSection(shell: Shell, { example, type }: Entry): Markup | null {
  if (!example) return null;
  const { catalog, runs } = shell;
  const { document, variables, identity, needs } = example;
  const hasVariables = Object.keys(variables).length > 0;
  return html`<section class="example"><h2 id="s-example">Example</h2>
${type ? html`<p>The shortest path to a <code>${type.name}</code>:</p>` : null}
${titledCode('Operation', codeBlock(document.trimEnd(), 'graphql'), openerOf(shell)(document, variables, identity))}
${hasVariables ? titledCode('Variables', codeBlock(JSON.stringify(variables, null, 2), 'json')) : null}
${
  needs === null
    ? runs
      ? html`<div class="run"><p><button type="button" class="button primary" hidden>Run</button> <span class="quiet">${inline(purpose(example), linksIn(catalog))}</span></p>
<div class="outcome" aria-live="polite"></div></div>
${dataElement('example', { query: document, variables, identity, streams: example.operation === OperationTypeNode.SUBSCRIPTION })}`
      : null
    : html`<p class="quiet">To run it, you need ${inline(needs, linksIn(catalog))}.</p>`
}</section>`;
}

function purpose({ identity, operation, after }: Example): string {
  const as = identity === null ? 'without a credential' : `as the demo ${identity}`;
  if (operation !== OperationTypeNode.MUTATION) return `Runs ${as}.`;
  const first = after === null ? '' : ` Run the example of \`${after}\` first.`;
  return `Runs ${as} and changes the data of the embedded platform.${first}`;
}
