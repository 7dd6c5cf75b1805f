import { html, type Markup } from './html.ts';

/** The clients that the pages have code for, as `static/client-code.js` names them. */
export const CLIENTS: readonly (readonly [name: string, label: string])[] = [
  ['curl', 'curl'],
  ['fetch', 'fetch'],
  ['apollo', 'Apollo Client'],
  ['urql', 'urql'],
  ['relay', 'Relay'],
];

export const clientOptions = (): Markup =>
  html`${CLIENTS.map(([name, label]) => html`<option value="${name}">${label}</option>`)}`;
