import { html } from 'hono/html';
import type { PluginEndpoints } from './developer-console.ts';
import type { Markup } from './layout.ts';
import { layout } from './layout.ts';
import type { AtoRequest } from './school/ato.ts';
import type { User } from './school/user.ts';

/** One action taken on the console, with its outcome. */
export interface JournalEntry {
  time: string;
  title: string;
  detail: unknown;
  link?: string;
}

export interface ConsolePage {
  users: User[];
  requests: AtoRequest[];
  endpoints: PluginEndpoints;
  /** Newest first. */
  journal: JournalEntry[];
}

export function consolePage({ users, requests, endpoints, journal }: ConsolePage): Markup {
  return layout(
    'Console',
    html`
      <p>Triggers what people do on the platform's own pages. It changes only this sandbox platform.</p>
      ${journal.length === 0 ? '' : journalSection(journal)} ${notificationSection(users)}
      ${atoSection(users, requests)} ${missionPlannerSection()} ${endpointSection(endpoints)}
    `,
    gatewayOf(endpoints),
  );
}

/** The gateway is what has registered the plugin's endpoints. Null: nothing has. */
const gatewayOf = ({ atoRequests }: PluginEndpoints): string | null =>
  atoRequests === undefined ? null : (URL.parse(atoRequests)?.origin ?? null);

function journalSection(journal: JournalEntry[]): Markup {
  return html`<section>
    <h2>Recent actions</h2>
    ${journal.map(
      ({ time, title, detail, link }) => html`
        <p class="message"><b>${title}</b> <span class="hint">${time}</span></p>
        <pre tabindex="0">${typeof detail === 'string' ? detail : JSON.stringify(detail, null, 2)}</pre>
        ${link === undefined ? '' : html`<p><a href="${link}">Follow the redirect to the plugin</a></p>`}
      `,
    )}
  </section>`;
}

function notificationSection(users: User[]): Markup {
  return html`<form class="card" method="post" action="/console/notification">
    <h2>Send a notification as another user</h2>
    <label>From <select name="sender">${options(users, 'u-marcus')}</select></label>
    <label>To <select name="receiver">${options(users, 'u-ana')}</select></label>
    <label>Text <input name="text" value="The next lesson is open." required /></label>
    <label>Text parameters <input name="textParameters" /></label>
    <label>View to open <input name="path" placeholder="/classes/g-first-aid-spring" /></label>
    <label><input type="checkbox" name="persist" value="true" checked /> Store it in the receiver's list</label>
    <button>Send</button>
  </form>`;
}

function atoSection(users: User[], requests: AtoRequest[]): Markup {
  return html`<section>
    <h2>Authority to operate</h2>
    <form method="post" action="/console/ato/request">
      <label>App owner <select name="userId">${options(users, 'u-ana')}</select></label>
      <label>App <input name="appName" value="Trail Companion" required /></label>
      <button>Start an ATO request</button>
    </form>
    ${requests.map(requestPart)}
  </section>`;
}

function requestPart(request: AtoRequest): Markup {
  const lines = request.distributions.map(
    ({ name, platform, version }) => `${name}, ${platform}, ${version}`,
  );
  const hidden = html`<input type="hidden" name="requestId" value="${request.requestId}" />`;
  return html`
    <hr />
    <h3>${request.appName} <span class="hint">${request.requestId}, ${request.userId}</span></h3>
    <p>
      Status <b>${request.status}</b>${request.complete ? ', complete' : ''}${
        request.cancellable ? ', cancellable' : ''
      }
    </p>
    ${
      request.alerts.length === 0
        ? ''
        : html`<table>
            ${request.alerts.map(
              ({ type, title, text }) =>
                html`<tr><td>${type}</td><td><b>${title}</b></td><td>${text}</td></tr>`,
            )}
          </table>`
    }
    <form method="post" action="/console/ato/sign-on">
      ${hidden}
      <button>Complete its sign-on</button>
      <button class="quiet" formaction="/console/ato/resend">Resend</button>
    </form>
    <form method="post" action="/console/ato/distributions">
      ${hidden}
      <label>
        Distributions, one per line: name, platform, version
        <textarea name="distributions" rows="3">${lines.join('\n')}</textarea>
      </label>
      <button>Set distributions</button>
    </form>
  `;
}

function missionPlannerSection(): Markup {
  return html`<section>
    <h2>Mission planner</h2>
    <form method="post" action="/console/mission-planner/capabilities">
      <label>Search capabilities <input name="term" value="first aid" /></label>
      <button>Search</button>
    </form>
    <form method="post" action="/console/mission-planner/candidates">
      <label>Capability IDs, separated by commas <input name="capabilityIds" required /></label>
      <button>Search candidates</button>
    </form>
  </section>`;
}

function endpointSection(endpoints: PluginEndpoints): Markup {
  const rows: [string, string | undefined][] = [
    ['ATO requests', endpoints.atoRequests],
    ['ATO distributions', endpoints.atoDistributions],
    ['Capabilities', endpoints.capabilities],
    ['Candidates', endpoints.candidates],
  ];
  return html`<section>
    <h2>The plugin's registered endpoints</h2>
    <table>
      ${rows.map(([name, address]) => html`<tr><th>${name}</th><td>${address ?? 'none'}</td></tr>`)}
    </table>
  </section>`;
}

function options(users: User[], selected: string): Markup[] {
  return users.map(
    ({ userId, handle }) =>
      html`<option value="${userId}" ${userId === selected ? 'selected' : ''}>${handle}</option>`,
  );
}
