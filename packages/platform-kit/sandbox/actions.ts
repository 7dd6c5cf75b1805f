import { randomUUID } from 'node:crypto';
import type { AtoDistribution, AtoRequest } from './ato.ts';
import {
  type AtoRequestStart,
  type AtoSignOn,
  sendAtoRequest,
  setDistributions,
  signOnToAto,
  startAtoRequest,
} from './ato-request.ts';
import type { App, Plugin } from './developer-console.ts';
import { type NotificationDraft, send } from './notification-sending.ts';
import { callPlugin, type PluginResponse } from './plugin-call.ts';
import { found } from './refusal.ts';
import type { Notification } from './school.ts';
import type { Grant } from './sessions.ts';
import type { State } from './state.ts';

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
    { lifetime, clientId = app.clientId }: SessionOptions = {},
  ): Grant => {
    found(state.users.get(userId), `user ${userId}`);
    return state.sessions.open({ userId, clientId, ...(lifetime !== undefined && { lifetime }) });
  };

  const requestOf = (requestId: string): AtoRequest =>
    found(state.atoRequests.get(state.dialect.understood(requestId)), `ATO request ${requestId}`);

  return {
    issueSession,
    /** Signs a user in without the login page and returns an access token. */
    issueToken: (userId: string, options?: SessionOptions): string =>
      issueSession(userId, options).accessToken,
    /** Revokes one access token; its session and refresh token remain valid. */
    revokeToken: (token: string): void => state.sessions.revoke(token),
    /** Sends a notification, by default from the demo instructor, in the production app, and stores it. */
    sendNotification: (
      sending: Pick<NotificationDraft, 'receiver' | 'text'> & Partial<NotificationDraft>,
    ): Notification =>
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
    startAtoRequest: (
      start: Partial<AtoRequestStart> = {},
    ): Promise<{ requestId: string; response: PluginResponse | null }> =>
      startAtoRequest(state, plugin, {
        userId: 'u-ana',
        appName: 'Trail Companion',
        organizationId: 'org-harbor',
        ...start,
      }),
    /** Posts a request in its current state to the plugin again. */
    resendAtoRequest: async (requestId: string): Promise<PluginResponse | null> =>
      sendAtoRequest(state, plugin, requestOf(requestId)),
    /** Completes the sign-on of a request. `userId` defaults to the user who started it. */
    signOnToAto: (requestId: string, userId?: string): AtoSignOn => {
      const request = requestOf(requestId);
      return signOnToAto(state, plugin, request, userId ?? request.userId);
    },
    /** Replaces a request's distributions and posts the complete set to the plugin. */
    setDistributions: async (
      requestId: string,
      distributions: AtoDistribution[],
    ): Promise<PluginResponse | null> =>
      setDistributions(state, plugin, requestOf(requestId), structuredClone(distributions)),
    /**
     * Searches with the plugin as a user of the mission planner: for capabilities by a term, then for candidates. Null if the
     * plugin has registered no endpoint, so that the planner does not offer it. Contract: Responses not shown, 8.
     */
    searchMissionPlanner: (
      search: { term: string } | { capabilityIds: string[] },
    ): Promise<PluginResponse | null> =>
      callPlugin(state, plugin, plugin.endpoints['term' in search ? 'capabilities' : 'candidates'], {
        searchId: randomUUID(),
        ...search,
        orgIds: plugin.orgIds,
      }),
    /** The requests with their alerts, as in the platform's progress view. */
    atoRequests: (): AtoRequest[] => structuredClone([...state.atoRequests.values()]),
  };
}
