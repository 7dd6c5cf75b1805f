import { randomUUID } from 'node:crypto';
import type { AtoDistribution, AtoRequest } from './ato.ts';
import type { App, Plugin, PluginEndpoints } from './developer-console.ts';
import { type NotificationDraft, send } from './notification-sending.ts';
import { callPlugin, type PluginResponse } from './plugin-call.ts';
import { found } from './refusal.ts';
import type { Grant } from './sessions.ts';
import { type State, timestamp } from './state.ts';

interface SessionOptions {
  /** Milliseconds. Default: the platform's token lifetime. */
  lifetime?: number;
  /** Default: the production app. */
  clientId?: string;
}

/** Actions that people take on the platform's own pages, for the console page and for tests. */
export type Actions = ReturnType<typeof createActions>;

/** Creates the actions of one platform, with its default app and plugin. */
export function createActions(state: State, app: App, plugin: Plugin) {
  /** Like `issueToken`, but returns the refresh token and the lifetime as well. */
  const issueSession = (
    userId: string,
    { clientId = app.clientId, ...options }: SessionOptions = {},
  ): Grant => {
    found(state.users.get(userId), `user ${userId}`);
    return state.sessions.open({ userId, clientId, ...options });
  };

  /** Posts JSON to an address of the plugin. Null: it has registered none. Contract: Events. */
  const call = (endpoint: keyof PluginEndpoints, body: unknown): Promise<PluginResponse | null> =>
    callPlugin(state, plugin, plugin.endpoints[endpoint], body);

  const requestOf = (requestId: string): AtoRequest =>
    found(state.atoRequests.get(state.dialect.understood(requestId)), `ATO request ${requestId}`);

  /** Posts a request in its current state to the plugin. */
  const resendAtoRequest = async (requestId: string): Promise<PluginResponse | null> => {
    const { alerts: _, pluginClientId: __, ...sent } = requestOf(requestId);
    return call('atoRequests', {
      ...sent,
      documentationStatus: sent.status,
      assessmentStatus: sent.status,
      // Unset on a first request; the sandbox starts no others.
      providerId: null,
      authorizedDate: null,
      expiryDate: null,
    });
  };

  return {
    issueSession,
    /** Signs a user in without the login page and returns an access token. */
    issueToken: (userId: string, options?: SessionOptions): string =>
      issueSession(userId, options).accessToken,
    /** Revokes one access token; its session and refresh token remain valid. */
    revokeToken: (token: string): void => state.sessions.revoke(token),
    /** Sends a notification, by default from the demo instructor, in the production app, and stores it. */
    sendNotification: (sending: Pick<NotificationDraft, 'receiver' | 'text'> & Partial<NotificationDraft>) =>
      send(state, {
        clientId: app.clientId,
        sender: 'u-marcus',
        textParameters: null,
        path: null,
        persist: true,
        ...sending,
      }),
    /**
     * Starts an ATO request as an app owner. `response` is the plugin's, or null without a registered endpoint.
     * Rejects if the plugin is unreachable; the request exists nevertheless.
     */
    startAtoRequest: async (start: { userId?: string; appName?: string } = {}) => {
      const { userId = 'u-ana', appName = 'Trail Companion' } = start;
      found(state.users.get(userId), 'user');
      const now = timestamp(state);
      const request: AtoRequest = {
        requestId: `ato-${randomUUID()}`,
        userId,
        appName,
        organizationId: 'org-harbor',
        pluginClientId: plugin.clientId,
        status: 'not-started',
        complete: false,
        cancellable: true,
        createdDate: now,
        updatedDate: now,
        distributions: [],
        alerts: [],
      };
      state.atoRequests.set(request.requestId, request);
      const response = await resendAtoRequest(request.requestId);
      return { requestId: state.dialect.idOf(request.requestId), response };
    },
    /** Posts a request in its current state to the plugin again: the platform never retries its calls. */
    resendAtoRequest,
    /**
     * Completes the sign-on of a request. `userId` defaults to the user who started it.
     * @returns the redirect to the plugin, whose state is the request ID. Contract: Events; Authentication 8.
     */
    signOnToAto: (requestId: string, userId?: string) => {
      const request = requestOf(requestId);
      const code = state.sessions.issueCode({
        userId: userId ?? request.userId,
        clientId: plugin.clientId,
        purpose: 'ato',
        codeChallenge: null,
      });
      return { code, state: state.dialect.idOf(request.requestId), redirectUri: plugin.redirectUri };
    },
    /** Replaces a request's distributions and posts the complete set to the plugin. */
    setDistributions: async (requestId: string, distributions: AtoDistribution[]) => {
      const request = requestOf(requestId);
      request.distributions = structuredClone(distributions);
      request.updatedDate = timestamp(state);
      const { userId } = request;
      return call('atoDistributions', { requestId: request.requestId, userId, distributions });
    },
    /**
     * Searches with the plugin as a user of the mission planner: for capabilities by a term, then for candidates. Null if the
     * plugin has registered no endpoint, so that the planner does not offer it. Contract: Responses not shown, 8.
     */
    searchMissionPlanner: (search: { term: string } | { capabilityIds: string[] }) =>
      call('term' in search ? 'capabilities' : 'candidates', {
        searchId: randomUUID(),
        ...search,
        orgIds: plugin.orgIds,
      }),
    /** The requests with their alerts, as in the platform's progress view. */
    atoRequests: (): AtoRequest[] => structuredClone([...state.atoRequests.values()]),
  };
}
