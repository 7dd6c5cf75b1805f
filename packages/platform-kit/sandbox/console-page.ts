import { html } from 'hono/html';
import type { AtoRequest } from './ato.ts';
import type { PluginEndpoints } from './developer-console.ts';
import { layout, type Markup } from './layout.ts';
import type { User } from './school.ts';
import { ROUTE_NAMES, type Troubles } from './troubles.ts';

/** Parts of the page that have forms; each is the anchor of its part. */
export type ConsolePart = 'notification' | 'troubles' | 'ato' | 'mission-planner';

/** One action taken on the console, with its outcome. */
export interface JournalEntry {
  part: ConsolePart;
  time: string;
  title: string;
  detail: unknown;
  link?: string;
}

/** Empty: the last action was in another part. */
type Outcome = Markup | '';

export interface ConsolePage {
  users: User[];
  requests: AtoRequest[];
  endpoints: PluginEndpoints;
  /** Newest first. */
  journal: JournalEntry[];
  troubles: Troubles;
}

export function consolePage({ users, requests, endpoints, journal, troubles }: ConsolePage): Markup {
  const [latest, ...earlier] = journal;
  const latestIn = (part: ConsolePart) => (latest?.part === part ? outcome(latest) : '');
  return layout(
    'Console',
    html`
      <p>Triggers actions that people take on the platform's own pages. It changes only this platform.</p>
      ${notificationSection(users, latestIn('notification'))} ${troubleSection(troubles, latestIn('troubles'))}
      ${atoSection(users, requests, latestIn('ato'))}
      ${missionPlannerSection(latestIn('mission-planner'))} ${endpointSection(endpoints)}
      ${earlier.length === 0 ? '' : journalSection(earlier)}
    `,
    gatewayOf(endpoints),
  );
}

/** The origin of the gateway, from the registered plugin endpoints. Null: none is registered. */
const gatewayOf = ({ atoRequests }: PluginEndpoints): string | null =>
  atoRequests === undefined ? null : (URL.parse(atoRequests)?.origin ?? null);

function journalSection(journal: JournalEntry[]): Markup {
  return html`<section>
    <h2>Earlier actions</h2>
    ${journal.map(
      (entry) =>
        html`<details><summary>${entry.title} ${timeOf(entry)}</summary>${detailOf(entry)}</details>`,
    )}
  </section>`;
}

/** The outcome of the last action, in the part of its form. */
const outcome = (entry: JournalEntry): Markup =>
  html`<div role="status"><p class="message"><b>${entry.title}</b> ${timeOf(entry)}</p>${detailOf(entry)}</div>`;

/** The page is served on the visitor's machine, so the time zones are the same. */
const timeOf = ({ time }: JournalEntry): Markup =>
  html`<time class="hint" datetime="${time}">${new Date(time).toLocaleTimeString('en-US')}</time>`;

const detailOf = ({ detail, link }: JournalEntry): Markup => html`
  <pre tabindex="0">${typeof detail === 'string' ? detail : JSON.stringify(detail, null, 2)}</pre>
  ${link === undefined ? '' : html`<p><a href="${link}">Follow the redirect to the plugin</a></p>`}
`;

function notificationSection(users: User[], latest: Outcome): Markup {
  return html`<form class="card" id="notification" method="post" action="/console/notification">
    <h2>Send a notification as another user</h2>
    <label>From <select name="sender">${options(users, 'u-marcus')}</select></label>
    <label>To <select name="receiver">${options(users, 'u-ana')}</select></label>
    <label>Text <input name="text" value="The next lesson is open." required /></label>
    <label>Text parameters <span class="hint">As an app sends them: the notification returns them unchanged.</span>
      <input name="textParameters" /></label>
    <label>View to open <span class="hint">A path in the app, such as /classes/g-first-aid-spring.</span>
      <input name="path" /></label>
    <label><input type="checkbox" name="persist" value="true" checked /> Store it in the receiver's list</label>
    <button>Send</button>
    ${latest}
  </form>`;
}

/** Seconds for which a slow route holds a request. */
export const DEFAULT_SECONDS = 3;
export const MOST_SECONDS = 120;

function troubleSection({ shortTokens, slow, failing, lost }: Troubles, latest: Outcome): Markup {
  return html`<form class="card" id="troubles" method="post" action="/console/troubles">
    <h2>Make things go wrong</h2>
    <p class="hint">Until they are turned off here, or this platform restarts.</p>
    <label><input type="checkbox" name="shortTokens" value="true" ${shortTokens ? 'checked' : ''} /> Access tokens expire after 30 seconds, also those of open pages; the demo tokens do not</label>
    <label>A slow route <select name="slow">${routeOptions(slow?.route ?? null)}</select></label>
    <label>Seconds until it answers
      <input name="seconds" type="number" min="1" max="${MOST_SECONDS}" value="${slow?.seconds ?? DEFAULT_SECONDS}" /></label>
    <label>A failing route <span class="hint">It answers 503.</span>
      <select name="failing">${routeOptions(failing)}</select></label>
    <label><input type="checkbox" name="lost" value="true" ${lost ? 'checked' : ''} /> The connection between the gateway and
      this platform is lost</label>
    <button>Apply</button>
    ${latest}
  </form>`;
}

const routeOptions = (selected: string | null): Markup[] => [
  html`<option value="">none</option>`,
  ...ROUTE_NAMES.toSorted().map(
    (name) => html`<option ${name === selected ? 'selected' : ''}>${name}</option>`,
  ),
];

function atoSection(users: User[], requests: AtoRequest[], latest: Outcome): Markup {
  return html`<section id="ato">
    <h2>Authority to operate (ATO)</h2>
    <form method="post" action="/console/ato/request">
      <label>App owner <select name="userId">${options(users, 'u-ana')}</select></label>
      <label>App <input name="appName" value="Trail Companion" required /></label>
      <button>Start an ATO request</button>
    </form>
    ${latest}
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

function missionPlannerSection(latest: Outcome): Markup {
  return html`<section id="mission-planner">
    <h2>Mission planner</h2>
    <form method="post" action="/console/mission-planner/capabilities">
      <label>Search capabilities <input name="term" value="first aid" /></label>
      <button>Search</button>
    </form>
    <form method="post" action="/console/mission-planner/candidates">
      <label>Capability IDs, separated by commas
        <span class="hint">The search for capabilities shows them.</span> <input name="capabilityIds" required /></label>
      <button>Search candidates</button>
    </form>
    ${latest}
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
