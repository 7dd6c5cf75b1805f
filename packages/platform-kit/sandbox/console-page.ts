import type { AtoRequest } from './ato.ts';
import type { PluginEndpoints } from './developer-console.ts';
import { html, type Markup, pageOf, template } from './page.ts';
import type { User } from './school.ts';
import { ROUTE_NAMES, type Troubles } from './troubles.ts';

/** Parts of the page that have forms; each is the anchor of its part, and the place of its last outcome. */
export type ConsolePart = 'notification' | 'troubles' | 'ato' | 'mission-planner';

/** One action taken on the console, with its outcome. */
export interface JournalEntry {
  part: ConsolePart;
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
  troubles: Troubles;
}

/** Seconds for which a slow route holds a request. */
export const DEFAULT_SECONDS = 3;
export const MOST_SECONDS = 120;

const page = template('console');
const requestPart = template('ato-request');

export function consolePage({ users, requests, endpoints, journal, troubles }: ConsolePage): Markup {
  const [latest, ...earlier] = journal;
  const content = page({
    senders: userOptions(users, 'u-marcus'),
    receivers: userOptions(users, 'u-ana'),
    owners: userOptions(users, 'u-ana'),
    shortTokens: troubles.shortTokens ? 'checked' : '',
    slow: routeOptions(troubles.slow?.route ?? null),
    seconds: troubles.slow?.seconds ?? DEFAULT_SECONDS,
    mostSeconds: MOST_SECONDS,
    failing: routeOptions(troubles.failing),
    lost: troubles.lost ? 'checked' : '',
    requests: requests.map(shownRequest),
    atoRequests: endpoints.atoRequests ?? 'none',
    atoDistributions: endpoints.atoDistributions ?? 'none',
    capabilities: endpoints.capabilities ?? 'none',
    candidates: endpoints.candidates ?? 'none',
    ...{ notification: '', troubles: '', ato: '', 'mission-planner': '' },
    ...(latest && { [latest.part]: outcome(latest) }),
    earlier: earlier.length === 0 ? '' : earlierActions(earlier),
  });
  return pageOf('Console', content, gatewayOf(endpoints));
}

/** The origin of the gateway, from the registered plugin endpoints. Null: none is registered. */
const gatewayOf = ({ atoRequests }: PluginEndpoints): string | null =>
  atoRequests === undefined ? null : (URL.parse(atoRequests)?.origin ?? null);

const earlierActions = (journal: readonly JournalEntry[]): Markup =>
  html`<section><h2>Earlier actions</h2>${journal.map(
    (entry) => html`<details><summary>${entry.title} ${timeOf(entry)}</summary>${detailOf(entry)}</details>`,
  )}</section>`;

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

const shownRequest = ({ requestId, userId, appName, status, ...request }: AtoRequest): Markup =>
  requestPart({
    requestId,
    userId,
    appName,
    status,
    complete: request.complete ? ', complete' : '',
    cancellable: request.cancellable ? ', cancellable' : '',
    alerts: request.alerts.map(
      ({ type, title, text }) => html`<tr><td>${type}</td><td><b>${title}</b></td><td>${text}</td></tr>`,
    ),
    distributions: request.distributions
      .map(({ name, platform, version }) => `${name}, ${platform}, ${version}`)
      .join('\n'),
  });

const userOptions = (users: readonly User[], selected: string): Markup[] =>
  users.map(({ userId, handle }) => option(userId, handle, userId === selected));

const routeOptions = (selected: string | null): Markup[] => [
  option('', 'none', selected === null),
  ...ROUTE_NAMES.toSorted().map((name) => option(name, name, name === selected)),
];

const option = (value: string, label: string, isSelected: boolean): Markup =>
  html`<option value="${value}" ${isSelected ? 'selected' : ''}>${label}</option>`;
