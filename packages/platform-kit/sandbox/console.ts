import type { Actions } from './actions.ts';
import type { AtoDistribution } from './ato.ts';
import {
  type ConsolePart,
  consolePage,
  DEFAULT_SECONDS,
  type JournalEntry,
  MOST_SECONDS,
} from './console-page.ts';
import type { Plugin } from './developer-console.ts';
import { page, type Received, type Responder, type Routes, seeOther } from './exchange.ts';
import { type Form, formOf } from './form.ts';
import type { PluginResponse } from './plugin-call.ts';
import { badRequest, forbidden, Refusal } from './refusal.ts';
import { type State, timestamp } from './state.ts';
import { ROUTE_NAMES, type Switches, type Troubles } from './troubles.ts';

const JOURNAL_LENGTH = 12;

/** The outcome of an action. */
type Outcome = Omit<JournalEntry, 'part' | 'time'>;

/** A page that triggers actions that people take on a real platform's own pages. Not part of the contract. */
export function consoleRoutes(state: State, actions: Actions, plugin: Plugin, switches: Switches): Routes {
  const journal: JournalEntry[] = [];
  const show = () =>
    page(
      consolePage({
        users: [...state.users.values()],
        requests: actions.atoRequests(),
        endpoints: plugin.endpoints,
        journal,
        troubles: switches.current,
      }),
    );

  /** A form: runs its action, records the outcome and redirects back to its part of the page. */
  const form = (part: ConsolePart, path: string, act: (fields: Form) => Promise<Outcome>): Routes[number] => [
    `POST /console/${path}`,
    guarded(async (request) => {
      refuseOtherOrigins(request);
      const outcome = await act(formOf(request)).catch(failure);
      journal.unshift({ part, time: timestamp(state), ...outcome });
      journal.splice(JOURNAL_LENGTH);
      return seeOther(`/console#${part}`);
    }),
  ];

  return [
    ['GET /console', guarded(show)],

    form('notification', 'notification', async (fields) => {
      const notification = actions.sendNotification({
        sender: fields.text('sender'),
        receiver: fields.text('receiver'),
        text: fields.text('text'),
        persist: fields.has('persist'),
        textParameters: fields.optionalText('textParameters') ?? null,
        path: fields.optionalText('path') ?? null,
      });
      return { title: 'Notification sent', detail: notification };
    }),

    form('ato', 'ato/request', async (fields) => {
      const { requestId, response } = await actions.startAtoRequest({
        userId: fields.text('userId'),
        appName: fields.text('appName'),
      });
      return { title: `ATO request ${requestId} started`, detail: shown(response) };
    }),

    form('ato', 'ato/resend', async (fields) => {
      const requestId = fields.text('requestId');
      return {
        title: `ATO request ${requestId} resent`,
        detail: shown(await actions.resendAtoRequest(requestId)),
      };
    }),

    form('ato', 'ato/sign-on', async (fields) => {
      const signOn = actions.signOnToAto(fields.text('requestId'));
      return {
        title: `Signed on to ${signOn.state}: the browser is redirected to the plugin`,
        detail: signOn,
        link: signOnAddress(signOn),
      };
    }),

    form('ato', 'ato/distributions', async (fields) => {
      const requestId = fields.text('requestId');
      const distributions = distributionsIn(fields.optionalText('distributions') ?? '');
      return {
        title: `Distributions of ${requestId} changed`,
        detail: shown(await actions.setDistributions(requestId, distributions)),
      };
    }),

    form('mission-planner', 'mission-planner/capabilities', async (fields) => {
      const term = fields.optionalText('term') ?? '';
      return {
        title: `Mission planner: capabilities for “${term}”`,
        detail: shown(await actions.searchMissionPlanner({ term })),
      };
    }),

    form('mission-planner', 'mission-planner/candidates', async (fields) => {
      const capabilityIds = fields.list('capabilityIds');
      return {
        title: `Mission planner: candidates for ${capabilityIds.join(', ')}`,
        detail: shown(await actions.searchMissionPlanner({ capabilityIds })),
      };
    }),

    form('troubles', 'troubles', async (fields) => {
      const troubles = troublesIn(fields);
      switches.turn(troubles);
      return { title: 'Switches turned', detail: troubles };
    }),
  ];
}

/** Reads the switches. One without a value is off. */
function troublesIn(fields: Form): Troubles {
  const seconds = Number(fields.optionalText('seconds') ?? DEFAULT_SECONDS);
  if (!(seconds > 0 && seconds <= MOST_SECONDS))
    throw badRequest(`seconds must be between 1 and ${MOST_SECONDS}`);
  const slow = routeIn(fields, 'slow');
  return {
    shortTokens: fields.has('shortTokens'),
    slow: slow === null ? null : { route: slow, seconds },
    failing: routeIn(fields, 'failing'),
    lost: fields.has('lost'),
  };
}

function routeIn(fields: Form, name: string): string | null {
  const route = fields.optionalText(name);
  if (route === undefined) return null;
  if (!ROUTE_NAMES.includes(route)) throw badRequest(`${name} must be a route of the platform`);
  return route;
}

/** The page has inline styles and forms, but no script. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src data:";

/** A local host name, which no page of the internet can have: an address, `localhost`, or a name without a dot. */
const LOCAL = /^(?:\[.*\]|[\d.]+|[^.]+|.+\.localhost)$/;

/**
 * Serves the page and its forms to this machine only: a website whose name resolves to it (DNS rebinding) can neither read the
 * page nor submit its forms.
 */
const guarded =
  (respond: Responder): Responder =>
  async (request) => {
    if (!LOCAL.test(request.url.hostname))
      throw forbidden('the console accepts only the host names of this machine');
    const reply = await respond(request);
    return { ...reply, headers: { ...reply.headers, 'content-security-policy': POLICY } };
  };

/** Prevents other websites in the same browser from submitting these forms. */
function refuseOtherOrigins({ url, headers: { origin } }: Received): void {
  if (origin !== undefined && origin !== url.origin) {
    throw forbidden('the console accepts forms only from its own page');
  }
}

/** URL of the redirect to the plugin. */
function signOnAddress({ code, state, redirectUri }: ReturnType<Actions['signOnToAto']>): string {
  const address = new URL(redirectUri);
  address.searchParams.set('code', code);
  address.searchParams.set('state', state);
  return address.href;
}

function shown(response: PluginResponse | null): unknown {
  return response ?? 'Nothing was sent: the plugin has no registered endpoint for this.';
}

function failure(error: unknown): Outcome {
  if (error instanceof Refusal) return { title: 'Refused', detail: error.message };
  return { title: 'The plugin could not be reached', detail: error instanceof Error ? error.message : '' };
}

/** Reads one distribution per line: `name, platform, version`. */
function distributionsIn(text: string): AtoDistribution[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', platform = '', version = ''] = line.split(',').map((part) => part.trim());
      const distributionId = `d-${[name, platform]
        .join('-')
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')}`;
      return { distributionId, name, platform, version };
    });
}
