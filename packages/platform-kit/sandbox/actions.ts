import type { AtoSignOn } from './ato-request.ts';
import { sendAtoRequest, setDistributions, signOnToAto, startAtoRequest } from './ato-request.ts';
import type { App, Plugin } from './developer-console.ts';
import type { MissionPlannerSearch } from './mission-planner.ts';
import { searchMissionPlanner } from './mission-planner.ts';
import { send } from './notification-sending.ts';
import type { PluginResponse } from './plugin-call.ts';
import { found } from './refusal.ts';
import type { AtoDistribution, AtoRequest } from './school/ato.ts';
import type { Notification } from './school/notification.ts';
import type { Grant } from './sessions.ts';
import type { State } from './state.ts';

interface SessionOptions {
  /** Milliseconds. Default: the platform's token lifetime. */
  lifetime?: number;
  /** Default: the production app. */
  clientId?: string;
}

interface NotificationSending {
  receiver: string;
  text: string;
  /** Default: the demo instructor. */
  sender?: string;
  textParameters?: string;
  path?: string;
  /** Default: true. */
  persist?: boolean;
  /** The app it belongs to. Default: the production app. */
  clientId?: string;
}

/** Actions that people take on the platform's own pages, for the console page and for tests. */
export interface Actions {
  /** Signs a user in without the login page and returns an access token. */
  issueToken(userId: string, options?: SessionOptions): string;
  /** Like `issueToken`, but returns the refresh token and the lifetime as well. */
  issueSession(userId: string, options?: SessionOptions): Grant;
  /** Revokes one access token; its session and refresh token remain valid. */
  revokeToken(token: string): void;
  /** Sends a notification as another user. */
  sendNotification(sending: NotificationSending): Notification;
  /**
   * Starts an ATO request as an app owner. `response` is the plugin's, or null without a registered endpoint.
   * Rejects if the plugin is unreachable; the request exists nevertheless.
   */
  startAtoRequest(start?: {
    userId?: string;
    appName?: string;
    organizationId?: string;
  }): Promise<{ requestId: string; response: PluginResponse | null }>;
  /** Posts a request in its current state to the plugin again. */
  resendAtoRequest(requestId: string): Promise<PluginResponse | null>;
  /** Completes the sign-on of a request. `userId` defaults to the user who started it. */
  signOnToAto(requestId: string, userId?: string): AtoSignOn;
  /** Replaces a request's distributions and posts the complete set to the plugin. */
  setDistributions(requestId: string, distributions: AtoDistribution[]): Promise<PluginResponse | null>;
  /** Searches with the plugin: `{ term }` for capabilities, `{ capabilityIds }` for candidates. */
  searchMissionPlanner(search: MissionPlannerSearch): Promise<PluginResponse | null>;
  /** The requests with their alerts, as in the platform's progress view. */
  atoRequests(): AtoRequest[];
}

/** Creates the actions of one platform, with its default app and plugin. */
export function createActions(state: State, app: App, plugin: Plugin): Actions {
  const issueSession = (userId: string, { lifetime, clientId = app.clientId }: SessionOptions = {}) => {
    found(state.users.get(userId), `user ${userId}`);
    return state.sessions.open({ userId, clientId, ...(lifetime !== undefined && { lifetime }) });
  };

  const requestOf = (requestId: string): AtoRequest =>
    found(state.atoRequests.get(requestId), `ATO request ${requestId}`);

  return {
    issueSession,
    issueToken: (userId, options) => issueSession(userId, options).accessToken,
    revokeToken: (token) => state.sessions.revoke(token),
    sendNotification: (sending) =>
      send(state, {
        clientId: sending.clientId ?? app.clientId,
        sender: sending.sender ?? 'u-marcus',
        receiver: sending.receiver,
        text: sending.text,
        textParameters: sending.textParameters ?? null,
        path: sending.path ?? null,
        persist: sending.persist ?? true,
      }),
    startAtoRequest: ({
      userId = 'u-ana',
      appName = 'Trail Companion',
      organizationId = 'org-harbor',
    } = {}) => startAtoRequest(state, plugin, { userId, appName, organizationId }),
    resendAtoRequest: async (requestId) => sendAtoRequest(plugin, requestOf(requestId)),
    signOnToAto: (requestId, userId) => {
      const request = requestOf(requestId);
      return signOnToAto(state, plugin, request, userId ?? request.userId);
    },
    setDistributions: async (requestId, distributions) =>
      setDistributions(state, plugin, requestOf(requestId), structuredClone(distributions)),
    searchMissionPlanner: (search) => searchMissionPlanner(plugin, search),
    atoRequests: () => structuredClone([...state.atoRequests.values()]),
  };
}
