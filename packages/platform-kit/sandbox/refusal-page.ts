import { html } from 'hono/html';
import { layout, type Markup } from './layout.ts';
import type { Refusal } from './refusal.ts';

/** A refusal for a person: the sign-in of an app with bad parameters, or an address opened by hand. */
export const refusalPage = ({ status, message }: Refusal): Markup =>
  layout(
    status === 404 ? 'There is no such page' : 'The platform refused this request',
    html`
      <p class="message" role="alert">${message}</p>
      <p>
        This is the sandbox platform that the gateway runs for development. If an app sent you here, its developer can
        correct the request. The <a href="/console">console</a> shows what you can do here.
      </p>
    `,
  );
